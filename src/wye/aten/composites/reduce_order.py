"""Ordering operators written over others."""

from __future__ import annotations

from typing import Any

from wye.aten.composite_outputs import resize_output
from wye.aten.declare import Rules
from wye.aten.metadata import device_of, dtype_of, handled_in_python, ndim_of, numel_of, reuse, size_of
from wye.call.packets import ops
from wye.schema.values import DTYPES, LAYOUTS
from wye.tensors import Tensor
from wye.tensors.layout import wrap_dim
from wye.tensors.wrapped_array import WrappedArray

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten

_INTERPOLATIONS = ("linear", "lower", "higher", "midpoint", "nearest")


@IMPLICIT("argsort")
def argsort(self: Any, dim: int = -1, descending: bool = False) -> Any:
    """Indices that sort the elements."""
    return aten.sort(self, dim, descending)[1]


@IMPLICIT("argsort.stable")
def argsort_stable(self: Any, *, stable: bool, dim: int = -1, descending: bool = False) -> Any:
    """Indices that sort the elements, stably."""
    return aten.sort(self, stable=stable, dim=dim, descending=descending)[1]


@IMPLICIT("argsort.stable_out")
def argsort_stable_out(self: Any, *, stable: bool, dim: int = -1, descending: bool = False, out: Any) -> Any:
    """Indices that sort the elements, stably, stored in ``out``."""
    if not isinstance(self, Tensor):
        return aten.copy_.default(out, argsort_stable(self, stable=stable, dim=dim, descending=descending))
    options = {"dtype": dtype_of(self), "layout": LAYOUTS["strided"], "device": device_of(self)}
    values = aten.empty.memory_format([0], **options)
    aten.sort.values_stable(self, stable=stable, dim=dim, descending=descending, values=values, indices=out)
    return out


@IMPLICIT("msort.out")
def msort_out(self: Any, *, out: Any) -> Any:
    """The elements sorted along the first dimension, stored in ``out``."""
    if not isinstance(self, Tensor):
        return aten.copy_.default(out, msort(self))
    options = {"dtype": DTYPES["int64"], "layout": LAYOUTS["strided"], "device": device_of(self)}
    indices = aten.empty.memory_format([0], **options)
    return aten.sort.values(self, 0, False, values=out, indices=indices)[0]


@IMPLICIT("msort")
def msort(self: Any) -> Any:
    """The elements sorted along the first dimension."""
    return aten.sort(self, 0, False)[0]


@IMPLICIT("value_selecting_reduction_backward")
def value_selecting_reduction_backward(grad: Any, dim: int, indices: Any, sizes: Any, keepdim: bool) -> Any:
    """Gradients at the selected positions, zero elsewhere."""
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
    if handled_in_python(q):  # as in PyTorch: no elements are read where a handler sees the call
        return
    if isinstance(q._data, WrappedArray) and q._data.holds_batch:
        return
    within = aten.logical_and.default(aten.ge.Scalar(q, 0), aten.le.Scalar(q, 1))
    if not aten.is_nonzero.default(aten.all.default(within)):
        raise RuntimeError(f"{name}() q values must be in the range [0, 1]")


def _shape_of_lines(self: Any, dim: int | None, keepdim: bool) -> list[int]:
    """The shape of the result for one fraction."""
    axis = wrap_dim(0 if dim is None else dim, ndim_of(self))
    if dim is None or not ndim_of(self):
        return [1] * ndim_of(self) if keepdim else []
    return [1 if at == axis else size for at, size in enumerate(self.shape) if keepdim or at != axis]


def _sorted_lines(self: Any, dim: int | None, shape: list[int]) -> Any:
    """The elements sorted along the last dimension; the dimensions before it are those of the result."""
    axis = wrap_dim(0 if dim is None else dim, ndim_of(self))
    if dim is None:
        lines = aten.flatten.using_ints(self)
    elif axis == max(ndim_of(self) - 1, 0):
        lines = self
    else:
        lines = aten.transpose.int(aten.unsqueeze.default(self, -1), axis, -1)
    lines = aten.sort.default(lines)[0]
    return aten.view.default(lines, [*shape, lines.shape[-1] if ndim_of(lines) else 1])


def _ranks(name: str, lines: Any, q: Any) -> Any:
    """Where in the order the results lie: at an element, or between two."""
    nan = aten.isnan.default(lines) if name == "nanquantile" else None
    if nan is not None:
        count = aten.sum.dim_IntList(reuse(nan, "logical_not").default(nan), [-1], True)
        ranks = aten.mul.Tensor(q, aten.sub.Scalar(count, 1))
        return reuse(ranks, "masked_fill").Scalar(ranks, aten.lt.Scalar(ranks, 0), 0)
    last = size_of(lines, -1) - 1
    ranks = aten.mul.Scalar(q, last)
    ranks, nan = aten.broadcast_tensors.default([ranks, aten.any.dim(aten.isnan.default(lines), -1, True)])
    return aten.masked_fill.Scalar(ranks, nan, last)


