"""Metadata of arrays of any class: composites use these functions instead of methods.

Tensors answer with their methods.  An array of another class has ``.shape``; its dtype is read from ``.dtype``, and its
device is that of its backend's key.  See Note [Composites know operators only].
"""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import Any

from wye._engine import engine
from wye.aten.arrays.allocation import memory_format_of
from wye.call.arrays import device_type_of, dtype_reader_of
from wye.call.packets import ops
from wye.modes.stack import dispatch_stack
from wye.schema.values import DTYPES, MEMORY_FORMATS, device, dtype
from wye.tensors.dtypes import to_numpy_dtype
from wye.tensors.layout import wrap_dim
from wye.tensors.meta_array import MetaArray
from wye.tensors.wrapped_array import WrappedArray

__all__ = [
    "device_of",
    "dtype_of",
    "handled_in_python",
    "has_unstored_zeros",
    "is_complex",
    "is_conj",
    "is_contiguous",
    "is_floating",
    "is_neg",
    "is_on",
    "layout_of",
    "list_of",
    "ndim_of",
    "needs_grad",
    "numel_of",
    "offset_of",
    "reuse",
    "size_of",
    "stride_of",
    "suggest_memory_format",
]  # fmt: skip

# Note [Composites know operators only]
# A composite gets whatever the caller has: a tensor, a NumPy array, an object of a registered class.  So it asks the
# functions of this file, reads ``.shape``, and calls operators; it never calls a method or reads a field of a tensor.
# Then a backend that has kernels for the operators at the end of the way has every composite.
# Broken by: `x.dim()`, `x + y`, `x._data` in wye/aten/composites.
# Guarded by: tests/unit/aten/test_array_classes.py::test_primitive_operators_give_every_composite

_TensorBase: Any = engine.TensorBase


def ndim_of(x: Any) -> int:
    """The number of dimensions."""
    return x.dim() if isinstance(x, _TensorBase) else len(x.shape)


def size_of(x: Any, dim: int) -> int:
    """The size of one dimension.

    Raises:
        IndexError: there is no such dimension.
    """
    if isinstance(x, _TensorBase):
        size: int = x.size(dim)
        return size
    return int(x.shape[wrap_dim(dim, len(x.shape))])


def numel_of(x: Any) -> int:
    """The number of elements."""
    return x.numel() if isinstance(x, _TensorBase) else prod(x.shape)


