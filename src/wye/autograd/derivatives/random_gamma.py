"""Derivatives of random numbers of gamma distributions, at their place in the distribution.

Those of Dirichlet distributions come from `wye.distributions`, as in PyTorch.
"""

from __future__ import annotations

from wye.autograd.rules import NO_FORMULA, Derivative, derivative
from wye.call.packets import ops

__all__ = ["DERIVATIVES"]

DERIVATIVES: dict[str, Derivative] = {
    "_standard_gamma": derivative(self=lambda grad, self, result: grad * ops.aten._standard_gamma_grad(self, result)),
    "_standard_gamma_grad": NO_FORMULA,
    "_sample_dirichlet": NO_FORMULA,
    "_dirichlet_grad": NO_FORMULA,
}
