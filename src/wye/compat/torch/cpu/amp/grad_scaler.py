"""`torch.cpu.amp.grad_scaler`.  Aliases only."""

from wye.amp.grad_scaler import OptState
from wye.deprecated.amp_of_devices import CpuGradScaler as GradScaler

__all__ = ["GradScaler", "OptState"]
