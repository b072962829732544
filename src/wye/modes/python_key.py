"""The kernel at the Python key: modes first, then tensor subclasses, the most derived first.

Hot while a mode is active or a subclass is among the arguments; otherwise never reached.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import wye.shown as shown
from wye._engine import engine
from wye.call.op import OpOverload
from wye.call.resolve import hooks
from wye.errors import DispatchRefusedError
from wye.keys import DispatchKey, DispatchKeySet
from wye.modes import pre_dispatch
from wye.modes.mode import pop_mode_temporarily
from wye.modes.stack import PYTHON_KEYS, current_modes, dispatch_stack
from wye.modes.torch_form import without_defaults
from wye.registry import registry
from wye.registry.kernel import returns_views

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wye.modes.stack import Node

__all__ = ["call_python", "overloaded_types", "plain_types", "refusal", "subclass_order"]

_PYTHON: Final = DispatchKey.Python.bits
_TRACKING: Final = DispatchKey.ADInplaceOrView.bits
# Handlers run below everything above Python, so that what they call does not pass autograd a second time.
_ABOVE: Final = DispatchKeySet.raw(
    DispatchKeySet.full().raw_repr() & ~0xFFFF & ~(DispatchKeySet.full_after("Python").bits | _PYTHON)
)


_thread: Final = dispatch_stack.thread
# Classes whose objects never handle calls; `wye.tensors` adds its own.
plain_types: Final[set[type]] = {bool, float, int, str, type(None)}

# Guards around a handler; `_LAST` when no mode is left under it.
_NONE: Final = DispatchKeySet()
_BELOW: Final = engine.StateGuard(_NONE, _ABOVE)
_LAST: Final = engine.StateGuard(_NONE, _ABOVE, DispatchKeySet.raw((1 << 128) - 1) - PYTHON_KEYS)
_ASK: Final = _BELOW.ask
_ASK_LAST: Final = _LAST.ask


def overloaded_types(args: Iterable[Any], kwargs: dict[str, Any]) -> tuple[type, ...]:
    """The subclasses among the arguments that handle calls: in order, but a subclass before its bases."""
    return subclass_order(args, kwargs, _handles_calls)


def _handles_calls(value: Any) -> bool:
    return isinstance(value, engine.TensorBase) and bool(value._keys.bits & _PYTHON)


def subclass_order(args: Iterable[Any], kwargs: dict[str, Any], wanted: Callable[[Any], bool]) -> tuple[type, ...]:
    """The classes of the wanted arguments: in order, but a subclass before its bases."""
    found: list[type] = []
    for value in (*args, *kwargs.values()) if kwargs else args:
        if type(value) not in plain_types:
            _collect(found, value, wanted)
    return tuple(found)


def _collect(found: list[type], value: Any, wanted: Callable[[Any], bool]) -> None:
    cls = type(value)
    if cls is list or cls is tuple:
        for item in value:
            _collect(found, item, wanted)
    elif cls not in found and wanted(value):
        _insert(found, cls)


def _insert(found: list[type], cls: type) -> None:
    for at, other in enumerate(found):
        if issubclass(cls, other):
            found.insert(at, cls)
            return
    found.append(cls)


def first_of(cls: type, args: Iterable[Any], kwargs: dict[str, Any]) -> Any:
    """The first argument of this class, also in lists."""
    for value in (*args, *kwargs.values()):
        if type(value) is cls:
            return value
        if type(value) in (list, tuple):
            found = first_of(cls, value, {})
            if found is not None:
                return found
    return None


def call_python(op: OpOverload, keyset: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Let the top mode, then each subclass, handle the call.

    Raises:
        DispatchRefusedError: all of them returned NotImplemented.
    """
    if dispatch_stack.has_notes:
        dispatch_stack.read_notes()
        if _thread.top is None and not overloaded_types(args, kwargs):
            return op.redispatch(keyset - PYTHON_KEYS, *args, **kwargs)  # its only mode was left by another thread
    here = _thread.__dict__
    top = here["top"]
    types: tuple[type, ...] = ()
    for value in args:
        if type(value) not in plain_types:  # most calls have only these, and need no search
            types = overloaded_types(args, kwargs)
            break
    else:
        if kwargs:
            types = overloaded_types((), kwargs)
    if top is not None:
        mode, below = top
        given, named = without_defaults(op, args, kwargs) if mode._is_for_torch else (args, kwargs)
        ask = _ASK_LAST if below is None else _ASK
        result = ask(here, "top", top, "__wye_dispatch__", op, types, given, named)
        if result is not NotImplemented:
            return _given_back(op, args, kwargs) if op.gives_back else result
    for cls in types:
        result = _ask_subclass(cls, op, types, args, kwargs)
        if result is not NotImplemented:
            return _given_back(op, args, kwargs) if op.gives_back else result
    raise refusal("__wye_dispatch__", op, top, types)