def _positions(ranks: Any) -> Any:
    return aten.to.dtype_layout(ranks, dtype=DTYPES["int64"], layout=LAYOUTS["strided"], device=device_of(ranks))


def _quantile(name: str, self: Any, q: Any, dim: int | None, keepdim: bool, interpolation: str, out: Any) -> Any:
    """Quantiles, stored in ``out`` if there is one."""
    shape = _shape_of_lines(self, dim, keepdim)
    if out is None:
        return _interpolated(name, _sorted_lines(self, dim, shape), q, interpolation)
    if dtype_of(out) != dtype_of(self):
        raise RuntimeError(f"{name}() out tensor must be same dtype as the input tensor")
    resize_output(out, [*q.shape, *shape])
    return aten.copy_.default(out, _interpolated(name, _sorted_lines(self, dim, shape), q, interpolation))


def _interpolated(name: str, lines: Any, q: Any, interpolation: str) -> Any:
    """Quantiles of sorted lines, interpolated if need be.  The first dimension of the result is that of q."""
    ranks = _ranks(name, lines, q)
    if interpolation in ("lower", "higher", "nearest"):
        how = {"lower": "floor", "higher": "ceil", "nearest": "round"}[interpolation]
        ranks = reuse(ranks, how).default(ranks)
    below = _positions(ranks)
    values = aten.gather.default(lines, -1, below)
    if interpolation in ("linear", "midpoint"):
        weights = aten.sub.Tensor(ranks, below) if interpolation == "linear" else aten.full_like.default(ranks, 0.5)
        above = _positions(reuse(ranks, "ceil").default(ranks))
        values = reuse(values, "lerp").Tensor(values, aten.gather.default(lines, -1, above), weights)
    if not ndim_of(q):
        return reuse(values, "squeeze").dim(values, -1)
    if not isinstance(values, Tensor):
        return aten.movedim.int(values, -1, 0)
    return aten.squeeze_.dim(aten.transpose_.default(aten.unsqueeze_.default(values, 0), 0, -1), -1)


@IMPLICIT("quantile")
def quantile(
    self: Any, q: Any, dim: int | None = None, keepdim: bool = False, *, interpolation: str = "linear",
    out: Any = None,
) -> Any:  # fmt: skip
    """Quantiles; NaN if an element is NaN."""
    _check_quantile("quantile", self, q, interpolation)
    _check_fractions("quantile", q)
    return _quantile("quantile", self, q, dim, keepdim, interpolation, out)


@IMPLICIT("nanquantile")
def nanquantile(
    self: Any, q: Any, dim: int | None = None, keepdim: bool = False, *, interpolation: str = "linear",
    out: Any = None,
) -> Any:  # fmt: skip
    """Quantiles of the elements that are not NaN."""
    _check_quantile("nanquantile", self, q, interpolation)
    _check_fractions("nanquantile", q)
    return _quantile("nanquantile", self, q, dim, keepdim, interpolation, out)


def _of_number(name: str, self: Any, q: float, dim: int | None, keepdim: bool, interpolation: str, out: Any) -> Any:
    if not 0 <= q <= 1:
        raise RuntimeError(f"{name}() q must be in the range [0, 1] but got {q:g}")
    fraction = aten.scalar_tensor.default(q, dtype=dtype_of(self), layout=LAYOUTS["strided"], device=device_of(self))
    _check_quantile(name, self, fraction, interpolation)
    return _quantile(name, self, fraction, dim, keepdim, interpolation, out)


@IMPLICIT("quantile.scalar")
def quantile_scalar(
    self: Any, q: float, dim: int | None = None, keepdim: bool = False, *, interpolation: str = "linear",
    out: Any = None,
) -> Any:  # fmt: skip
    """One quantile."""
    return _of_number("quantile", self, q, dim, keepdim, interpolation, out)


@IMPLICIT("nanquantile.scalar")
def nanquantile_scalar(
    self: Any, q: float, dim: int | None = None, keepdim: bool = False, *, interpolation: str = "linear",
    out: Any = None,
) -> Any:  # fmt: skip
    """One quantile of the elements that are not NaN."""
    return _of_number("nanquantile", self, q, dim, keepdim, interpolation, out)
