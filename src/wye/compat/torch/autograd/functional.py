"""`torch.autograd.functional`.  Aliases only."""

from __future__ import annotations

from wye.autograd.functional import hessian, hvp, jacobian, jvp, vhp, vjp
from wye.autograd.functional_jacobians import standard_basis as _construct_standard_basis_for
from wye.compat.modules import names_of

__all__ = ["_construct_standard_basis_for", "hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]

__getattr__ = names_of(__name__)