def _given_back(op: OpOverload, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What an operator returns that writes to its arguments: those, whatever a handler made of the call."""
    names = op.schema.arguments
    given = tuple(args[at] if at < len(args) else kwargs[names[at].name] for at in op.gives_back)
    return given[0] if len(given) == 1 else given


def _ask_subclass(
    cls: Any, op: OpOverload, types: tuple[type, ...], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    handler = first_of(cls, args, kwargs).__wye_dispatch__ if cls._handles_as_method else cls.__wye_dispatch__
    given, named = without_defaults(op, args, kwargs) if cls._is_for_torch else (args, kwargs)
    result = _BELOW.run(handler, op, types, given, named)
    if type(result) not in plain_types and result is not NotImplemented and op.is_view:
        _join_views(op, result, args)
    return result


def _join_views(op: OpOverload, result: Any, args: tuple[Any, ...]) -> None:
    """Let the result of a handler for a view share the version counter of its base."""
    base = args[0] if args else None
    if not isinstance(base, engine.TensorBase) or engine.get_state()[1].bits & _TRACKING:
        return
    is_view = returns_views(op.schema)
    for one in result if isinstance(result, (list, tuple)) else (result,):
        if isinstance(one, engine.TensorBase) and one is not base and _handles_calls(one) and one._base is None:
            one._join(base, is_view)


def refusal(handler: str, op: Any, top: Node | None, types: tuple[type, ...]) -> DispatchRefusedError:
    """The error when the top mode and all subclasses returned NotImplemented."""
    refused = ([] if top is None else [f"mode object {top[0]!r}"]) + [f"tensor subclass {cls!r}" for cls in types]
    name = f"{shown.operators}.{op}" if shown.package == "torch" and isinstance(op, OpOverload) else op
    error = DispatchRefusedError(
        f"Multiple dispatch failed for '{name}'; all {shown.handler(handler)} handlers returned NotImplemented:\n\n"
        + "\n".join(f"  - {who}" for who in refused),
        fix="the last handler should call func, or raise an error that says why it cannot",
    )
    error.op = op
    return error


def show_to_pre_dispatch(op: OpOverload) -> Callable[..., Any] | None:
    """What the Python dispatcher calls for an operator that arrives at PreDispatch; None to continue below."""
    if not pre_dispatch.count():
        return None

    def handle(*args: Any, **kwargs: Any) -> Any:
        types = overloaded_types(args, kwargs)
        with pre_dispatch.temporarily_popped() as mode:
            given, named = without_defaults(op, args, kwargs) if mode._is_for_torch else (args, kwargs)
            return mode.__wye_dispatch__(op, types, given, named)

    return handle


hooks.current_mode = lambda: (current_modes() or (None,))[-1]
hooks.pop_mode = pop_mode_temporarily
hooks.pre_dispatch = show_to_pre_dispatch
registry.give_engine(DispatchKey.Python, call_python)
registry.give_engine(DispatchKey.PythonTLSSnapshot, None)
