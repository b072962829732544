"""Running and normalising reductions written over others."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.aten.metadata import device_of, dtype_of, is_complex, is_floating, ndim_of, numel_of, size_of
from wye.call.guards import below_ad_inplace_or_view
from wye.call.packets import ops
from wye.schema.values import DTYPES, LAYOUTS
from wye.tensors.dtypes import get_default_dtype
from wye.tensors.layout import wrap_dim

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten


def _typed(self: Any, dtype: Any) -> Any:
    return aten.to.dtype_layout(self, dtype=dtype, layout=LAYOUTS["strided"], device=device_of(self))


@IMPLICIT("softmax.int", "special_softmax")
def softmax(self: Any, dim: int, dtype: Any = None) -> Any:
    """Exponentials that sum to one along a dimension, computed in a dtype if one is given."""
    return aten._softmax.default(self if dtype is None else _typed(self, dtype), dim, False)


@IMPLICIT("log_softmax.int")
def log_softmax(self: Any, dim: int, dtype: Any = None) -> Any:
    """The logarithm of softmax, computed in a dtype if one is given."""
    return aten._log_softmax.default(self if dtype is None else _typed(self, dtype), dim, False)


@EXPLICIT("softmax.int_out")
def softmax_out(self: Any, dim: int, dtype: Any = None, *, out: Any) -> Any:
    """Softmax, stored in ``out``."""
    with below_ad_inplace_or_view():  # the caller has counted this write
        return aten._softmax.out(self if dtype is None else _typed(self, dtype), dim, False, out=out)


@EXPLICIT("log_softmax.int_out")
def log_softmax_out(self: Any, dim: int, dtype: Any = None, *, out: Any) -> Any:
    """The logarithm of softmax, stored in another tensor."""
    with below_ad_inplace_or_view():  # the caller has counted this write
        return aten._log_softmax.out(self if dtype is None else _typed(self, dtype), dim, False, out=out)


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
    axis = wrap_dim(dim, ndim_of(self))
    for part in parts:
        for at in range(ndim_of(self)):
            if at != axis and size_of(part, at) != size_of(self, at):
                raise RuntimeError(
                    "diff expects the shape of tensor to prepend or append to match that of input except along the "
                    f"differencing dimension; input.size({at}) = {size_of(self, at)}, but got tensor.size({at}) = "
                    f"{size_of(part, at)}"
                )
    return self if len(parts) == 1 else aten.cat(parts, dim)


def _pairs(self: Any, axis: int) -> tuple[Any, Any]:
    size = size_of(self, axis)
    earlier = aten.narrow.default(self, axis, 0, size - 1)
    return aten.narrow.default(self, axis, 1, size - 1), earlier


@IMPLICIT("diff.out")
def diff_out(self: Any, n: int = 1, dim: int = -1, prepend: Any = None, append: Any = None, *, out: Any) -> Any:
    """The n-th differences, stored in ``out``."""
    before = diff(self, max(n, 1) - 1, dim, prepend, append) if n > 1 else None
    if n < 1 or ndim_of(self) == 0 or (before is not None and size_of(before, dim) == 0):
        result = diff(self, n, dim, prepend, append)
        out = aten.resize_(out, list(result.shape))
        return aten.copy_.default(out, result) if numel_of(result) else out
    later, earlier = _pairs(_extended(self, dim, prepend, append) if before is None else before, dim)
    store = aten.logical_xor.out if dtype_of(later) == DTYPES["bool"] else aten.sub.out
    return store(later, earlier, out=out)


@IMPLICIT("diff")
def diff(self: Any, n: int = 1, dim: int = -1, prepend: Any = None, append: Any = None) -> Any:
    """The n-th differences of neighbouring elements."""
    if ndim_of(self) == 0:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    if n < 0:
        raise RuntimeError(f"order must be non-negative but got {n}")
    if n == 0 and prepend is None and append is None:
        return aten.clone.default(self)
    wrap_dim(dim, ndim_of(self))  # is there such a dimension?
    if n == 0:
        return aten.clone.default(self)
    result = _extended(self, dim, prepend, append)
    for _ in range(min(n, size_of(result, dim))):
        later, earlier = _pairs(result, dim)
        result = aten.logical_xor(later, earlier) if dtype_of(later) == DTYPES["bool"] else aten.sub(later, earlier)
    return result if size_of(result, dim) or n == 1 or size_of(self, dim) else aten.clone.default(result)


def _check_axis(name: str, y: Any, dim: int) -> int:
    dim = wrap_dim(dim, ndim_of(y))
    if dtype_of(y) == DTYPES["bool"] and (name != "trapezoid" or size_of(y, dim)):
        raise RuntimeError(f"{name}: received a bool input for `y`, but bool is not supported")
    return dim


def _halves(y: Any, dim: int) -> Any:
    """Sums of neighbours."""
    earlier = aten.slice.Tensor(y, dim, 0, -1)
    return aten.add.Tensor(aten.slice.Tensor(y, dim, 1), earlier)


def _widths(y: Any, x: Any, dim: int) -> Any:
    """The distances of points, with as many dimensions as the values above them."""
    if ndim_of(x) == 1:
        if size_of(x, 0) != size_of(y, dim):
            raise RuntimeError(f"trapezoid: There must be one `x` value for each sample point, not {size_of(x, 0)}")
        shape = [1] * ndim_of(y)
        shape[dim] = size_of(x, 0)
        x = aten.view.default(x, shape)
    while ndim_of(x) < ndim_of(y):
        x = aten.unsqueeze.default(x, 0)
    earlier = aten.slice.Tensor(x, dim, 0, -1)
    return aten.sub.Tensor(aten.slice.Tensor(x, dim, 1), earlier)


@IMPLICIT("trapezoid.x")
def trapezoid(y: Any, x: Any, *, dim: int = -1) -> Any:
    """The integral by the trapezoidal rule."""
    axis = _check_axis("trapezoid", y, dim)
    widths = _widths(y, x, axis)
    return aten.div.Scalar(aten.sum.dim_IntList(aten.mul.Tensor(_halves(y, axis), widths), [axis]), 2.0)


@IMPLICIT("trapezoid.dx")
def trapezoid_even(y: Any, *, dx: Any = 1, dim: int = -1) -> Any:
    """The integral by the trapezoidal rule, of points at equal distances."""
    axis = _check_axis("trapezoid", y, dim)
    if size_of(y, axis) == 0:
        return aten.new_zeros.default(y, [size for i, size in enumerate(y.shape) if i != axis])
    last = aten.select.int(y, dim, -1)
    ends = aten.mul.Scalar(aten.add.Tensor(aten.select.int(y, dim, 0), last), 0.5)
    return aten.mul.Scalar(
        aten.sub.Tensor(aten.sum.dim_IntList(y, [dim]), ends), float(dx) if isinstance(dx, (int, float)) else dx
    )


@IMPLICIT("cumulative_trapezoid.x")
def cumulative_trapezoid(y: Any, x: Any, *, dim: int = -1) -> Any:
    """The cumulative integral by the trapezoidal rule."""
    axis = _check_axis("cumulative_trapezoid", y, dim)
    widths = _widths(y, x, axis)
    return aten.div.Scalar(aten.cumsum.default(aten.mul.Tensor(_halves(y, axis), widths), axis), 2.0)


@IMPLICIT("cumulative_trapezoid.dx")
def cumulative_trapezoid_even(y: Any, *, dx: Any = 1, dim: int = -1) -> Any:
    """The cumulative integral by the trapezoidal rule, of points at equal distances."""
    if isinstance(dx, (bool, complex)):
        raise RuntimeError("cumulative_trapezoid: Currently, we only support dx as a real number.")
    _check_axis("cumulative_trapezoid", y, dim)
    return aten.cumsum.default(aten.mul.Scalar(_halves(y, dim), dx / 2.0), dim)


@IMPLICIT("trapz.x")
def trapz(y: Any, x: Any, *, dim: int = -1) -> Any:
    """The integral by the trapezoidal rule: a former name of `trapezoid`."""
    return aten.trapezoid.x(y, x, dim=dim)


@IMPLICIT("trapz.dx")
def trapz_even(y: Any, *, dx: float = 1.0, dim: int = -1) -> Any:
    """The integral by the trapezoidal rule, of points at equal distances: a former name of `trapezoid`."""
    return aten.trapezoid.dx(y, dx=dx, dim=dim)


def _check_gradient(self: Any, dims: list[int], spacings: int | None, edge_order: int) -> list[int]:
    if edge_order not in (1, 2):
        raise RuntimeError("torch.gradient only supports edge_order=1 and edge_order=2.")
    if spacings is not None and spacings != len(dims):
        raise RuntimeError(
            f"torch.gradient expected spacing to be unspecified, a scalar or a list of length {len(dims)}, but "
            f"got a list of length {spacings}"
        )
    if dtype_of(self) in (DTYPES["uint8"],):
        raise RuntimeError("torch.gradient does not support uint8 input.")
    axes = [wrap_dim(dim, ndim_of(self)) for dim in dims]
    if len(set(axes)) != len(axes):
        raise RuntimeError(
            f"dim {next(one for one in axes if axes.count(one) > 1)} appears multiple times in the list of dims"
        )
    for axis in axes:
        if size_of(self, axis) < edge_order + 1:
            raise RuntimeError("torch.gradient expected each dimension size to be at least edge_order+1")
    return axes


def _part(x: Any, axis: int, begin: int, end: int) -> Any:
    return aten.slice.Tensor(x, axis, begin, end)


def _even_gradient(self: Any, axis: int, step: Any, edge_order: int) -> Any:
    """Differences of neighbours at equal distances."""
    size = size_of(self, axis)
    whole = not (is_floating(self) or is_complex(self))
    x = aten.to.dtype(self, get_default_dtype()) if whole else self

    def scaled(difference: Any, by: Any) -> Any:
        return aten.div.Scalar(difference, by)

    middle = scaled(aten.sub.Tensor(_part(x, axis, 2, size), _part(x, axis, 0, size - 2)), step * 2)
    if edge_order == 1:
        ends = [
            scaled(aten.sub.Tensor(_part(x, axis, at + 1, at + 2), _part(x, axis, at, at + 1)), step)
            for at in (0, size - 2)
        ]
    else:
        ends = []
        for at, sign in ((0, 1), (size - 1, -1)):
            one, two, three = (_part(x, axis, at + sign * k, at + sign * k + 1) for k in range(3))
            total = aten.sub.Tensor(aten.sub.Tensor(aten.mul.Scalar(two, 4), aten.mul.Scalar(one, 3)), three)
            ends.append(scaled(aten.mul.Scalar(total, sign), step * 2))
    return aten.cat.default([ends[0], middle, ends[1]], axis)


def _uneven_gradient(self: Any, axis: int, points: Any, edge_order: int) -> Any:
    """Differences of neighbours at given points."""
    size = size_of(self, axis)
    if ndim_of(points) != 1 or size_of(points, 0) != size:
        raise RuntimeError(
            "torch.gradient expected each element of spacing to have one dimension of the size of the dimension"
        )
    x = self if is_floating(self) or is_complex(self) else aten.to.dtype(self, get_default_dtype())
    shape = [1] * ndim_of(self)
    shape[axis] = -1
    steps = aten.view.default(aten.sub.Tensor(_part(points, 0, 1, size), _part(points, 0, 0, size - 1)), shape)
    differences = aten.sub.Tensor(_part(x, axis, 1, size), _part(x, axis, 0, size - 1))
    slopes = aten.div.Tensor(differences, steps)
    left, right = _part(steps, axis, 0, size - 2), _part(steps, axis, 1, size - 1)
    both = aten.add.Tensor(left, right)
    before, after = _part(slopes, axis, 0, size - 2), _part(slopes, axis, 1, size - 1)
    mixed = aten.add.Tensor(aten.mul.Tensor(before, right), aten.mul.Tensor(after, left))
    middle = aten.div.Tensor(mixed, both)
    ends = [_part(slopes, axis, 0, 1), _part(slopes, axis, size - 2, size - 1)]
    if edge_order == 2:
        bends = aten.div.Tensor(aten.sub.Tensor(after, before), both)
        last = size - 3
        ends = [
            aten.sub.Tensor(ends[0], aten.mul.Tensor(_part(bends, axis, 0, 1), _part(steps, axis, 0, 1))),
            aten.add.Tensor(
                ends[1], aten.mul.Tensor(_part(bends, axis, last, last + 1), _part(steps, axis, size - 2, size - 1))
            ),
        ]
    return aten.cat.default([ends[0], middle, ends[1]], axis)


def _gradients(self: Any, spacing: Any, dims: Any, edge_order: int) -> Any:
    """The gradient along each dimension; distances are numbers or points."""
    wanted = list(range(ndim_of(self))) if dims is None else [dims] if isinstance(dims, int) else list(dims)
    if spacing is not None and not isinstance(spacing, list):  # one distance for all dimensions
        spacing = [spacing] * len(wanted)
    axes = _check_gradient(self, wanted, None if spacing is None else len(spacing), edge_order)
    found = []
    for axis, step in zip(axes, [1] * len(axes) if spacing is None else spacing, strict=True):
        rule = _uneven_gradient if hasattr(step, "shape") else _even_gradient
        found.append(rule(self, axis, step, edge_order))
    return found


@IMPLICIT("gradient.scalarint")
def gradient_scalarint(self: Any, *, spacing: Any = None, dim: int | None = None, edge_order: int = 1) -> Any:
    """Numerical gradient along dimensions."""
    return _gradients(self, spacing, dim, edge_order)


@IMPLICIT("gradient.scalararray")
def gradient_scalararray(self: Any, *, spacing: Any, dim: Any, edge_order: int = 1) -> Any:
    """Numerical gradient along dimensions."""
    return _gradients(self, [spacing] * len(dim), dim, edge_order)


@IMPLICIT("gradient.array")
def gradient_array(self: Any, *, dim: Any, edge_order: int = 1) -> Any:
    """Numerical gradient along dimensions."""
    return _gradients(self, None, dim, edge_order)


@IMPLICIT("gradient.scalarrayint", "gradient.tensorarrayint")
def gradient_scalarrayint(self: Any, *, spacing: Any, dim: int | None = None, edge_order: int = 1) -> Any:
    """Numerical gradient along dimensions."""
    return _gradients(self, list(spacing), dim, edge_order)


@IMPLICIT("gradient.scalarrayarray", "gradient.tensorarray")
def gradient_scalarrayarray(self: Any, *, spacing: Any, dim: Any, edge_order: int = 1) -> Any:
    """Numerical gradient along dimensions."""
    return _gradients(self, list(spacing), dim, edge_order)
