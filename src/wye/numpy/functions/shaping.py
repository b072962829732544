"""Shapes: reshape, transpose, broadcast, flip, roll, repeat."""

from __future__ import annotations

import operator
from math import prod
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from wye.call.packets import ops
from wye.numpy.arrays import Array, as_ndarray, as_tensor, concrete, has_layer, holds_arrays, known
from wye.numpy.axes import with_axis
from wye.numpy.indexing import as_shape, getitem
from wye.numpy.table import line
from wye.tensors import Tensor

__all__ = ["dims_of", "in_order", "index_select", "values_of", "values_where_known"]

aten: Any = ops.aten


def index_select(x: Any, dim: int, places: Any) -> Any:
    """The parts of a tensor at some places of a dimension; they are known numbers."""
    return aten.index_select.default(x, dim, known(np.asarray(places, np.int64)))


def values_where_known(value: Any) -> Any:
    """An ndarray of data that no layer follows, otherwise a tensor."""
    if type(value) is not Array and not isinstance(value, Tensor) and not holds_arrays(value):
        return np.asarray(value)
    tensor = as_tensor(value)
    return tensor if has_layer((tensor,)) else as_ndarray(tensor)


def values_of(value: Any, function: str) -> Any:
    """An ndarray of the values of an argument that says which shape the result has.

    Raises:
        ArgumentError: there are no values here.
    """
    found = values_where_known(value)
    return (
        found
        if isinstance(found, np.ndarray)
        else concrete(Array(found), f"numpy.{function}, for the shape of its result,")
    )


def dims_of(value: Any, ndim: int) -> Any:
    """A tensor with at least ``ndim`` dimensions: new ones stand in front."""
    x = as_tensor(value)
    return x if x.dim() >= ndim else x.reshape((1,) * (ndim - x.dim()) + tuple(x.shape))


def _is_fortran(x: Any) -> bool:
    return x.dim() > 1 and not x.is_contiguous() and x.permute(tuple(reversed(range(x.dim())))).is_contiguous()


def in_order(x: Any, order: Any) -> str:
    """C or F: in which order of a tensor's elements a function goes.

    Raises:
        ValueError: no such order.
    """
    if order is None or order in ("C", "c"):
        return "C"
    if order in ("F", "f"):
        return "F"
    if order in ("A", "a", "K", "k"):
        return "F" if _is_fortran(x) else "C"
    raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got '{order}')")


def _reversed_dims(x: Any) -> Any:
    return x.permute(tuple(reversed(range(x.dim())))) if x.dim() > 1 else x


@line(np.reshape, keeps_class=True)
def reshape(a: Any, /, shape: Any = None, order: Any = "C", *, newshape: Any = None, copy: Any = None) -> Any:
    """The elements in another shape."""
    x = as_tensor(a)
    if order == "C" and copy is None and type(shape) is tuple and all(type(one) is int for one in shape):
        try:
            return x.reshape(shape)
        except RuntimeError:
            pass  # below is said why, as NumPy says it
    given = shape if shape is not None else newshape
    if given is None:
        raise TypeError("reshape() missing 1 required positional argument: 'shape'")
    if order in ("K", "k"):
        raise ValueError("order 'K' is not permitted for reshaping")
    wanted = _full_shape(x, as_shape(given))
    made = _reshaped(x, wanted, in_order(x, order))
    if copy:
        return made.clone() if _shares(made, x) else made
    if copy is False and not _shares(made, x):
        raise ValueError("Unable to avoid creating a copy while reshaping.")
    return made


def _reshaped(x: Any, shape: tuple[int, ...], order: str) -> Any:
    if order == "F":
        return _reversed_dims(_reversed_dims(x).reshape(shape[::-1]))
    return x.reshape(shape)


def _shares(made: Any, x: Any) -> bool:
    return bool(made._is_view()) and (made._base is x or made._base is x._base)


