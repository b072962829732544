"""`torch.cpu.amp.autocast_mode`.  Aliases only."""

from wye.deprecated.amp_of_devices import cpu_autocast as autocast

__all__ = ["autocast"]
