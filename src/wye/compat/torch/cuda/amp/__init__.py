"""`torch.cuda.amp`.  Aliases only."""

from wye.compat.modules import names_of
from wye.deprecated.amp_of_devices import CudaGradScaler as GradScaler
from wye.deprecated.amp_of_devices import amp_definitely_not_available as amp_definitely_not_available
from wye.deprecated.amp_of_devices import cuda_autocast as autocast
from wye.deprecated.amp_of_devices import cuda_custom_bwd as custom_bwd
from wye.deprecated.amp_of_devices import cuda_custom_fwd as custom_fwd

__all__ = ["GradScaler", "amp_definitely_not_available", "autocast", "custom_bwd", "custom_fwd"]

__getattr__ = names_of(__name__)