def _full_shape(x: Any, shape: tuple[int, ...]) -> tuple[int, ...]:
    size = prod(x.shape)
    free = [place for place, one in enumerate(shape) if one < 0]
    if len(free) > 1:
        raise ValueError("can only specify one unknown dimension")
    rest = prod(one for one in shape if one >= 0)
    if free and rest and size % rest == 0:
        shape = (*shape[: free[0]], size // rest, *shape[free[0] + 1 :])
    if any(one < 0 for one in shape) or prod(shape) != size:
        raise ValueError(f"cannot reshape array of size {size} into shape {shape}")
    return shape


@line(np.ravel, gives_views=True)
def ravel(a: Any, order: Any = "C") -> Any:
    """The elements in one dimension."""
    x = as_tensor(a)
    return _reshaped(x, (prod(x.shape),), in_order(x, order)).contiguous()  # a copy of elements with gaps between them


@line(np.transpose, getattr(np, "permute_dims", None), keeps_class=True)
def transpose(a: Any, axes: Any = None) -> Any:
    """The dimensions in another order; None: from the last to the first."""
    x = as_tensor(a)
    if axes is None:
        return x.permute(tuple(reversed(range(x.dim()))))
    dims = [normalize_axis_index(operator.index(one), x.dim()) for one in axes]
    if len(dims) != x.dim():
        raise ValueError("axes don't match array")
    if len(set(dims)) != len(dims):
        raise ValueError("repeated axis in transpose")
    return x.permute(dims)


@line(np.matrix_transpose, gives_views=True)
def matrix_transpose(x: Any, /) -> Any:
    """The last two dimensions swapped."""
    x = as_tensor(x)
    if x.dim() < 2:
        raise ValueError(f"Input array must be at least 2-dimensional, but it is {x.dim()}")
    return x.transpose(-1, -2)


@line(np.swapaxes, keeps_class=True)
def swapaxes(a: Any, axis1: Any, axis2: Any) -> Any:
    """Two dimensions swapped."""
    x = as_tensor(a)
    return x.transpose(normalize_axis_index(axis1, x.dim(), "axis1"), normalize_axis_index(axis2, x.dim(), "axis2"))


@line(np.moveaxis, keeps_class=True)
def moveaxis(a: Any, source: Any, destination: Any) -> Any:
    """Some dimensions at other places."""
    x = as_tensor(a)
    source = normalize_axis_tuple(source, x.dim(), "source")
    destination = normalize_axis_tuple(destination, x.dim(), "destination")
    if len(source) != len(destination):
        raise ValueError("`source` and `destination` arguments must have the same number of elements")
    order = [dim for dim in range(x.dim()) if dim not in source]
    for to, dim in sorted(zip(destination, source, strict=True)):
        order.insert(to, dim)
    return x.permute(order)


@line(np.rollaxis, keeps_class=True)
def rollaxis(a: Any, axis: int, start: int = 0) -> Any:
    """A dimension before another."""
    x = as_tensor(a)
    ndim = x.dim()
    axis = normalize_axis_index(axis, ndim)
    if not -ndim <= start <= ndim:
        raise np.exceptions.AxisError(f"'start' arg requires {-ndim} <= start < {ndim + 1}, but {start} was passed in")
    start += ndim if start < 0 else 0
    order = [dim for dim in range(ndim) if dim != axis]
    order.insert(start - (axis < start), axis)
    return x.permute(order)


@line(np.expand_dims, gives_views=True)
def expand_dims(a: Any, axis: Any) -> Any:
    """New dimensions of size 1."""
    x = as_tensor(a)
    axis = tuple(axis) if isinstance(axis, (tuple, list)) else (axis,)
    ndim = x.dim() + len(axis)
    new = normalize_axis_tuple(axis, ndim)
    sizes = iter(x.shape)
    return x.reshape([1 if dim in new else next(sizes) for dim in range(ndim)]) if x.dim() == 0 else _unsqueezed(x, new)


def _unsqueezed(x: Any, dims: Any) -> Any:
    for dim in sorted(dims):
        x = x.unsqueeze(dim)
    return x


@line(np.squeeze, keeps_class=True)
def squeeze(a: Any, axis: Any = None) -> Any:
    """Without dimensions of size 1."""
    x = as_tensor(a)
    if axis is None:
        return x.squeeze()
    dims = normalize_axis_tuple(axis, x.dim())
    if any(x.shape[dim] != 1 for dim in dims):
        raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
    for dim in sorted(dims, reverse=True):
        x = x.squeeze(dim)
    return x


def _each(function: Any, arrays: Any) -> Any:
    made = tuple(map(function, arrays))
    return made[0] if len(made) == 1 else made


@line(np.atleast_1d, gives_views=True)
def atleast_1d(*arys: Any) -> Any:
    """Arrays with one dimension or more."""
    return _each(lambda one: dims_of(one, 1), arys)


@line(np.atleast_2d, gives_views=True)
def atleast_2d(*arys: Any) -> Any:
    """Arrays with two dimensions or more."""
    return _each(lambda one: dims_of(one, 2), arys)


@line(np.atleast_3d, gives_views=True)
def atleast_3d(*arys: Any) -> Any:
    """Arrays with three dimensions or more: vectors and matrices stand in the middle and in front."""

    def made(one: Any) -> Any:
        x = dims_of(one, 2)
        return x if x.dim() > 2 else x.unsqueeze(2)

    return _each(made, arys)


# ---- broadcasting ----


@line(np.broadcast_to, gives_views=True)
def broadcast_to(array: Any, shape: Any, subok: bool = False) -> Any:
    """A view that repeats an array without copying it."""
    x, wanted = as_tensor(array), as_shape(shape)
    if any(size < 0 for size in wanted):
        raise ValueError("all elements of broadcast shape must be non-negative")
    if len(wanted) < x.dim() or any(a not in (1, b) for a, b in zip(x.shape[::-1], wanted[::-1], strict=False)):
        raise ValueError(
            f"operands could not be broadcast together with remapped shapes [original->remapped]: {tuple(x.shape)} and "
            f"requested shape {wanted}"
        )
    return x.expand(wanted)


@line(np.broadcast_arrays, gives_views=True)
def broadcast_arrays(*args: Any, subok: bool = False) -> Any:
    """Arrays broadcast against each other."""
    tensors = [as_tensor(one) for one in args]
    shape = np.broadcast_shapes(*[tuple(one.shape) for one in tensors])
    return tuple(one if tuple(one.shape) == shape else one.expand(shape) for one in tensors)


# ---- order along a dimension ----


@line(np.flip, keeps_class=True)
def flip(m: Any, axis: Any = None) -> Any:
    """The elements from last to first."""
    x = as_tensor(m)
    return _flipped(m, x, tuple(range(x.dim())) if axis is None else normalize_axis_tuple(axis, x.dim()))


def _flipped(m: Any, x: Any, dims: tuple[int, ...]) -> Any:
    """A copy of a tensor; one of an array knows it, so that writes to it reach the array."""
    if type(m) is not Array:
        return x.flip(dims)
    return getitem(m, tuple(slice(None, None, -1 if dim in dims else None) for dim in range(x.dim())))


@line(np.flipud, gives_views=True)
def flipud(m: Any) -> Any:
    """The rows from last to first."""
    x = as_tensor(m)
    if x.dim() < 1:
        raise ValueError("Input must be >= 1-d.")
    return _flipped(m, x, (0,))


@line(np.fliplr, gives_views=True)
def fliplr(m: Any) -> Any:
    """The columns from last to first."""
    x = as_tensor(m)
    if x.dim() < 2:
        raise ValueError("Input must be >= 2-d.")
    return _flipped(m, x, (1,))


@line(np.rot90, gives_views=True)
def rot90(m: Any, k: int = 1, axes: Any = (0, 1)) -> Any:
    """Matrices turned by quarters of a circle."""
    x, axes = as_tensor(m), tuple(axes)
    if len(axes) != 2:
        raise ValueError("len(axes) must be 2.")
    if axes[0] == axes[1] or abs(axes[0] - axes[1]) == x.dim():
        raise ValueError("Axes must be different.")
    if any(not -x.dim() <= one < x.dim() for one in axes):
        raise ValueError(f"Axes={axes} out of range for array of ndim={x.dim()}.")
    first, second = (one % x.dim() for one in axes)
    k %= 4
    if k == 0:
        return x.view_as(x)
    if k == 2:
        return x.flip((first, second))
    return x.flip((second,)).transpose(first, second) if k == 1 else x.transpose(first, second).flip((second,))


@line(np.roll)
def roll(a: Any, shift: Any, axis: Any = None) -> Any:
    """The elements moved along; what leaves at one end comes back at the other."""
    x = as_tensor(a)
    if axis is None:
        return roll(x.reshape(-1), shift, 0).reshape(x.shape)
    shifts, dims = np.broadcast_arrays(shift, normalize_axis_tuple(axis, x.dim(), allow_duplicate=True))
    if shifts.ndim > 1:
        raise ValueError("'shift' and 'axis' should be scalars or 1D sequences")
    total: dict[int, int] = {}
    for by, dim in zip(shifts.tolist(), dims.tolist(), strict=True):
        total[dim] = total.get(dim, 0) + int(by)
    return aten.roll.default(x, list(total.values()), list(total)) if total else x.clone()


# ---- repeating ----


@line(np.tile)
def tile(A: Any, reps: Any) -> Any:  # noqa: N803 - NumPy's name
    """The array repeated along dimensions."""
    x, wanted = as_tensor(A), as_shape(reps)
    return dims_of(x, len(wanted)).repeat((1,) * (x.dim() - len(wanted)) + wanted)


@line(np.repeat, keeps_class=True)
def repeat(a: Any, repeats: Any, axis: Any = None) -> Any:
    """Each element repeated."""
    x, dim = with_axis(as_tensor(a), axis)
    if type(repeats) is int and repeats >= 0:  # of any size, which may be a symbol
        return aten.repeat_interleave.self_int(x, repeats, dim)
    return index_select(x, dim, np.repeat(np.arange(x.shape[dim]), values_of(repeats, "repeat")))


@line(np.resize)
def resize(a: Any, new_shape: Any) -> Any:
    """Another shape and size: the elements repeat as often as needed."""
    x, shape = as_tensor(a).reshape(-1), as_shape(new_shape)
    if any(size < 0 for size in shape):
        raise ValueError("all elements of `new_shape` must be non-negative")
    wanted, size = prod(shape), x.shape[0]
    if not size:
        return x.new_zeros(shape)
    times = -(-wanted // size)
    return (x.repeat(times) if times > 1 else x)[:wanted].clone().reshape(shape)


@line(np.trim_zeros, keeps_class=True)
def trim_zeros(filt: Any, trim: str = "fb", axis: Any = None) -> Any:
    """Without the zeros at the ends; their number is a matter of values."""
    x = as_tensor(filt)
    places = np.argwhere(values_of(x, "trim_zeros"))
    low, high = (places.min(0), places.max(0) + 1) if len(places) else (np.array(x.shape), np.zeros(x.dim(), int))
    trim = trim.lower()
    if trim not in ("fb", "bf", "f", "b"):
        raise ValueError(f"unexpected character(s) in `trim`: {trim!r}")
    dims = range(x.dim()) if axis is None else normalize_axis_tuple(axis, x.dim())
    for dim in dims:
        start = int(low[dim]) if "f" in trim else 0
        end = int(high[dim]) if "b" in trim else x.shape[dim]
        x = x.narrow(dim, min(start, end), max(end - start, 0))
    return x
