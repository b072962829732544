"""Ordering operators written over others."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.aten.metadata import dtype_of, ndim_of, numel_of, size_of
from wye.aten.reduction import axis_of
from wye.call.packets import ops
from wye.schema.values import DTYPES

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten

_INTERPOLATIONS = ("linear", "lower", "higher", "midpoint", "nearest")


@IMPLICIT("argsort")
def argsort(self: Any, dim: int = -1, descending: bool = False) -> Any:
    """The places of the elements in order."""
    return aten.sort(self, dim, descending)[1]


@IMPLICIT("argsort.stable")
def argsort_stable(self: Any, *, stable: bool, dim: int = -1, descending: bool = False) -> Any:
    """The places of the elements in order, equal ones in their old order."""
    return aten.sort(self, stable=stable, dim=dim, descending=descending)[1]


@IMPLICIT("argsort.stable_out")
def argsort_stable_out(self: Any, *, stable: bool, dim: int = -1, descending: bool = False, out: Any) -> Any:
    """The same, stored in another tensor."""
    values = aten.new_empty.default(self, [0])
    aten.sort.values_stable(self, stable=stable, dim=dim, descending=descending, values=values, indices=out)
    return out


@IMPLICIT("msort.out")
def msort_out(self: Any, *, out: Any) -> Any:
    """The elements in order along the first dimension, stored in another tensor."""
    return aten.sort.values(
        self, 0, False, values=out, indices=aten.new_empty.default(self, [0], dtype=DTYPES["int64"])
    )[0]


@IMPLICIT("msort")
def msort(self: Any) -> Any:
    """The elements in order along the first dimension."""
    return aten.sort(self, 0, False)[0]


@IMPLICIT("value_selecting_reduction_backward")
def value_selecting_reduction_backward(grad: Any, dim: int, indices: Any, sizes: Any, keepdim: bool) -> Any:
    """Gradients at the places that were chosen, zero elsewhere."""
    if not keepdim and len(sizes):
        grad, indices = aten.unsqueeze.default(grad, dim), aten.unsqueeze.default(indices, dim)
    return aten.scatter(aten.new_zeros.default(grad, list(sizes)), dim, indices, grad)


def _check_quantile(name: str, self: Any, q: Any, interpolation: str) -> None:
    if numel_of(self) == 0:
        raise RuntimeError(f"{name}() input tensor must be non-empty")
    if dtype_of(self) not in (DTYPES["float32"], DTYPES["float64"]):
        raise RuntimeError(f"{name}() input tensor must be either float or double dtype")
    if ndim_of(q) > 1:
        raise RuntimeError(f"{name}() q must be a scalar or 1D tensor")
    if dtype_of(q) != dtype_of(self):
        raise RuntimeError(f"{name}() q tensor must be same dtype as the input tensor")
    if interpolation not in _INTERPOLATIONS:
        raise RuntimeError(
            f"{name}() interpolation must be one of linear, lower, higher, midpoint or nearest, but got {interpolation}"
        )


def _check_fractions(name: str, q: Any) -> None:
    if not aten.is_nonzero.default(aten.all(aten.logical_and_.default(aten.ge(q, 0), aten.le(q, 1)))):
        raise RuntimeError(f"{name}() q values must be in the range [0, 1]")


def _quantile(name: str, self: Any, q: Any, dim: int | None, keepdim: bool, interpolation: str) -> Any:
    """Elements, or mixtures of neighbours, at fractions of the ordered lines.  The result's first dimension is q's."""
    lines = (
        aten.reshape.default(self, [-1])
        if dim is None
        else aten.movedim.int(self, axis_of(dim, ndim_of(self)), -1)
        if ndim_of(self)
        else self
    )
    lines = aten.sort(lines if ndim_of(lines) else aten.unsqueeze.default(lines, 0), -1, False)[0]
    nan = aten.isnan.default(lines)
    last = size_of(lines, -1) - 1
    fractions = aten.reshape.default(q, [-1])
    if name == "nanquantile":
        ranks = aten.clamp_min(
            aten.mul(
                aten.to.dtype(
                    aten.sub(aten.sum.dim_IntList(aten.logical_not.default(nan), [-1], True), 1), dtype_of(self)
                ),
                fractions,
            ),
            0,
        )
    else:
        ranks = aten.expand.default(aten.mul(fractions, last), [*lines.shape[:-1], size_of(fractions, 0)])
        ranks = aten.masked_fill(ranks, aten.any(nan, -1, True), last)
    if interpolation in ("lower", "higher", "nearest"):
        round_ = {"lower": aten.floor_, "higher": aten.ceil_, "nearest": aten.round_}[interpolation]
        ranks = round_.default(ranks)
    below = aten.to.dtype(ranks, DTYPES["int64"])
    values = aten.gather(lines, -1, below)
    if interpolation in ("linear", "midpoint"):
        weights = (
            aten.sub(ranks, below)
            if interpolation == "linear"
            else aten.new_full.default(ranks, list(ranks.shape), 0.5)
        )
        values = aten.lerp(values, aten.gather(lines, -1, aten.to.dtype(aten.ceil(ranks), DTYPES["int64"])), weights)
    return _shaped(self, values, q, dim, keepdim)


def _shaped(self: Any, values: Any, q: Any, dim: int | None, keepdim: bool) -> Any:
    if keepdim and ndim_of(self):
        kept = [*[1] * ndim_of(self), size_of(values, -1)]
        values = (
            aten.reshape.default(values, kept)
            if dim is None
            else aten.unsqueeze.default(values, axis_of(dim, ndim_of(self)))
        )
    return aten.movedim.int(values, -1, 0) if ndim_of(q) else aten.squeeze.dim(values, -1)


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
    fraction = aten.new_full.default(self, [], q)
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
