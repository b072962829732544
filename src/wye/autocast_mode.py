"""Whether calls in this thread are cast, and to which dtype: the state of autocast, and the cast itself.

Cold but for `cast`.  Autocast is on for a device while the device's Autocast key is not excluded in the thread, so the
engine's state is the only switch; see Note [Autocast is off by exclusion].
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.errors import UnknownKeyError
from wye.keys import DispatchKey, DispatchKeySet, key_for_device
from wye.schema.values import DTYPES

if TYPE_CHECKING:
    from wye.schema.values import dtype

__all__ = [
    "cast",
    "cast_cached",
    "clear_cache",
    "decrement_nesting",
    "get_dtype",
    "has_autocast",
    "increment_nesting",
    "is_any_enabled",
    "is_cache_enabled",
    "is_enabled",
    "key_of",
    "set_cache_enabled",
    "set_dtype",
    "set_enabled",
]

# Note [Autocast is off by exclusion]
# Every tensor has its device's Autocast key, and every thread begins with these keys excluded: while autocast is off a
# call does nothing for it. `set_enabled` takes a key out of the excluded ones; a kernel at an Autocast key puts it back
# while it casts and calls the operator again, so the call ends and everything inside runs as with autocast off.
# Broken by: a kernel at an Autocast key that calls its operator without excluding the key.
# Guarded by: tests/unit/amp/test_autocast.py

_LOWER: Final = {
    **dict.fromkeys(("cpu", "hpu", "xla", "maia"), "bfloat16"),
    **dict.fromkeys(("cuda", "xpu", "mps", "mtia", "ipu"), "float16"),
}
_PRIVATE: Final = "float16"  # of devices that programs name
_FLOAT64: Final = DTYPES["float64"]
_FLOAT32: Final = DTYPES["float32"]


class _Thread(threading.local):
    cache_enabled: bool = True
    nesting: int = 0

    def __init__(self) -> None:
        self.dtypes: dict[str, dtype] = {}
        self.casts: dict[tuple[int, dtype], tuple[Any, Any]] = {}  # by the tensor that was cast, which stays alive


thread: Final = _Thread()


def has_autocast(device_type: str) -> bool:
    """Is there a key at which calls on a device would be cast?"""
    return f"Autocast{key_for_device(device_type).name}" in DispatchKey.__members__


def key_of(device_type: str) -> DispatchKey:
    """The Autocast key of a device.

    Raises:
        UnknownKeyError: it has none.
    """
    name = f"Autocast{key_for_device(device_type).name}"
    if name not in DispatchKey.__members__:
        raise UnknownKeyError(f"unknown device type for autocast: {device_type}", fix=f"one of {', '.join(_LOWER)}")
    return DispatchKey.__members__[name]


def is_enabled(device_type: str = "cuda") -> bool:
    """Are calls on a device cast in this thread?"""
    return not engine.get_state()[1].has(key_of(device_type))  # type: ignore[attr-defined]  # a set of keys


def is_any_enabled() -> bool:
    """Are calls on some device cast in this thread?"""
    return any(is_enabled(name) for name in _LOWER)


def set_enabled(device_type: str, enabled: bool) -> None:
    """Cast calls on a device in this thread, or stop doing so."""
    key = DispatchKeySet(key_of(device_type))
    included, excluded = engine.get_state()
    engine.set_state(included, excluded - key if enabled else excluded | key)


def get_dtype(device_type: str) -> dtype:
    """What autocast casts to on a device.

    Raises:
        UnknownKeyError: the device has no autocast.
    """
    found = thread.dtypes.get(device_type)
    if found is None:
        key_of(device_type)
        found = DTYPES[_LOWER.get(device_type, _PRIVATE)]
    return found


def set_dtype(device_type: str, dtype: dtype) -> None:
    """Set what autocast casts to on a device, in this thread."""
    key_of(device_type)
    thread.dtypes[device_type] = dtype


def is_cache_enabled() -> bool:
    """Are casts of leaves that require grad kept until the outermost block ends?"""
    return thread.cache_enabled


def set_cache_enabled(enabled: bool) -> None:
    """Keep casts of leaves that require grad, or not."""
    thread.cache_enabled = bool(enabled)


def clear_cache() -> None:
    """Forget the casts that this thread keeps."""
    thread.casts.clear()


def increment_nesting() -> int:
    """Enter a block of autocast; how many this thread is in now."""
    thread.nesting += 1
    return thread.nesting


def decrement_nesting() -> int:
    """Leave a block of autocast; how many this thread is in now."""
    thread.nesting -= 1
    return thread.nesting


def is_eligible(value: Any, device_type: str) -> bool:
    """Is it a tensor on the device that autocast may cast?  float64 was asked for, and is kept."""
    own, device = getattr(value, "dtype", None), getattr(value, "device", None)
    if getattr(device, "type", None) != device_type or not getattr(own, "is_floating_point", False):
        return False
    return own is not _FLOAT64


def cast(value: Any, device_type: str, to: dtype) -> Any:
    """``value``, or a floating-point tensor on the device as another dtype, also inside lists and dicts."""
    if isinstance(value, (list, tuple)):
        return type(value)(cast(item, device_type, to) for item in value)
    if isinstance(value, dict):
        return {name: cast(item, device_type, to) for name, item in value.items()}
    if not is_eligible(value, device_type) or value.dtype is to:
        return value
    return value.to(to)


def cast_cached(value: Any, device_type: str, to: dtype) -> Any:
    """As `cast`, for arguments of an operator; casts of parameters are kept until the outermost block ends."""
    if isinstance(value, (list, tuple)):
        return [cast_cached(item, device_type, to) for item in value]
    if not is_eligible(value, device_type) or value.dtype is to:
        return value
    if not (thread.cache_enabled and value.dtype is _FLOAT32 and _is_parameter(value) and to is get_dtype(device_type)):
        return value.to(to)
    found = thread.casts.get((id(value), to))
    if found is None:
        found = value, value.to(to)
        if found[1].requires_grad:  # else nothing records here: a later call with recording needs one of its own
            thread.casts[id(value), to] = found
    return found[1]


def _is_parameter(value: Any) -> bool:
    return bool(value.requires_grad and value.is_leaf and not value._is_view())
