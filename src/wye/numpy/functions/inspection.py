"""Comparisons of whole arrays, and what arrays are: shapes, dtypes, kinds of numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from wye.call.packets import ops
from wye.numpy.arrays import Array, as_ndarray, as_tensor, has_layer
from wye.numpy.axes import reduced
from wye.numpy.functions.nan_reductions import can_be_nan
from wye.numpy.promotion import kind_of, promoted
from wye.numpy.table import line
from wye.numpy.writing import write_out
from wye.tensors import Tensor
from wye.tensors.dtypes import from_numpy_dtype, to_numpy_dtype

__all__ = ["isclose"]

aten: Any = ops.aten


# ---- comparisons ----


@line(np.isclose)
def isclose(a: Any, b: Any, rtol: Any = 1e-05, atol: Any = 1e-08, equal_nan: bool = False) -> Any:
    """`numpy.isclose`."""
    x, y = promoted(a, b)
    if not can_be_nan(x):
        x, y = as_tensor(x, np.float64), as_tensor(y, np.float64)
    bound = as_tensor(atol) + as_tensor(rtol) * y.abs()
    found = (((x - y).abs() <= bound) & y.isfinite()) | (x == y)
    return found | (x.isnan() & y.isnan()) if equal_nan else found


def _all(found: Any) -> Any:
    """Are all true?  A bool, as NumPy's own; where a layer follows it, an array without dimensions."""
    whole = found.all()
    return whole if has_layer((whole,)) else whole.item()


@line(np.allclose)
def allclose(a: Any, b: Any, rtol: Any = 1e-05, atol: Any = 1e-08, equal_nan: bool = False) -> Any:
    """`numpy.allclose`; where a layer follows it, an array without dimensions."""
    return _all(isclose(a, b, rtol, atol, equal_nan))


def _equal(x: Any, y: Any, equal_nan: bool) -> Any:
    found = x == y
    return found | (x.isnan() & y.isnan()) if equal_nan and can_be_nan(x) else found


@line(np.array_equal)
def array_equal(a1: Any, a2: Any, equal_nan: bool = False) -> Any:
    """`numpy.array_equal`; where a layer follows it, an array without dimensions."""
    x, y = promoted(as_tensor(a1), as_tensor(a2))
    return _all(_equal(x, y, equal_nan)) if tuple(x.shape) == tuple(y.shape) else False


@line(np.array_equiv)
def array_equiv(a1: Any, a2: Any) -> Any:
    """`numpy.array_equiv`; where a layer follows it, an array without dimensions."""
    x, y = promoted(as_tensor(a1), as_tensor(a2))
    try:
        np.broadcast_shapes(tuple(x.shape), tuple(y.shape))
    except ValueError:
        return False
    return _all(x == y)


# ---- kinds of numbers, elementwise ----


@line(np.isreal, keeps_class=True)
def isreal(x: Any) -> Any:
    """`numpy.isreal`."""
    return ~iscomplex(x)


@line(np.iscomplex)
def iscomplex(x: Any) -> Any:
    """`numpy.iscomplex`."""
    tensor = as_tensor(x)
    if tensor.is_complex():
        return tensor.imag != 0
    return aten.zeros_like.default(tensor, dtype=from_numpy_dtype(np.dtype("bool")))


def _is_infinite(x: Any, out: Any, operator: Any) -> Any:
    tensor = as_tensor(x)
    if tensor.is_complex():
        raise TypeError(f"This operation is not supported for {to_numpy_dtype(tensor.dtype)} values")
    return write_out(operator(tensor), out)


@line(np.isposinf, keeps_class=True)
def isposinf(x: Any, out: Any = None) -> Any:
    """`numpy.isposinf`."""
    return _is_infinite(x, out, aten.isposinf.default)


@line(np.isneginf, keeps_class=True)
def isneginf(x: Any, out: Any = None) -> Any:
    """`numpy.isneginf`."""
    return _is_infinite(x, out, aten.isneginf.default)


# ---- what an array is ----


@line(np.iscomplexobj)
def iscomplexobj(x: Any) -> bool:
    """`numpy.iscomplexobj`."""
    return bool(as_tensor(x).is_complex())


@line(np.isrealobj)
def isrealobj(x: Any) -> bool:
    """`numpy.isrealobj`."""
    return not as_tensor(x).is_complex()


@line(np.ndim)
def ndim(a: Any) -> int:
    """`numpy.ndim`."""
    return int(as_tensor(a).dim())


@line(np.shape, keeps_class=True)
def shape(a: Any) -> tuple[int, ...]:
    """`numpy.shape`."""
    return tuple(as_tensor(a).shape)


@line(np.size, keeps_class=True)
def size(a: Any, axis: Any = None) -> int:
    """`numpy.size`."""
    sizes = as_tensor(a).shape
    found = 1
    for dim in reduced(axis, len(sizes)):
        found = found * sizes[dim]
    return found


def _kind(value: Any) -> Any:
    """What NumPy's own function takes instead of an array: its dtype."""
    return kind_of(value) if type(value) is Array or isinstance(value, Tensor) else value


@line(np.result_type)
def result_type(*arrays_and_dtypes: Any) -> Any:
    """`numpy.result_type`."""
    return np.result_type(*map(_kind, arrays_and_dtypes))


@line(np.can_cast)
def can_cast(from_: Any, to: Any, casting: Any = "safe") -> bool:
    """`numpy.can_cast`."""
    return np.can_cast(_kind(from_), _kind(to), casting)


@line(np.common_type)
def common_type(*arrays: Any) -> Any:
    """`numpy.common_type`."""
    return np.common_type(*[np.empty(0, kind_of(one)) for one in arrays])


def _share(a: Any, b: Any, question: Any, max_work: Any) -> bool:
    x, y = as_tensor(a), as_tensor(b)
    if has_layer((x, y)):
        return bool(x.untyped_storage()._cdata == y.untyped_storage()._cdata)
    return bool(question(as_ndarray(x), as_ndarray(y), max_work=max_work))


@line(np.may_share_memory)
def may_share_memory(a: Any, b: Any, /, max_work: Any = 0) -> bool:
    """`numpy.may_share_memory`; where a layer follows the arrays, whether they are parts of one block of memory."""
    return _share(a, b, np.may_share_memory, max_work)


@line(np.shares_memory)
def shares_memory(a: Any, b: Any, /, max_work: Any = -1) -> bool:
    """`numpy.shares_memory`; where a layer follows the arrays, whether they are parts of one block of memory."""
    return _share(a, b, np.shares_memory, max_work)
