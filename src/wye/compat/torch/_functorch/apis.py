"""`torch._functorch.apis`: function transforms.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.transforms import vmap
from wye.transforms.gradients import grad, grad_and_value

__all__ = ["grad", "grad_and_value", "vmap"]

__getattr__ = names_of(__name__)
