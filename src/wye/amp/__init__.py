"""Autocast: calls in narrower dtypes, by the Autocast keys.  May import: aten and everything below.

policies (which operator is cast how: data) -> casting (kernels) -> loading (into the tables, when autocast is first
turned on) -> switches -> block (`autocast`); `grad_scaler`
(losses scaled up).  The thread's state is `wye.autocast_mode`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from wye.amp.block import autocast, custom_bwd, custom_fwd
    from wye.amp.grad_scaler import GradScaler
    from wye.amp.switches import set_enabled as set_autocast_enabled
    from wye.autocast_mode import clear_cache as clear_autocast_cache
    from wye.autocast_mode import get_dtype as get_autocast_dtype
    from wye.autocast_mode import has_autocast as is_autocast_available
    from wye.autocast_mode import is_cache_enabled as is_autocast_cache_enabled
    from wye.autocast_mode import is_enabled as is_autocast_enabled
    from wye.autocast_mode import set_cache_enabled as set_autocast_cache_enabled
    from wye.autocast_mode import set_dtype as set_autocast_dtype

__all__ = [
    "GradScaler",
    "autocast",
    "clear_autocast_cache",
    "custom_bwd",
    "custom_fwd",
    "get_autocast_dtype",
    "is_autocast_available",
    "is_autocast_cache_enabled",
    "is_autocast_enabled",
    "set_autocast_cache_enabled",
    "set_autocast_dtype",
    "set_autocast_enabled",
]

_HOME: Final = {
    "GradScaler": ("wye.amp.grad_scaler", "GradScaler"),
    "autocast": ("wye.amp.block", "autocast"),
    "clear_autocast_cache": ("wye.autocast_mode", "clear_cache"),
    "custom_bwd": ("wye.amp.block", "custom_bwd"),
    "custom_fwd": ("wye.amp.block", "custom_fwd"),
    "get_autocast_dtype": ("wye.autocast_mode", "get_dtype"),
    "is_autocast_available": ("wye.autocast_mode", "has_autocast"),
    "is_autocast_cache_enabled": ("wye.autocast_mode", "is_cache_enabled"),
    "is_autocast_enabled": ("wye.autocast_mode", "is_enabled"),
    "set_autocast_cache_enabled": ("wye.autocast_mode", "set_cache_enabled"),
    "set_autocast_dtype": ("wye.autocast_mode", "set_dtype"),
    "set_autocast_enabled": ("wye.amp.switches", "set_enabled"),
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, own = _HOME[name]
    value = globals()[name] = getattr(importlib.import_module(module), own)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
