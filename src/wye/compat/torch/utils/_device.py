"""`torch.utils._device`: the device of tensors for which none is named.  Aliases only."""

from __future__ import annotations

from wye.default_device import DeviceContext
from wye.default_device import on_device as set_device

__all__ = ["DeviceContext", "set_device"]
