"""`torch.mtia`: there is no such device here, and these functions say so.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.device_answers import never as is_available
from wye.device_answers import never as is_initialized
from wye.device_answers import nothing as empty_cache
from wye.device_answers import nothing as manual_seed
from wye.device_answers import nothing as manual_seed_all
from wye.device_answers import refuse
from wye.device_answers import zero as device_count

synchronize = current_device = refuse("mtia")

__all__ = [
    "current_device", "device_count", "empty_cache", "is_available", "is_initialized", "manual_seed", "manual_seed_all",
    "synchronize",
]  # fmt: skip

__getattr__ = names_of(__name__)
