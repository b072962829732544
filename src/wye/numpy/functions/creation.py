"""New arrays: like others, with ``like=``, between ends, of windows."""

from __future__ import annotations

import operator
from typing import Any, Final

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple
from numpy.lib.stride_tricks import sliding_window_view

from wye.call.packets import ops
from wye.numpy.arrays import Array, as_tensor, cast, holds_arrays, is_symbol
from wye.numpy.fresh import fresh, lifted
from wye.numpy.functions.shaping import dims_of, in_order
from wye.numpy.indexing import as_shape, cast_unsafe, setitem
from wye.numpy.promotion import kind_of, promoted, result_dtype
from wye.numpy.symbolic_sizes import MADE, has_symbols
from wye.numpy.table import FUNCTIONS, line
from wye.schema.values import MEMORY_FORMATS
from wye.tensors import Tensor
from wye.tensors.dtypes import from_numpy_dtype, to_numpy_dtype

__all__ = ["array", "full_like"]

aten: Any = ops.aten
_IN_C_ORDER: Final = MEMORY_FORMATS["contiguous_format"]


# ---- like others ----


def _shaped_like(a: Any, dtype: Any, shape: Any, make: str) -> Any:
    x = as_tensor(a)
    wanted = x.dtype if dtype is None else from_numpy_dtype(np.dtype(dtype))
    if shape is None:
        return getattr(aten, f"{make}_like").default(x, dtype=wanted)
    return getattr(x, f"new_{make}")(as_shape(shape), dtype=wanted)


@line(np.zeros_like)
def zeros_like(
    a: Any, dtype: Any = None, order: Any = "K", subok: bool = True, shape: Any = None, *, device: Any = None
) -> Any:
    """Zeros in the shape of an array."""
    return _shaped_like(a, dtype, shape, "zeros")


@line(np.ones_like)
def ones_like(
    a: Any, dtype: Any = None, order: Any = "K", subok: bool = True, shape: Any = None, *, device: Any = None
) -> Any:
    """Ones in the shape of an array."""
    return _shaped_like(a, dtype, shape, "ones")


@line(np.empty_like, own=np.zeros_like)
def empty_like(
    prototype: Any, /, dtype: Any = None, order: Any = "K", subok: bool = True, shape: Any = None, *, device: Any = None
) -> Any:
    """Memory in the shape of an array; its elements are zero, so that every layer sees the same."""
    return _shaped_like(prototype, dtype, shape, "zeros")


@line(np.full_like)
def full_like(
    a: Any, fill_value: Any, dtype: Any = None, order: Any = "K", subok: bool = True, shape: Any = None,
    *, device: Any = None,
) -> Any:  # fmt: skip
    """One value, or several that broadcast, in the shape of an array."""
    made = _shaped_like(a, dtype, shape, "zeros")
    setitem(Array(made), ..., fill_value)
    return made


@line(np.copy)
def copy(a: Any, order: Any = "K", subok: bool = False) -> Any:
    """The same elements in memory of their own."""
    x = as_tensor(a)
    if order in ("F", "f") or (order in ("A", "a", "K", "k") and in_order(x, order) == "F"):
        return _fortran(x, anew=True)
    return x.clone(memory_format=_IN_C_ORDER)


def _fortran(x: Any, *, anew: bool = False) -> Any:
    turned = x.permute(tuple(reversed(range(x.dim()))))
    made = turned.clone(memory_format=_IN_C_ORDER) if anew else turned.contiguous()
    return made.permute(tuple(reversed(range(x.dim()))))


# ---- like= ----


def _made_by(theirs: Any) -> Any:
    def made(*args: Any, **kwargs: Any) -> Any:
        if has_symbols((*args, *kwargs.values())) and theirs.__name__ in MADE:
            return lifted(MADE[theirs.__name__](*args, **kwargs))
        return fresh(theirs(*args, **kwargs))

    made.__name__, made.__doc__ = theirs.__name__, f"`numpy.{theirs.__name__}` with ``like=``: numbers alone."
    return made


