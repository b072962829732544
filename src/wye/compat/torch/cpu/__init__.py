"""`torch.cpu`: the device that is always there.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.device_answers import always as is_available
from wye.device_answers import always as is_initialized
from wye.device_answers import nothing as set_device
from wye.device_answers import nothing as synchronize
from wye.device_answers import one as device_count
from wye.device_answers import the_cpu as current_device

__all__ = ["current_device", "device_count", "is_available", "is_initialized", "set_device", "synchronize"]

__getattr__ = names_of(__name__)
