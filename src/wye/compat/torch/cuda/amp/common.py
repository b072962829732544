"""`torch.cuda.amp.common`.  Aliases only."""

from wye.deprecated.amp_of_devices import amp_definitely_not_available

__all__ = ["amp_definitely_not_available"]