_OF_NUMBERS: Final = (
    "zeros", "ones", "empty", "arange", "eye", "identity", "tri", "fromfunction", "fromiter", "frombuffer",
    "fromstring",
)  # fmt: skip
for _name in _OF_NUMBERS:
    FUNCTIONS[getattr(np, _name)] = _made_by(getattr(np, _name))


@line(np.full)
def full(shape: Any, fill_value: Any, dtype: Any = None, order: Any = "C", *, device: Any = None) -> Any:
    """One value, or several that broadcast, in a shape."""
    if has_symbols((shape,)):
        return lifted(MADE["full"](shape, fill_value, dtype))
    wanted = as_tensor(fill_value).dtype if dtype is None else from_numpy_dtype(np.dtype(dtype))
    made = fresh(np.zeros(as_shape(shape), to_numpy_dtype(wanted)))
    setitem(Array(made), ..., fill_value)
    return made


@line(np.array)
def array(
    object: Any, dtype: Any = None, *, copy: Any = True, order: Any = "K", subok: bool = False, ndmin: int = 0
) -> Any:  # the names are NumPy's
    """An array of data."""
    is_array = type(object) is Array or isinstance(object, (Tensor, np.ndarray))
    if is_array or holds_arrays(object):
        x = lifted(as_tensor(object)) if isinstance(object, np.ndarray) else as_tensor(object)
        made = x if dtype is None else cast_unsafe(x, np.dtype(dtype))
    else:
        x = made = fresh(np.array(object, dtype=dtype))
    if order in ("F", "f"):
        made = _fortran(made)
    elif order in ("C", "c"):
        made = made.contiguous()
    if copy is False and (made is not x or not is_array):
        raise ValueError("Unable to avoid copy while creating an array as requested.")
    return dims_of(made.clone() if copy and made is x and is_array else made, ndmin)


@line(np.asarray, np.asanyarray)
def asarray(a: Any, dtype: Any = None, order: Any = None, *, device: Any = None, copy: Any = None) -> Any:
    """An array of data, the same where it is one."""
    return array(a, dtype, copy=copy, order=order)


@line(np.ascontiguousarray)
def ascontiguousarray(a: Any, dtype: Any = None) -> Any:
    """An array without gaps."""
    return array(a, dtype, copy=None, order="C", ndmin=1)


@line(np.asfortranarray)
def asfortranarray(a: Any, dtype: Any = None) -> Any:
    """An array whose first dimension is the innermost."""
    return array(a, dtype, copy=None, order="F", ndmin=1)


@line(np.require)
def require(a: Any, dtype: Any = None, requirements: Any = None) -> Any:
    """An array that lies in memory as wanted."""
    wanted = {str(one).upper()[0] for one in ([requirements] if isinstance(requirements, str) else requirements or ())}
    if wanted - set("CFAWOE"):
        raise KeyError(f"unknown requirements: {wanted - set('CFAWOE')}")
    if {"C", "F"} <= wanted:
        raise ValueError('Cannot specify both "C" and "F" order')
    return array(a, dtype, copy=None, order="F" if "F" in wanted else "C" if "C" in wanted else "A")


# ---- between ends ----


