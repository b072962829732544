"""`torch.cuda`: there is no CUDA here, and these functions say so.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.testing.no_cuda import current_device, device_count, is_available, is_initialized, manual_seed, synchronize
from wye.testing.no_cuda import manual_seed as manual_seed_all
from wye.testing.no_cuda import supports as is_bf16_supported
from wye.testing.no_cuda import supports as is_tf32_supported

__all__ = [
    "current_device",
    "device_count",
    "is_available",
    "is_bf16_supported",
    "is_initialized",
    "is_tf32_supported",
    "manual_seed",
    "manual_seed_all",
    "synchronize",
]

__getattr__ = names_of(__name__)
