"""`torch.cpu.amp`.  Aliases only."""

from wye.compat.modules import names_of
from wye.deprecated.amp_of_devices import CpuGradScaler as GradScaler
from wye.deprecated.amp_of_devices import cpu_autocast as autocast

__all__ = ["GradScaler", "autocast"]

__getattr__ = names_of(__name__)
