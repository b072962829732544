"""Autocast and scalers of one device each, as `torch.cuda.amp` and `torch.cpu.amp` had them; use `wye.amp`."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, ClassVar

from wye.amp.block import autocast, custom_bwd, custom_fwd
from wye.amp.grad_scaler import GradScaler
from wye.schema.values import DTYPES

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.schema.values import dtype as Dtype  # noqa: N812 - the argument is called dtype

__all__ = [
    "CpuGradScaler",
    "CudaGradScaler",
    "amp_definitely_not_available",
    "cpu_autocast",
    "cuda_autocast",
    "cuda_custom_bwd",
    "cuda_custom_fwd",
]


def _warn(device: str, name: str, now: str) -> None:
    warnings.warn(
        f"`torch.{device}.amp.{name}(args...)` is deprecated. Please use `torch.amp.{name}({now})` instead.",
        FutureWarning,
        stacklevel=3,
    )


class cuda_autocast(autocast):  # noqa: N801 - as `autocast` is called
    """`autocast` for CUDA, without which it casts nothing."""

    def __init__(self, enabled: bool = True, dtype: Dtype = DTYPES["float16"], cache_enabled: bool = True) -> None:
        """Cast to ``dtype``."""
        _warn("cuda", "autocast", "'cuda', args...")
        super().__init__("cuda", dtype, enabled, cache_enabled)


class cpu_autocast(autocast):  # noqa: N801 - as `autocast` is called
    """`autocast` for the CPU."""

    def __init__(self, enabled: bool = True, dtype: Dtype = DTYPES["bfloat16"], cache_enabled: bool = True) -> None:
        """Cast to ``dtype``."""
        _warn("cpu", "autocast", "'cpu', args...")
        super().__init__("cpu", dtype, enabled, cache_enabled)


class _DeviceGradScaler(GradScaler):
    """`GradScaler` for the device of the class."""

    _device_type: ClassVar[str]

    def __init__(
        self,
        init_scale: float = 2.0**16,
        growth_factor: float = 2.0,
        backoff_factor: float = 0.5,
        growth_interval: int = 2000,
        enabled: bool = True,
    ) -> None:
        """Begin with the factor ``init_scale``."""
        _warn(self._device_type, "GradScaler", f"'{self._device_type}', args...")
        super().__init__(self._device_type, init_scale, growth_factor, backoff_factor, growth_interval, enabled)


class CudaGradScaler(_DeviceGradScaler):
    """`GradScaler` for CUDA, without which it scales nothing."""

    _device_type = "cuda"


class CpuGradScaler(_DeviceGradScaler):
    """`GradScaler` for the CPU."""

    _device_type = "cpu"


def cuda_custom_fwd(fwd: Callable[..., Any] | None = None, *, cast_inputs: Dtype | None = None) -> Callable[..., Any]:
    """`custom_fwd` for CUDA."""
    _warn("cuda", "custom_fwd", "args..., device_type='cuda'")
    return custom_fwd(fwd, device_type="cuda", cast_inputs=cast_inputs)


def cuda_custom_bwd(bwd: Callable[..., Any]) -> Callable[..., Any]:
    """`custom_bwd` for CUDA."""
    _warn("cuda", "custom_bwd", "args..., device_type='cuda'")
    return custom_bwd(bwd, device_type="cuda")


def amp_definitely_not_available() -> bool:
    """Is there no CUDA?"""
    return True
