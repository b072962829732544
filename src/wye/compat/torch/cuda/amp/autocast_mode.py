"""`torch.cuda.amp.autocast_mode`.  Aliases only."""

from wye.deprecated.amp_of_devices import cuda_autocast as autocast
from wye.deprecated.amp_of_devices import cuda_custom_bwd as custom_bwd
from wye.deprecated.amp_of_devices import cuda_custom_fwd as custom_fwd

__all__ = ["autocast", "custom_bwd", "custom_fwd"]
