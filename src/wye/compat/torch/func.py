"""`torch.func`: function transforms.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.transforms import vmap
from wye.transforms.gradients import grad, grad_and_value, jacrev, vjp
from wye.transforms.tangents import hessian, jacfwd, jvp

__all__ = ["grad", "grad_and_value", "hessian", "jacfwd", "jacrev", "jvp", "vjp", "vmap"]

__getattr__ = names_of(__name__)