@line(np.linspace, keeps_class=True)
def linspace(
    start: Any, stop: Any, num: int = 50, endpoint: bool = True, retstep: bool = False, dtype: Any = None,
    axis: int = 0, *, device: Any = None,
) -> Any:  # fmt: skip
    """Numbers at equal distances between two ends."""
    num = num if is_symbol(num) else operator.index(num)
    if num < 0:
        raise ValueError(f"Number of samples, {num}, must be non-negative.")
    sections = num - 1 if endpoint else num
    common = result_dtype((kind_of(start), kind_of(stop), float))
    first, last = (cast(as_tensor(one), common) for one in (start, stop))
    first, last = aten.broadcast_tensors.default([first, last])
    delta = last - first
    steps = aten.arange.default(num, dtype=from_numpy_dtype(common)).reshape((-1,) + (1,) * delta.dim())
    step = delta / sections if sections > 0 else delta * float("nan")
    found = steps * step + first if sections > 0 else steps * delta + first
    if endpoint and num > 1:
        found = aten.cat.default([found[:-1], last.unsqueeze(0)], 0)
    wanted = common if dtype is None else np.dtype(dtype)
    found = found.movedim(0, normalize_axis_index(axis, found.dim()))
    if wanted.kind in "iu":
        found = found.floor()
    made = cast_unsafe(found, wanted)
    return (made, step) if retstep else made


@line(np.logspace, keeps_class=True)
def logspace(
    start: Any, stop: Any, num: int = 50, endpoint: bool = True, base: Any = 10.0, dtype: Any = None, axis: int = 0
) -> Any:
    """Powers of a base whose exponents have equal distances."""
    if as_tensor(base).dim():
        ndim = np.broadcast(*[np.empty(tuple(as_tensor(one).shape)) for one in (start, stop, base)]).ndim
        start, stop, base = (dims_of(one, ndim) for one in (start, stop, base))
        base = base.unsqueeze(normalize_axis_index(axis, ndim + 1))
    exponents = linspace(start, stop, num, endpoint, axis=axis)
    common = result_dtype((kind_of(start), kind_of(stop), kind_of(base), float))
    found = aten.pow.Tensor_Tensor(*promoted(cast(as_tensor(base), common), exponents))
    return found if dtype is None else cast_unsafe(found, np.dtype(dtype))


@line(np.geomspace)
def geomspace(start: Any, stop: Any, num: int = 50, endpoint: bool = True, dtype: Any = None, axis: int = 0) -> Any:
    """Numbers between two ends, each the same multiple of the one before."""
    common = result_dtype((kind_of(start), kind_of(stop), float, *(() if dtype is None else (np.dtype(dtype),))))
    first, last = (cast(as_tensor(one), common) for one in (start, stop))
    first, last = aten.broadcast_tensors.default([first, last])
    sign = aten.sgn.default(first)
    powers = logspace(aten.log10.default(first / sign), aten.log10.default(last / sign), num, endpoint) * sign
    if num > 0:
        powers = aten.cat.default([first.unsqueeze(0), powers[1:]], 0)
    if num > 1 and endpoint:
        powers = aten.cat.default([powers[:-1], last.unsqueeze(0)], 0)
    found = powers.movedim(0, normalize_axis_index(axis, powers.dim()))
    return found if dtype is None else cast_unsafe(found, np.dtype(dtype))


# ---- windows ----


@line(sliding_window_view, gives_views=True)
def windows(x: Any, window_shape: Any, axis: Any = None, *, subok: bool = False, writeable: bool = False) -> Any:
    """Views of all windows of a size, along new last dimensions."""
    tensor, sizes = as_tensor(x), as_shape(window_shape)
    if any(size < 0 for size in sizes):
        raise ValueError("`window_shape` cannot contain negative values")
    if axis is None:
        dims = tuple(range(tensor.dim()))
        if len(dims) != len(sizes):
            raise ValueError(
                f"Since axis is None, must provide window_shape for all dimensions of `x`; got {len(sizes)} "
                f"window_shape elements and `x.ndim` is {tensor.dim()}."
            )
    else:
        dims = normalize_axis_tuple(axis, tensor.dim(), allow_duplicate=True)
        if len(dims) != len(sizes):
            raise ValueError("Must provide matching length window_shape and axis")
    for dim, size in zip(dims, sizes, strict=True):
        if tensor.shape[dim] < size:
            raise ValueError("window shape cannot be larger than input array shape")
        tensor = tensor.unfold(dim, size, 1)
    return tensor
