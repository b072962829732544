"""Turns autocast on and off for a device; the functions of one device have PyTorch's former names.  Cold path."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from wye import autocast_mode as mode
from wye.errors import ArgumentError

if TYPE_CHECKING:
    from wye.schema.values import dtype as Dtype  # noqa: N812 - the arguments are called dtype

__all__ = [
    "get_cpu_dtype",
    "get_gpu_dtype",
    "is_cpu_enabled",
    "set_cpu_dtype",
    "set_cpu_enabled",
    "set_enabled",
    "set_gpu_dtype",
]


def set_enabled(device_type: str | bool, enabled: bool | None = None) -> None:
    """Cast calls on a device in this thread, or stop doing so; `autocast` is nearly always better.

    A lone bool is for CUDA.

    Raises:
        ArgumentError: it is no device type and a bool.
    """
    if isinstance(device_type, bool) and enabled is None:
        enabled = device_type
        device_type = "cuda"
    if not isinstance(device_type, str) or not isinstance(enabled, bool):
        raise ArgumentError(
            f"set_autocast_enabled() takes a device type and a bool, not {device_type!r} and {enabled!r}",
            fix='set_autocast_enabled("cpu", True)',
        )
    if enabled:
        from wye.amp.loading import load  # here: it loads the operator set, which programs may not need

        load()
    mode.set_enabled(device_type, enabled)


def _former(name: str, device_type: str) -> None:
    now = name.replace("cpu_", "").replace("gpu_", "")
    more = ", ..." if name.startswith("set") else ""
    warnings.warn(
        f"{name}() is deprecated. Please use {now}('{device_type}'{more}) instead.", DeprecationWarning, stacklevel=3
    )


def is_cpu_enabled() -> bool:
    """Are calls on the CPU cast in this thread?"""
    _former("is_autocast_cpu_enabled", "cpu")
    return mode.is_enabled("cpu")


def set_cpu_enabled(enabled: bool) -> None:
    """Cast calls on the CPU, or stop doing so."""
    _former("set_autocast_cpu_enabled", "cpu")
    set_enabled("cpu", enabled)


def get_cpu_dtype() -> Dtype:
    """What autocast casts to on the CPU."""
    _former("get_autocast_cpu_dtype", "cpu")
    return mode.get_dtype("cpu")


def set_cpu_dtype(dtype: Dtype) -> None:
    """Set what autocast casts to on the CPU."""
    _former("set_autocast_cpu_dtype", "cpu")
    mode.set_dtype("cpu", dtype)


def get_gpu_dtype() -> Dtype:
    """What autocast casts to on CUDA."""
    _former("get_autocast_gpu_dtype", "cuda")
    return mode.get_dtype("cuda")


def set_gpu_dtype(dtype: Dtype) -> None:
    """Set what autocast casts to on CUDA."""
    _former("set_autocast_gpu_dtype", "cuda")
    mode.set_dtype("cuda", dtype)
