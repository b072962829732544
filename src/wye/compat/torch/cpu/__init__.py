"""`torch.cpu`: the device that is always there.  Aliases only."""

from __future__ import annotations

from wye.absent import nothing as set_device
from wye.absent import nothing as synchronize
from wye.compat.modules import names_of
from wye.process_settings import always as is_available
from wye.process_settings import always as is_initialized
from wye.process_settings import one as device_count
from wye.process_settings import the_cpu as current_device

__all__ = ["current_device", "device_count", "is_available", "is_initialized", "set_device", "synchronize"]

__getattr__ = names_of(__name__)
