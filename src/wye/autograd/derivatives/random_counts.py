"""Derivatives of counts: they do not change with a rate in small steps; binomial counts have no formula."""

from __future__ import annotations

from wye.autograd.formulas import zeros
from wye.autograd.rules import NO_FORMULA, Derivative, derivative

__all__ = ["DERIVATIVES"]

DERIVATIVES: dict[str, Derivative] = {
    "poisson": derivative(self=lambda grad: zeros(grad), forward=lambda self_t: zeros(self_t)),
    "binomial": NO_FORMULA,
}
