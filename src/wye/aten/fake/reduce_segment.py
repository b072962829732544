"""Fake kernels: reductions of consecutive pieces of a dimension."""

from __future__ import annotations

from typing import Any

from wye.aten.arrays.windows import refuse
from wye.aten.declare import Rules
from wye.tensors.dtypes import not_implemented
from wye.tensors.layout import wrap_dim
from wye.tensors.meta_array import MetaArray

__all__ = ["FAKES", "REDUCTIONS"]

FAKES = Rules()
REDUCTIONS = ("max", "mean", "min", "sum", "prod", "amax", "amin")


def _shape(data: Any, lengths: Any, offsets: Any, axis: int) -> tuple[int, ...]:
    """The shape of the result."""
    name, sizes = ("offsets", offsets) if offsets is not None else ("lengths", lengths)
    if data.ndim < sizes.ndim:
        raise RuntimeError(f"segment_reduce(): Expected data.dim() >= {name}.dim()")
    if axis != sizes.ndim - 1:
        raise RuntimeError(f"segment_reduce(): Expected axis to be the last dimension of {name} but got {axis}.")
    if sizes.shape[:-1] != data.shape[:axis]:
        raise RuntimeError(f"segment_reduce(): Expected all dimensions of {name} before the last to be those of data")
    if sizes.dtype.kind != "i" or sizes.dtype.itemsize < 4:
        raise not_implemented(f"_segment_reduce_{name}_cpu_kernel1", sizes.dtype)
    count = sizes.shape[-1] - (offsets is not None)
    if count < 0:
        raise RuntimeError("segment_reduce(): offsets has the ends of segments, so it has at least one element")
    return (*data.shape[:axis], count, *data.shape[axis + 1 :])


@FAKES("segment_reduce")
def segment_reduce(
    data: Any,
    reduce: str,
    *,
    lengths: Any = None,
    indices: Any = None,
    offsets: Any = None,
    axis: int = 0,
    unsafe: bool = False,
    initial: Any = None,
) -> MetaArray:
    """The sum, mean, product or extremum of each piece of a dimension."""
    axis = wrap_dim(axis, data.ndim)
    if reduce not in REDUCTIONS:
        raise RuntimeError(f"reduce argument must be either sum, prod, mean, amax or amin, got {reduce}")
    if indices is not None:
        raise RuntimeError("segment_reduce(): indices based reduction is not supported yet.")
    if lengths is None and offsets is None:
        raise RuntimeError("segment_reduce(): Either lengths or offsets must be defined.")
    shape = _shape(data, lengths, offsets, axis)
    refuse(data.dtype, "fh", "_segment_reduce_cpu")
    return MetaArray(shape, data.dtype)


@FAKES("_segment_reduce_backward")
def segment_reduce_backward(
    grad: Any,
    output: Any,
    data: Any,
    reduce: str,
    *,
    lengths: Any = None,
    offsets: Any = None,
    axis: int = 0,
    initial: Any = None,
) -> MetaArray:
    """The gradient of what was reduced."""
    segment_reduce(data, reduce, lengths=lengths, offsets=offsets, axis=axis, initial=initial)
    return MetaArray(data.shape, data.dtype)
