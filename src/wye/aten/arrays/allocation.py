"""New arrays: memory with given strides, memory formats, numbers as elements.

Everything here takes arrays and MetaArrays, so that kernels and fake kernels lay results out alike.
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye.schema.dtype_table import ROWS
from wye.schema.symbolic import expected, settled, stands_for
from wye.tensors.dtypes import from_numpy_dtype
from wye.tensors.layout import (
    contiguous_strides,
    has_internal_overlap,
    own_strides,
    permuted_strides,
    steps_of,
    strides_like,
)
from wye.tensors.meta_array import MetaArray, restride

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "allocate", "cast_fill", "cast_number", "cast_to_scalar", "channels_last_of", "check_pinning", "check_sizes",
    "clone_keeping_strides", "contiguous_clone", "format_strides", "memory_format_of", "store",
    "suggest_memory_format",
]  # fmt: skip

# The dimensions of a format, the one that varies fastest first.
_FASTEST_FIRST: Final = {"channels_last": (1, 3, 2, 0), "channels_last_3d": (1, 4, 3, 2, 0)}


def check_sizes(size: Sequence[int]) -> tuple[int, ...]:
    """Sizes for a new tensor.

    Raises:
        RuntimeError: one is negative.
    """
    shape = tuple(size)
    if any(type(one) is not int for one in shape):
        shape = tuple(map(settled, shape))
    for one in shape:
        if not expected(one >= 0):
            raise RuntimeError(f"Trying to create tensor with negative dimension {one}: {list(shape)}")
    return shape


def check_pinning(pin_memory: bool | None) -> None:
    """Refuse pinned memory.

    Raises:
        RuntimeError: it is requested; no device needs it.
    """
    if pin_memory:
        raise RuntimeError(
            "pin_memory=True requires a CUDA or other accelerator backend; no pinned memory allocator is available on "
            "this system."
        )


def format_strides(shape: tuple[int, ...], memory_format: Any = None) -> tuple[int, ...]:
    """The strides, in elements, of a new array in a memory format; None is row-major.

    Raises:
        RuntimeError: the format is for another number of dimensions, or cannot be used for new tensors.
    """
    name = "contiguous_format" if memory_format is None else memory_format.name
    if name == "contiguous_format":
        return contiguous_strides(shape)
    if name not in _FASTEST_FIRST:
        raise RuntimeError(f"unsupported memory format: {name} needs a tensor to look like")
    order = _FASTEST_FIRST[name]
    if len(shape) != len(order):
        raise RuntimeError(f"required rank {len(order)} tensor to use {name} format")
    return permuted_strides(shape, order)


def channels_last_of(array: Any, memory_format: Any) -> tuple[int, ...]:
    """The strides, in elements, of a copy in a memory format; None and ``preserve_format`` keep the array's order."""
    if memory_format is None or memory_format.name == "preserve_format":
        return strides_like(array)
    return format_strides(tuple(array.shape), memory_format)


def suggest_memory_format(array: Any) -> str:
    """The memory format that an array's strides look like."""
    return memory_format_of(array.shape, own_strides(array)[0])


def memory_format_of(shape: Sequence[int], strides: Sequence[int]) -> str:
    """The memory format that strides look like."""
    if len(shape) not in (4, 5):
        return "contiguous_format"
    name, least = "channels_last" if len(shape) == 4 else "channels_last_3d", 0
    if strides[1] == 0:
        return "contiguous_format"
    for dim in _FASTEST_FIRST[name]:
        # Where all but the channels are of size 1, the strides of a row-major tensor look the same: that wins.
        if shape[dim] == 0 or strides[dim] < least or (dim == 0 and least == strides[1]):
            return "contiguous_format"
        least = strides[dim] * max(shape[dim], 1)
    return name