def stride_of(x: Any, dim: int | None = None) -> Any:
    """The elements to step over to the next one in each dimension, or in one; without strides: row-major ones."""
    if isinstance(x, _TensorBase):
        return x.stride(dim)
    found = getattr(x, "strides", None)
    strides = _rows(x.shape) if found is None else tuple(step // x.dtype.itemsize for step in found)
    return strides if dim is None else strides[wrap_dim(dim, len(strides))]


def layout_of(x: Any) -> Any:
    """Shape, strides in bytes and dtype as NumPy has them: the array of a tensor, or a description without memory."""
    if isinstance(x, _TensorBase):
        return x._data
    if hasattr(x, "strides"):
        return x
    return MetaArray(tuple(x.shape), to_numpy_dtype(dtype_of(x)))


def _rows(shape: Any) -> tuple[int, ...]:
    step, strides = 1, []
    for size in reversed(shape):
        strides.append(step)
        step *= max(size, 1)
    return tuple(reversed(strides))


def offset_of(x: Any) -> int:
    """Where in its storage it begins; 0 for arrays without an offset."""
    return x.storage_offset() if isinstance(x, _TensorBase) else 0


def is_contiguous(x: Any, memory_format: Any = None) -> bool:
    """Do the elements lie in memory in this order, without gaps?  For arrays that do not say, they do."""
    if isinstance(x, _TensorBase):
        contiguous: bool = x.is_contiguous(memory_format)
        return contiguous
    return memory_format is None or memory_format.name == "contiguous_format" or ndim_of(x) < 4


def suggest_memory_format(x: Any) -> Any:
    """The memory format that a tensor's strides look like."""
    return MEMORY_FORMATS[memory_format_of([size_of(x, dim) for dim in range(ndim_of(x))], stride_of(x))]


def dtype_of(x: Any) -> dtype:
    """The dtype of the elements.

    Raises:
        TypeError: the class has no dtype that wye knows.
    """
    return x.dtype if isinstance(x, _TensorBase) else _dtype_of_array(x)


def _dtype_of_array(x: Any) -> dtype:
    read = dtype_reader_of(type(x))
    found = x.dtype if read is None else read(x)
    return found if type(found) is dtype else _same_name(found)


@lru_cache(maxsize=256)
def _same_name(found: Any) -> dtype:
    """The dtype with the name of another library's: ``float32``, ``jax.numpy.float32``, ``<f4`` of NumPy."""
    name = getattr(found, "name", None) or str(found).rpartition(".")[2]
    if name not in DTYPES:
        raise TypeError(
            f"the dtype {found!r} is not one of wye's; name the one to use: "
            "register_array_type(cls, keys, dtype=function_of_an_array)"
        )
    return DTYPES[name]


def is_complex(x: Any) -> bool:
    """Are the elements complex numbers?"""
    return dtype_of(x).is_complex


def is_floating(x: Any) -> bool:
    """Are the elements floating-point numbers?"""
    return dtype_of(x).is_floating_point


def is_on(x: Any, where: device) -> bool:
    """Is it on a device?  Without an index, that is the first one of its type."""
    here = device_of(x)
    return here == where or (where.index is None and here.index == 0 and here.type == where.type)


def device_of(x: Any) -> device:
    """Where the elements are: for an array of another library, the device of its backend."""
    return x.device if isinstance(x, _TensorBase) else _device(device_type_of(x))


@lru_cache(maxsize=64)
def _device(name: str) -> device:
    return device(name)


def is_conj(x: Any) -> bool:
    """Is it lazily conjugated?  Only tensors can be."""
    return isinstance(x, _TensorBase) and x.is_conj()


def is_neg(x: Any) -> bool:
    """Is it lazily negated?  Only tensors can be."""
    return isinstance(x, _TensorBase) and x.is_neg()


def needs_grad(array: Any) -> bool:
    """Does it require a gradient?  Arrays of other classes than wye's do not."""
    return isinstance(array, _TensorBase) and bool(array._requires_grad)


def handled_in_python(*arrays: Any) -> bool:
    """Will a mode, or the class of an array, see the operators that a composite calls?"""
    return dispatch_stack.thread.top is not None or any(
        not isinstance(x, _TensorBase) or type(x)._handles_calls for x in arrays
    )


_SHAPES = ("squeeze", "unsqueeze")  # they write to no element


def reuse(x: Any, name: str) -> Any:
    """The operator that changes a new array in place; the functional one where the class is not wye's own.

    PyTorch's composites write into temporary results.  They use the returned value, so that an array
    class needs no in-place kernels.  Inside a transform nothing is written: a level below may have saved what is there.
    """
    writes = isinstance(x, _TensorBase) and (name in _SHAPES or not isinstance(x._data, WrappedArray))
    return getattr(ops.aten, f"{name}_" if writes else name)


def has_unstored_zeros(x: Any) -> bool:
    """Does it have zeros that are not stored?  Only tensors can have them."""
    return isinstance(x, _TensorBase) and x._is_zerotensor()


def list_of(x: Any) -> Any:
    """The elements of an array as Python numbers; that of one without dimensions as a number."""
    if isinstance(x, _TensorBase) and not isinstance(x._data, WrappedArray):
        return x.tolist()
    if not isinstance(x, _TensorBase) and hasattr(x, "tolist"):
        return x.tolist()
    if not x.shape:
        return ops.aten.item.default(x)
    return [ops.aten.item.default(ops.aten.select.int(x, 0, i)) for i in range(x.shape[0])]
