"""The kernel at the Python key: modes first, then tensor subclasses, the most derived first.

Hot while a mode is active or a subclass is among the arguments; otherwise never reached.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.errors import DispatchRefusedError
from wye.keys import DispatchKey, DispatchKeySet
from wye.modes.stack import PYTHON_KEYS, thread
from wye.registry import registry
from wye.tensors.dense import Tensor

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wye.call import OpOverload

__all__ = ["call_python", "overloaded_types"]

_PYTHON: Final = DispatchKey.Python.bits
# Handlers run below everything above Python, so that what they call does not come by autograd a second time.
_ABOVE: Final = DispatchKeySet.raw(
    DispatchKeySet.full().raw_repr() & ~0xFFFF & ~(DispatchKeySet.full_after("Python").bits | _PYTHON)
)


# What holds while a handler runs; `_LAST` when no mode is left under it.
_NONE: Final = DispatchKeySet()
_BELOW: Final = engine.StateGuard(_NONE, _ABOVE)
_LAST: Final = engine.StateGuard(_NONE, _ABOVE, DispatchKeySet.raw((1 << 128) - 1) - PYTHON_KEYS)


def overloaded_types(args: Iterable[Any], kwargs: dict[str, Any]) -> tuple[type, ...]:
    """The subclasses among the arguments that handle calls: in order, but a subclass before its bases."""
    found: list[type] = []
    for value in args:
        if type(value) is not Tensor:
            _collect(found, value)
    for value in kwargs.values():
        _collect(found, value)
    return tuple(found)


def _collect(found: list[type], value: Any) -> None:
    cls = type(value)
    if cls is list or cls is tuple:
        for item in value:
            _collect(found, item)
    elif isinstance(value, Tensor) and value._keys.bits & _PYTHON:
        _insert(found, cls)


def _insert(found: list[type], cls: type) -> None:
    if cls in found:
        return
    for at, other in enumerate(found):
        if issubclass(cls, other):
            found.insert(at, cls)
            return
    found.append(cls)


def call_python(op: OpOverload, keyset: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Ask the top mode, then each subclass, to handle the call.

    Raises:
        DispatchRefusedError: all of them returned NotImplemented.
    """
    top = thread.top
    types: tuple[type, ...] = ()
    for value in args:
        if type(value) is not Tensor:  # most calls have nothing else, and need not be searched
            types = overloaded_types(args, kwargs)
            break
    else:
        if kwargs:
            types = overloaded_types((), kwargs)
    if top is not None:
        mode, thread.top = top
        try:
            with _LAST if top[1] is None else _BELOW:
                result = mode.__wye_dispatch__(op, types, args, kwargs)
        finally:
            thread.top = top
        if result is not NotImplemented:
            return result
    with _BELOW:
        for cls in types:
            result = cls.__wye_dispatch__(op, types, args, kwargs)  # type: ignore[attr-defined]  # its key says so
            if result is not NotImplemented:
                return result
    refused = ([] if top is None else [f"mode object {top[0]!r}"]) + [f"tensor subclass {cls!r}" for cls in types]
    raise DispatchRefusedError(
        f"Multiple dispatch failed for '{op}'; all __wye_dispatch__ handlers returned NotImplemented:\n\n"
        + "\n".join(f"  - {who}" for who in refused),
        fix="the last handler should call func, or raise an error that says why it cannot",
    )


registry.give_engine(DispatchKey.Python, call_python)
registry.give_engine(DispatchKey.PythonTLSSnapshot, None)
