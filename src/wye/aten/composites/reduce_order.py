"""Ordering operators written over others."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.aten.reduction import axis_of
from wye.call.packets import ops
from wye.schema.values import DTYPES

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()

_INTERPOLATIONS = ("linear", "lower", "higher", "midpoint", "nearest")


@IMPLICIT("argsort")
def argsort(self: Any, dim: int = -1, descending: bool = False) -> Any:
    """The places of the elements in order."""
    return self.sort(dim, descending)[1]


@IMPLICIT("argsort.stable")
def argsort_stable(self: Any, *, stable: bool, dim: int = -1, descending: bool = False) -> Any:
    """The places of the elements in order, equal ones in their old order."""
    return self.sort(stable=stable, dim=dim, descending=descending)[1]


@IMPLICIT("argsort.stable_out")
def argsort_stable_out(self: Any, *, stable: bool, dim: int = -1, descending: bool = False, out: Any) -> Any:
    """The same, stored in another tensor."""
    values = self.new_empty([0])
    ops.aten.sort.values_stable(self, stable=stable, dim=dim, descending=descending, values=values, indices=out)
    return out


@IMPLICIT("msort.out")
def msort_out(self: Any, *, out: Any) -> Any:
    """The elements in order along the first dimension, stored in another tensor."""
    return ops.aten.sort.values(self, 0, False, values=out, indices=self.new_empty([0], dtype=DTYPES["int64"]))[0]


@IMPLICIT("msort")
def msort(self: Any) -> Any:
    """The elements in order along the first dimension."""
    return self.sort(0, False)[0]


@IMPLICIT("value_selecting_reduction_backward")
def value_selecting_reduction_backward(grad: Any, dim: int, indices: Any, sizes: Any, keepdim: bool) -> Any:
    """Gradients at the places that were chosen, zero elsewhere."""
    if not keepdim and len(sizes):
        grad, indices = grad.unsqueeze(dim), indices.unsqueeze(dim)
    return grad.new_zeros(list(sizes)).scatter(dim, indices, grad)


def _check_quantile(name: str, self: Any, q: Any, interpolation: str) -> None:
    if self.numel() == 0:
        raise RuntimeError(f"{name}() input tensor must be non-empty")
    if self.dtype not in (DTYPES["float32"], DTYPES["float64"]):
        raise RuntimeError(f"{name}() input tensor must be either float or double dtype")
    if q.dim() > 1:
        raise RuntimeError(f"{name}() q must be a scalar or 1D tensor")
    if q.dtype != self.dtype:
        raise RuntimeError(f"{name}() q tensor must be same dtype as the input tensor")
    if interpolation not in _INTERPOLATIONS:
        raise RuntimeError(
            f"{name}() interpolation must be one of linear, lower, higher, midpoint or nearest, but got {interpolation}"
        )


def _check_fractions(name: str, q: Any) -> None:
    if not bool(q.ge(0).logical_and(q.le(1)).all()):
        raise RuntimeError(f"{name}() q values must be in the range [0, 1]")


def _quantile(name: str, self: Any, q: Any, dim: int | None, keepdim: bool, interpolation: str) -> Any:
    """Elements, or mixtures of neighbours, at fractions of the ordered lines.  The result's first dimension is q's."""
    lines = self.reshape([-1]) if dim is None else self.movedim(axis_of(dim, self.dim()), -1) if self.dim() else self
    lines = (lines if lines.dim() else lines.unsqueeze(0)).sort(-1, False)[0]
    nan = lines.isnan()
    last = lines.size(-1) - 1
    fractions = q.reshape([-1])
    if name == "nanquantile":
        ranks = nan.logical_not().sum([-1], True).sub(1).to(self.dtype).mul(fractions).clamp_min(0)
    else:
        ranks = fractions.mul(last).expand([*lines.shape[:-1], fractions.size(0)])
        ranks = ranks.masked_fill(nan.any(-1, True), last)
    ranks = {"lower": ranks.floor, "higher": ranks.ceil, "nearest": ranks.round}.get(interpolation, lambda: ranks)()
    below = ranks.to(DTYPES["int64"])
    values = lines.gather(-1, below)
    if interpolation in ("linear", "midpoint"):
        weights = ranks.sub(below) if interpolation == "linear" else ranks.new_full(list(ranks.shape), 0.5)
        values = values.lerp(lines.gather(-1, ranks.ceil().to(DTYPES["int64"])), weights)
    return _shaped(self, values, q, dim, keepdim)


def _shaped(self: Any, values: Any, q: Any, dim: int | None, keepdim: bool) -> Any:
    if keepdim and self.dim():
        kept = [*[1] * self.dim(), values.size(-1)]
        values = values.reshape(kept) if dim is None else values.unsqueeze(axis_of(dim, self.dim()))
    return values.movedim(-1, 0) if q.dim() else values.squeeze(-1)


@IMPLICIT("quantile")
def quantile(self: Any, q: Any, dim: int | None = None, keepdim: bool = False, *, interpolation: str = "linear") -> Any:
    """Elements at fractions of the order; NaN if there is one."""
    _check_quantile("quantile", self, q, interpolation)
    _check_fractions("quantile", q)
    return _quantile("quantile", self, q, dim, keepdim, interpolation)


@IMPLICIT("nanquantile")
def nanquantile(
    self: Any, q: Any, dim: int | None = None, keepdim: bool = False, *, interpolation: str = "linear"
) -> Any:
    """Elements at fractions of the order of what is a number."""
    _check_quantile("nanquantile", self, q, interpolation)
    _check_fractions("nanquantile", q)
    return _quantile("nanquantile", self, q, dim, keepdim, interpolation)


def _of_number(name: str, self: Any, q: float, dim: int | None, keepdim: bool, interpolation: str) -> Any:
    if not 0 <= q <= 1:
        raise RuntimeError(f"{name}() q must be in the range [0, 1] but got {q:g}")
    fraction = self.new_full([], q)
    _check_quantile(name, self, fraction, interpolation)
    return _quantile(name, self, fraction, dim, keepdim, interpolation)


@IMPLICIT("quantile.scalar")
def quantile_scalar(
    self: Any, q: float, dim: int | None = None, keepdim: bool = False, *, interpolation: str = "linear"
) -> Any:
    """The element at a fraction of the order."""
    return _of_number("quantile", self, q, dim, keepdim, interpolation)


@IMPLICIT("nanquantile.scalar")
def nanquantile_scalar(
    self: Any, q: float, dim: int | None = None, keepdim: bool = False, *, interpolation: str = "linear"
) -> Any:
    """The element at a fraction of the order of what is a number."""
    return _of_number("nanquantile", self, q, dim, keepdim, interpolation)