def allocate(
    like: Any, shape: tuple[int, ...], dtype: Any, steps: tuple[int, ...] | None = None, make: Any = np.empty
) -> Any:
    """New memory of this shape and these steps (row-major where None), without memory if ``like`` has none.

    Args:
        like: An array or a MetaArray; None is an array.
        shape: The sizes.
        dtype: A NumPy dtype.
        steps: Strides in elements; they may leave gaps.
        make: `np.empty` or `np.zeros`.
    """
    if type(like) is MetaArray:
        return MetaArray(shape, dtype, steps)
    if steps is None:
        if 0 not in shape:
            return make(shape, dtype)
        steps = contiguous_strides(shape)  # NumPy's are 0 where there are no elements
    itemsize = dtype.itemsize
    strides = tuple([step * itemsize for step in steps])
    if 0 in shape:
        return restride(make(0, dtype), shape, strides, 0)
    reach = sum([(size - 1) * step for size, step in zip(shape, steps, strict=True)])
    return restride(make(reach + 1, dtype), shape, strides, 0)


def store(target: Any, values: Any) -> None:
    """Write values of any dtype into an array, converted and broadcast; nothing to do without memory."""
    if type(target) is MetaArray:
        return
    if target.dtype.kind != "c" and getattr(values, "dtype", target.dtype).kind == "c":
        values = values.real
    np.copyto(target, values, casting="unsafe")


def contiguous_clone(array: Any) -> Any:
    """A row-major copy."""
    made = allocate(array, tuple(array.shape), array.dtype)
    store(made, array)
    return made


def clone_keeping_strides(array: Any) -> Any:
    """A copy with exactly the strides of an array, gaps included; a dense one where elements overlap."""
    steps = steps_of(array)
    if has_internal_overlap(array.shape, steps) or any(step < 0 for step in steps):
        steps = strides_like(array)
    made = allocate(array, tuple(array.shape), array.dtype, steps)
    store(made, array)
    return made


def _overflow(dtype: Any) -> RuntimeError:
    name = ROWS[from_numpy_dtype(dtype).name].scalar_name
    return RuntimeError(f"value cannot be converted to type {name} without overflow")


def _to_integer(number: Any, dtype: Any) -> int:
    info = np.iinfo(dtype)
    if isinstance(number, float) and (not math.isfinite(number) or not info.min <= number <= info.max):
        raise _overflow(dtype)
    whole = int(number)
    if info.min == 0 and -info.max <= whole < 0:
        return whole + int(info.max) + 1  # a negative integer wraps around
    if not info.min <= whole <= info.max:
        raise _overflow(dtype)
    return whole


def _to_float(number: Any, dtype: Any) -> Any:
    largest = _largest(dtype)
    if isinstance(number, int) and number > largest:
        raise _overflow(dtype)
    number = float(number)
    if math.isfinite(number) and abs(number) > largest:
        raise _overflow(dtype)
    return dtype.type(number)


@cache
def _largest(dtype: Any) -> float:
    if dtype.kind == "f" and dtype.itemsize > 1:
        return float(np.finfo(dtype).max)
    import ml_dtypes  # here: few programs have these elements

    info: Any = ml_dtypes.finfo
    return float(info(dtype).max)


def cast_to_scalar(number: Any, dtype: Any) -> Any:
    """A Python number as the element of a tensor without dimensions; floats of 16 bits become infinite."""
    if isinstance(number, complex) and not number.imag and dtype.kind != "c":
        number = number.real
    if dtype.itemsize == 2 and dtype.kind not in "iu" and not isinstance(number, complex):
        with np.errstate(over="ignore"):
            return dtype.type(float(number))
    return cast_number(number, dtype)


def cast_fill(number: Any, target: Any) -> Any:
    """A Python number that shall fill an array: one element is filled as a tensor without dimensions is."""
    if type(target) is MetaArray and stands_for(number, int, float, bool):
        return number  # nothing is filled: its value is not asked for
    return (cast_to_scalar if target.size == 1 else cast_number)(number, target.dtype)


def cast_number(number: Any, dtype: Any) -> Any:
    """A Python number as an element of a dtype.

    Raises:
        RuntimeError: the dtype cannot hold it.
    """
    kind = dtype.kind
    if kind == "b":
        return bool(number)
    if kind == "c":
        part, number = np.dtype("float64" if dtype.itemsize == 16 else "float32"), complex(number)
        if any(math.isfinite(one) and abs(one) > _largest(part) for one in (number.real, number.imag)):
            raise _overflow(dtype)
        return dtype.type(number)
    if isinstance(number, complex):
        if number.imag:
            raise _overflow(dtype)
        number = number.real
    return _to_integer(number, dtype) if kind in "iu" else _to_float(number, dtype)
