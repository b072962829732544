"""Kernels at the Autocast keys, one maker for each policy.

Warm: each leaves the key behind, casts the arguments, and calls the operator again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.amp.policies import BANNED_MESSAGES, WITH_DTYPE
from wye.autocast_mode import cast_cached, get_dtype, is_eligible, key_of
from wye.call import exclude, ops
from wye.errors import ArgumentError
from wye.keys import DispatchKeySet
from wye.schema.values import DTYPES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wye.schema.values import dtype

    _Kernel = Callable[[Any, DispatchKeySet, tuple[Any, ...], dict[str, Any]], Any]

__all__ = ["make"]

_FLOAT32: Final = DTYPES["float32"]


def make(policy: str, name: str, device_type: str) -> _Kernel:
    """The kernel of an operator at a device's Autocast key; the engine passes it the operator and the call's keys."""
    return _MAKERS[policy](name, device_type, DispatchKeySet(key_of(device_type)))


def _run(op: Any, to: dtype, device_type: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    cast = [cast_cached(value, device_type, to) for value in args]
    return op(*cast, **{name: cast_cached(value, device_type, to) for name, value in kwargs.items()})


def _lower(_: str, device_type: str, off: DispatchKeySet) -> _Kernel:
    def lower(op: Any, keyset: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        with exclude(off):
            return _run(op, get_dtype(device_type), device_type, args, kwargs)

    return lower


def _fp32(_: str, device_type: str, off: DispatchKeySet) -> _Kernel:
    def fp32(op: Any, keyset: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        with exclude(off):
            return _run(op, _FLOAT32, device_type, args, kwargs)

    return fp32


def _promote(_: str, device_type: str, off: DispatchKeySet) -> _Kernel:
    def promote(op: Any, keyset: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        with exclude(off):
            return _run(op, _widest((*args, *kwargs.values()), device_type), device_type, args, kwargs)

    return promote


def _tensors(values: Any) -> Iterator[Any]:
    for value in values:
        if isinstance(value, (list, tuple)):
            yield from _tensors(value)
        else:
            yield value


def _widest(values: tuple[Any, ...], device_type: str) -> dtype:
    """float32 if an argument has it, else the block's dtype.

    Raises:
        ArgumentError: an argument is of neither.
    """
    widest = lower = get_dtype(device_type)
    for value in _tensors(values):
        if not is_eligible(value, device_type):
            continue
        if value.dtype is _FLOAT32:
            widest = _FLOAT32
        elif value.dtype is not lower and widest is not _FLOAT32:
            raise ArgumentError(
                f"autocast to {lower} cannot choose a dtype for {value.dtype} arguments of operators that take several",
                fix=f"cast to float32 or to {lower} first, or autocast to {value.dtype}",
            )
    return widest


def _set_dtype(_: str, device_type: str, off: DispatchKeySet) -> _Kernel:
    def set_dtype(op: Any, keyset: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        place = [argument.name for argument in op._schema.arguments].index("dtype")
        given = args[place] if place < len(args) else kwargs.get("dtype")
        with exclude(off):
            if given is not None or not is_eligible(args[0] if args else None, device_type):
                return op(*args, **kwargs)
            return op(*args[:place], **{**kwargs, "dtype": _FLOAT32})

    return set_dtype


def _append(name: str, device_type: str, off: DispatchKeySet) -> _Kernel:
    packet, _, overload = WITH_DTYPE[name].partition(".")

    def append(op: Any, keyset: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        with exclude(off):
            if not is_eligible(args[0] if args else None, device_type):
                return op(*args, **kwargs)
            filled = [*args, *(a.default_value for a in op._schema.arguments[len(args) :] if a.name not in kwargs)]
            return getattr(getattr(ops.aten, packet), overload)(*filled, **kwargs, dtype=_FLOAT32)

    return append


def _banned(name: str, _: str, __: DispatchKeySet) -> _Kernel:
    message, fix = BANNED_MESSAGES[name]

    def banned(op: Any, keyset: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        raise ArgumentError(message, fix=fix)

    return banned


_MAKERS: Final[dict[str, Callable[[str, str, DispatchKeySet], _Kernel]]] = {
    "lower": _lower,
    "fp32": _fp32,
    "promote": _promote,
    "set_dtype": _set_dtype,
    "append": _append,
    "banned": _banned,
}
