"""Running and normalising reductions written over others."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.aten.reduction import axis_of
from wye.call.guards import below_ad_inplace_or_view
from wye.call.packets import ops
from wye.schema.values import DTYPES

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()


@IMPLICIT("softmax.int", "special_softmax")
def softmax(self: Any, dim: int, dtype: Any = None) -> Any:
    """Exponentials that sum to one along a dimension, computed in a dtype if one is given."""
    return ops.aten._softmax(self if dtype is None else self.to(dtype), dim, False)


@IMPLICIT("log_softmax.int")
def log_softmax(self: Any, dim: int, dtype: Any = None) -> Any:
    """The logarithm of softmax, computed in a dtype if one is given."""
    return ops.aten._log_softmax(self if dtype is None else self.to(dtype), dim, False)


@EXPLICIT("softmax.int_out")
def softmax_out(self: Any, dim: int, dtype: Any = None, *, out: Any) -> Any:
    """Softmax, stored in another tensor."""
    with below_ad_inplace_or_view():  # who called has counted this write
        return ops.aten._softmax.out(self if dtype is None else self.to(dtype), dim, False, out=out)


@EXPLICIT("log_softmax.int_out")
def log_softmax_out(self: Any, dim: int, dtype: Any = None, *, out: Any) -> Any:
    """The logarithm of softmax, stored in another tensor."""
    with below_ad_inplace_or_view():  # who called has counted this write
        return ops.aten._log_softmax.out(self if dtype is None else self.to(dtype), dim, False, out=out)


@IMPLICIT("special_log_softmax")
def special_log_softmax(self: Any, dim: int, *, dtype: Any = None) -> Any:
    """The same under its other name."""
    return log_softmax(self, dim, dtype)


@IMPLICIT("special_logsumexp")
def special_logsumexp(self: Any, dim: Any, keepdim: bool = False) -> Any:
    """The logarithm of sums of exponentials."""
    return self.logsumexp(dim, keepdim)


@IMPLICIT("special_logsumexp.out")
def special_logsumexp_out(self: Any, dim: Any, keepdim: bool = False, *, out: Any) -> Any:
    """The same, stored in another tensor."""
    return ops.aten.logsumexp.out(self, dim, keepdim, out=out)


def _extended(self: Any, dim: int, prepend: Any, append: Any) -> Any:
    parts = [part for part in (prepend, self, append) if part is not None]
    if any(part.dim() != self.dim() for part in parts):
        raise RuntimeError("diff expects prepend or append to be the same dimension as input")
    return self if len(parts) == 1 else ops.aten.cat(parts, dim)


def _pairs(self: Any, axis: int) -> tuple[Any, Any]:
    size = self.size(axis)
    return self.narrow(axis, 1, size - 1), self.narrow(axis, 0, size - 1)


@IMPLICIT("diff.out")
def diff_out(self: Any, n: int = 1, dim: int = -1, prepend: Any = None, append: Any = None, *, out: Any) -> Any:
    """The same; the last differences are stored in another tensor."""
    before = diff(self, max(n, 1) - 1, dim, prepend, append) if n > 1 else None
    if n < 1 or self.dim() == 0 or (before is not None and before.size(dim) == 0):
        result = diff(self, n, dim, prepend, append)
        out = out.resize_(list(result.shape))
        return out.copy_(result) if result.numel() else out
    axis = axis_of(dim, self.dim())
    later, earlier = _pairs(_extended(self, axis, prepend, append) if before is None else before, axis)
    store = ops.aten.logical_xor.out if self.dtype == DTYPES["bool"] else ops.aten.sub.out
    return store(later, earlier, out=out)


@IMPLICIT("diff")
def diff(self: Any, n: int = 1, dim: int = -1, prepend: Any = None, append: Any = None) -> Any:
    """Differences of neighbours, taken n times."""
    if self.dim() == 0:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    if n < 0:
        raise RuntimeError(f"order must be non-negative but got {n}")
    if n == 0 and prepend is None and append is None:
        return self.clone()
    axis = axis_of(dim, self.dim())
    if n == 0:
        return self.clone()
    result = _extended(self, axis, prepend, append)
    for _ in range(min(n, result.size(axis))):
        later, earlier = _pairs(result, axis)
        result = later.logical_xor(earlier) if self.dtype == DTYPES["bool"] else later.sub(earlier)
    return result if result.size(axis) or n == 1 or self.size(axis) else result.clone()


def _axis(name: str, y: Any, dim: int) -> int:
    if y.dtype == DTYPES["bool"] and (y.size(dim) or name != "trapezoid"):
        raise RuntimeError(f"{name}: received a bool input for `y`, but bool is not supported")
    return axis_of(dim, y.dim())


def _halves(y: Any, dim: int) -> Any:
    """Sums of neighbours."""
    size = y.size(dim)
    return y.narrow(dim, min(size, 1), max(size - 1, 0)) + y.narrow(dim, 0, max(size - 1, 0))


def _widths(y: Any, x: Any, dim: int) -> Any:
    """The distances of points, with as many dimensions as what stands over them."""
    if x.dim() == 1:
        if x.size(0) != y.size(dim):
            raise RuntimeError(f"trapezoid: There must be one `x` value for each sample point, not {x.size(0)}")
        shape = [1] * y.dim()
        shape[dim] = x.size(0)
        x = x.view(shape)
    while x.dim() < y.dim():
        x = x.unsqueeze(0)
    size = x.size(dim)
    return x.narrow(dim, min(size, 1), max(size - 1, 0)) - x.narrow(dim, 0, max(size - 1, 0))


@IMPLICIT("trapezoid.x")
def trapezoid(y: Any, x: Any, *, dim: int = -1) -> Any:
    """The area under lines through points."""
    axis = _axis("trapezoid", y, dim)
    return (_widths(y, x, axis) * _halves(y, axis)).sum([axis]).div(2)


@IMPLICIT("trapezoid.dx")
def trapezoid_even(y: Any, *, dx: Any = 1, dim: int = -1) -> Any:
    """The area under lines through points at equal distances."""
    axis = _axis("trapezoid", y, dim)
    if y.size(axis) == 0:
        return y.new_zeros([size for i, size in enumerate(y.shape) if i != axis])
    return (y.sum([axis]) - (y.select(axis, 0) + y.select(axis, -1)) * 0.5) * dx


@IMPLICIT("cumulative_trapezoid.x")
def cumulative_trapezoid(y: Any, x: Any, *, dim: int = -1) -> Any:
    """The area under lines through points, up to each point."""
    axis = _axis("cumulative_trapezoid", y, dim)
    return (_widths(y, x, axis) * _halves(y, axis)).cumsum(axis).div(2)


@IMPLICIT("cumulative_trapezoid.dx")
def cumulative_trapezoid_even(y: Any, *, dx: Any = 1, dim: int = -1) -> Any:
    """The area under lines through points at equal distances, up to each point."""
    axis = _axis("cumulative_trapezoid", y, dim)
    return _halves(y, axis).cumsum(axis) * (dx / 2)
