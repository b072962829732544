"""`torch.accelerator`: there is none here, and these functions say so.  Aliases only."""

from __future__ import annotations

from wye.device_answers import never as is_available
from wye.device_answers import none as current_accelerator
from wye.device_answers import nothing as empty_cache
from wye.device_answers import refuse
from wye.device_answers import zero as device_count
from wye.device_answers import zero as max_memory_allocated
from wye.device_answers import zero as memory_allocated

current_device_index = current_device_idx = set_device_index = set_device_idx = refuse("an accelerator")
current_stream = set_stream = synchronize = refuse("an accelerator")

__all__ = [
    "current_accelerator", "current_device_idx", "current_device_index", "current_stream", "device_count",
    "empty_cache", "is_available", "max_memory_allocated", "memory_allocated", "set_device_idx", "set_device_index",
    "set_stream", "synchronize",
]  # fmt: skip
