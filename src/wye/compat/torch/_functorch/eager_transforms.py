"""`torch._functorch.eager_transforms`: function transforms.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.transforms.gradients import jacrev, vjp
from wye.transforms.linear import linearize
from wye.transforms.tangents import hessian, jacfwd, jvp

__all__ = ["hessian", "jacfwd", "jacrev", "jvp", "linearize", "vjp"]

__getattr__ = names_of(__name__)
