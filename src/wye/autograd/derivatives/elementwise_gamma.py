"""Derivatives of functions around the gamma function."""

from __future__ import annotations

from typing import Any

from wye.autograd.formulas import refused
from wye.autograd.rules import Derivative, derivative
from wye.call.packets import ops

__all__ = ["DERIVATIVES"]


def _density(grad: Any, self: Any, other: Any) -> Any:
    """The derivative of the regularised incomplete gamma function as to its limit."""
    return grad * ((self - 1) * other.log() - other - self.lgamma()).exp()


def _zeta(grad: Any, self: Any, other: Any) -> Any:
    return grad * -self * ops.aten.special_zeta(self + 1, other)


def _several(grad: Any, self: Any, p: int) -> Any:
    total = self.digamma()
    for i in range(1, p):
        total = total + (self - i / 2).digamma()
    return grad * total


_POLYGAMMA = derivative(
    self=lambda grad, self, n: grad * ops.aten.polygamma.default(n + 1, self),
    forward="elementwise",
    node="PolygammaBackward0",
).writes_as("PolygammaBackward1")

DERIVATIVES: dict[str, Derivative] = {
    "polygamma": _POLYGAMMA,
    "polygamma_": _POLYGAMMA,
    "special_zeta": derivative(self=refused("zeta"), other=_zeta, forward="elementwise"),
    "special_zeta.self_scalar": derivative(other=_zeta, forward="elementwise", node="SpecialZetaBackward1"),
    "special_zeta.other_scalar": derivative(self=refused("zeta"), forward="elementwise", node="SpecialZetaBackward2"),
    "igamma": derivative(self=refused("igamma: input"), other=_density, forward="elementwise"),
    "igammac": derivative(
        self=refused("igammac: input"),
        other=lambda grad, self, other: -_density(grad, self, other),
        forward="elementwise",
    ),
    "mvlgamma": derivative(self=_several, forward="elementwise"),
}
