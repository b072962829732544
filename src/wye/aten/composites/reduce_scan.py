"""Running and normalising reductions written over others."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.aten.metadata import dtype_of, ndim_of, numel_of, size_of
from wye.aten.reduction import axis_of
from wye.call.guards import below_ad_inplace_or_view
from wye.call.packets import ops
from wye.schema.values import DTYPES

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten


@IMPLICIT("softmax.int", "special_softmax")
def softmax(self: Any, dim: int, dtype: Any = None) -> Any:
    """Exponentials that sum to one along a dimension, computed in a dtype if one is given."""
    return aten._softmax(self if dtype is None else aten.to.dtype(self, dtype), dim, False)


@IMPLICIT("log_softmax.int")
def log_softmax(self: Any, dim: int, dtype: Any = None) -> Any:
    """The logarithm of softmax, computed in a dtype if one is given."""
    return aten._log_softmax(self if dtype is None else aten.to.dtype(self, dtype), dim, False)


@EXPLICIT("softmax.int_out")
def softmax_out(self: Any, dim: int, dtype: Any = None, *, out: Any) -> Any:
    """Softmax, stored in another tensor."""
    with below_ad_inplace_or_view():  # who called has counted this write
        return aten._softmax.out(self if dtype is None else aten.to.dtype(self, dtype), dim, False, out=out)


@EXPLICIT("log_softmax.int_out")
def log_softmax_out(self: Any, dim: int, dtype: Any = None, *, out: Any) -> Any:
    """The logarithm of softmax, stored in another tensor."""
    with below_ad_inplace_or_view():  # who called has counted this write
        return aten._log_softmax.out(self if dtype is None else aten.to.dtype(self, dtype), dim, False, out=out)


@IMPLICIT("special_log_softmax")
def special_log_softmax(self: Any, dim: int, *, dtype: Any = None) -> Any:
    """The same under its other name."""
    return log_softmax(self, dim, dtype)


@IMPLICIT("special_logsumexp")
def special_logsumexp(self: Any, dim: Any, keepdim: bool = False) -> Any:
    """The logarithm of sums of exponentials."""
    return aten.logsumexp(self, dim, keepdim)


@IMPLICIT("special_logsumexp.out")
def special_logsumexp_out(self: Any, dim: Any, keepdim: bool = False, *, out: Any) -> Any:
    """The same, stored in another tensor."""
    return aten.logsumexp.out(self, dim, keepdim, out=out)


def _extended(self: Any, dim: int, prepend: Any, append: Any) -> Any:
    parts = [part for part in (prepend, self, append) if part is not None]
    if any(ndim_of(part) != ndim_of(self) for part in parts):
        raise RuntimeError("diff expects prepend or append to be the same dimension as input")
    return self if len(parts) == 1 else aten.cat(parts, dim)


def _pairs(self: Any, axis: int) -> tuple[Any, Any]:
    size = size_of(self, axis)
    return aten.narrow.default(self, axis, 1, size - 1), aten.narrow.default(self, axis, 0, size - 1)


@IMPLICIT("diff.out")
def diff_out(self: Any, n: int = 1, dim: int = -1, prepend: Any = None, append: Any = None, *, out: Any) -> Any:
    """The same; the last differences are stored in another tensor."""
    before = diff(self, max(n, 1) - 1, dim, prepend, append) if n > 1 else None
    if n < 1 or ndim_of(self) == 0 or (before is not None and size_of(before, dim) == 0):
        result = diff(self, n, dim, prepend, append)
        out = aten.resize_(out, list(result.shape))
        return aten.copy_.default(out, result) if numel_of(result) else out
    axis = axis_of(dim, ndim_of(self))
    later, earlier = _pairs(_extended(self, axis, prepend, append) if before is None else before, axis)
    store = aten.logical_xor.out if dtype_of(self) == DTYPES["bool"] else aten.sub.out
    return store(later, earlier, out=out)


@IMPLICIT("diff")
def diff(self: Any, n: int = 1, dim: int = -1, prepend: Any = None, append: Any = None) -> Any:
    """Differences of neighbours, taken n times."""
    if ndim_of(self) == 0:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    if n < 0:
        raise RuntimeError(f"order must be non-negative but got {n}")
    if n == 0 and prepend is None and append is None:
        return aten.clone.default(self)
    axis = axis_of(dim, ndim_of(self))
    if n == 0:
        return aten.clone.default(self)
    result = _extended(self, axis, prepend, append)
    for _ in range(min(n, size_of(result, axis))):
        later, earlier = _pairs(result, axis)
        result = aten.logical_xor(later, earlier) if dtype_of(self) == DTYPES["bool"] else aten.sub(later, earlier)
    return result if size_of(result, axis) or n == 1 or size_of(self, axis) else aten.clone.default(result)


def _axis(name: str, y: Any, dim: int) -> int:
    if dtype_of(y) == DTYPES["bool"] and (size_of(y, dim) or name != "trapezoid"):
        raise RuntimeError(f"{name}: received a bool input for `y`, but bool is not supported")
    return axis_of(dim, ndim_of(y))


def _halves(y: Any, dim: int) -> Any:
    """Sums of neighbours."""
    size = size_of(y, dim)
    return aten.add.Tensor(
        aten.narrow.default(y, dim, min(size, 1), max(size - 1, 0)), aten.narrow.default(y, dim, 0, max(size - 1, 0))
    )


def _widths(y: Any, x: Any, dim: int) -> Any:
    """The distances of points, with as many dimensions as what stands over them."""
    if ndim_of(x) == 1:
        if size_of(x, 0) != size_of(y, dim):
            raise RuntimeError(f"trapezoid: There must be one `x` value for each sample point, not {size_of(x, 0)}")
        shape = [1] * ndim_of(y)
        shape[dim] = size_of(x, 0)
        x = aten.view.default(x, shape)
    while ndim_of(x) < ndim_of(y):
        x = aten.unsqueeze.default(x, 0)
    size = size_of(x, dim)
    return aten.sub.Tensor(
        aten.narrow.default(x, dim, min(size, 1), max(size - 1, 0)), aten.narrow.default(x, dim, 0, max(size - 1, 0))
    )


@IMPLICIT("trapezoid.x")
def trapezoid(y: Any, x: Any, *, dim: int = -1) -> Any:
    """The area under lines through points."""
    axis = _axis("trapezoid", y, dim)
    return aten.div(aten.sum.dim_IntList(aten.mul.Tensor(_widths(y, x, axis), _halves(y, axis)), [axis]), 2)


@IMPLICIT("trapezoid.dx")
def trapezoid_even(y: Any, *, dx: Any = 1, dim: int = -1) -> Any:
    """The area under lines through points at equal distances."""
    axis = _axis("trapezoid", y, dim)
    if size_of(y, axis) == 0:
        return aten.new_zeros.default(y, [size for i, size in enumerate(y.shape) if i != axis])
    ends = aten.mul.Scalar(aten.add.Tensor(aten.select.int(y, axis, 0), aten.select.int(y, axis, -1)), 0.5)
    return aten.mul.Scalar(aten.sub.Tensor(aten.sum.dim_IntList(y, [axis]), ends), dx)


@IMPLICIT("cumulative_trapezoid.x")
def cumulative_trapezoid(y: Any, x: Any, *, dim: int = -1) -> Any:
    """The area under lines through points, up to each point."""
    axis = _axis("cumulative_trapezoid", y, dim)
    return aten.div(aten.cumsum(aten.mul.Tensor(_widths(y, x, axis), _halves(y, axis)), axis), 2)


@IMPLICIT("cumulative_trapezoid.dx")
def cumulative_trapezoid_even(y: Any, *, dx: Any = 1, dim: int = -1) -> Any:
    """The area under lines through points at equal distances, up to each point."""
    axis = _axis("cumulative_trapezoid", y, dim)
    return aten.mul.Scalar(aten.cumsum.default(_halves(y, axis), axis), dx / 2)
