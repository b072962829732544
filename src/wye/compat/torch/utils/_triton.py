"""`torch.utils._triton`: it is not there.  Aliases only."""

from __future__ import annotations

from wye.device_answers import never as has_triton
from wye.device_answers import never as has_triton_package
from wye.device_answers import never as has_triton_tma
from wye.device_answers import never as has_triton_tma_device

__all__ = ["has_triton", "has_triton_package", "has_triton_tma", "has_triton_tma_device"]
