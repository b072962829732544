"""`torch.autograd.functional`.  Aliases only."""

from __future__ import annotations

from wye.autograd.functional import hessian, hvp, jacobian, jvp, vhp, vjp
from wye.compat.modules import names_of

__all__ = ["hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]

__getattr__ = names_of(__name__)
