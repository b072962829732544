"""The Python dispatcher: while it is on, each hop of a call is resolved in Python, so that Python rules are seen.

Hot only while it is on: the key PythonDispatcher, above all others, brings every call here.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.call.explain_miss import explain_miss
from wye.call.guards import Guard, include, set_include
from wye.call.resolve import get_dispatch
from wye.keys import DispatchKey, DispatchKeySet
from wye.registry import registry
from wye.registry.providers import call_kernel
from wye.registry.table import slot_of

if TYPE_CHECKING:
    from wye.call.op import OpOverload
    from wye.registry import Kernel

__all__ = ["call_kernel_of", "enable_pre_dispatch", "enable_python_dispatcher", "no_python_dispatcher"]

_SELF: Final = DispatchKey.PythonDispatcher
_SELF_ALONE: Final = DispatchKeySet(_SELF)


def enable_python_dispatcher() -> Guard:
    """A guard: Python rules of operators (`py_impl` for keys) are seen.

    >>> from wye import dispatch
    >>> with enable_python_dispatcher():
    ...     dispatch.is_included("PythonDispatcher")
    True
    """
    return include(_SELF)


def no_python_dispatcher() -> Guard:
    """A guard: Python rules of operators are ignored, even if the Python dispatcher was enabled outside."""
    return set_include(_SELF, False)


def enable_pre_dispatch() -> Guard:
    """A guard: calls start at PreDispatch, where the modes set for it see them if the Python dispatcher is on."""
    return include(DispatchKey.PreDispatch)


def _kernel_of(op: OpOverload, key: DispatchKey) -> Kernel | None:
    """The kernel registered at exactly this key, alias keys among them, or else the one in the key's slot."""
    entry = op._entry
    if key in entry.kernels:
        return entry.table_kernel(key, False)
    return None if key.is_alias else op.kernel_at(slot_of(key))  # type: ignore[return-value]  # no others are installed


def call_kernel_of(op: OpOverload, key: DispatchKey, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Run the kernel that ``op`` has for ``key``, an alias key too, with the key set of a fresh call.

    Raises:
        NoKernelError: there is none, or it falls through.
    """
    kernel = _kernel_of(op, key)
    if kernel is None:
        raise explain_miss(op, DispatchKeySet(key), args, kwargs)
    return _call(kernel, op, args, kwargs)


def _call(kernel: Kernel, op: OpOverload, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    if kernel.kind == engine.PLAIN:  # needs no key set
        assert kernel.fn is not None
        return kernel.fn(*args, **kwargs)
    return call_kernel(kernel, op, engine.keys_of_call(op, args, kwargs), args, kwargs)


@lru_cache(4096)
def _highest(keyset: DispatchKeySet) -> DispatchKey:
    return keyset.highest_priority()


def _dispatch(op: OpOverload, keyset: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The fallback at PythonDispatcher: resolve the highest key that is left."""
    rest = keyset - _SELF_ALONE
    while True:
        key = _highest(rest)
        answer = get_dispatch(op, key)
        if not isinstance(answer, DispatchKey):
            return answer(*args, **kwargs)
        kernel = _kernel_of(op, answer)
        if kernel is None:
            raise explain_miss(op, DispatchKeySet(answer), args, kwargs)
        if kernel.kind != engine.FALLTHROUGH or not key:
            return _call(kernel, op, args, kwargs)
        rest = rest.remove(key)  # a kernel redispatched to a key that falls through


registry.give_engine(_SELF, _dispatch)
registry.give_engine(DispatchKey.PreDispatch, None)
