"""Layouts that results of neural network operators take over from their inputs, and the arithmetic of windows.

Pure: works on anything with `shape`, `strides` and `dtype`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.schema.symbolic import sym_max
from wye.tensors.dtypes import c_name_of, not_implemented
from wye.tensors.layout import own_strides, permuted_strides
from wye.tensors.meta_array import MetaArray

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "check_same_dtype", "expanded", "follows", "is_channels_last", "new", "refuse", "text",
    "window_count",
]  # fmt: skip


def text(shape: Sequence[int]) -> str:
    """The shape in messages: [2, 3]."""
    return f"[{', '.join(map(str, shape))}]"


def refuse(dtype: Any, allowed: str, what: str) -> None:
    """Raise unless the dtype's kind is allowed: f floats, h short floats, c complex, i integers, b bool.

    Raises:
        NotImplementedError: PyTorch has no kernel for it.
    """
    kind = dtype.kind if dtype.kind in "bc" else "i" if dtype.kind in "iu" else "h" if dtype.itemsize < 4 else "f"
    if kind not in allowed:
        raise not_implemented(what, dtype)


def check_same_dtype(expected: Any, found: Any, message: str) -> None:
    """Raise unless two arrays have one dtype.

    Raises:
        RuntimeError: they differ.
    """
    if expected.dtype != found.dtype:
        raise RuntimeError(message.format(c_name_of(expected.dtype), c_name_of(found.dtype)))


def expanded(values: Sequence[int], count: int, name: str) -> tuple[int, ...]:
    """One value per dimension.

    Raises:
        RuntimeError: there is neither one value nor one for each dimension.
    """
    if len(values) == 1:
        return tuple(values) * count
    if len(values) != count:
        raise RuntimeError(f"expected {name} to be a single integer value or a list of {count} values to match the "
                           f"convolution dimensions, but got {name}={list(values)}")  # fmt: skip
    return tuple(values)


def is_channels_last(array: Any) -> bool:
    """Do the channels of images (4 dimensions) or volumes (5) vary fastest?  Gaps are allowed, as in PyTorch."""
    if array.ndim not in (4, 5):
        return False
    sizes, strides = array.shape, own_strides(array)[0]
    if strides[1] == 0:
        return False
    least = 0
    for dim in (1, *range(array.ndim - 1, 1, -1), 0):
        if sizes[dim] == 0 or strides[dim] < least or (dim == 0 and least == strides[1]):
            return False
        least = strides[dim] * sym_max(sizes[dim], 1)
    return True


def new(shape: tuple[int, ...], dtype: Any, channels_last: bool = False) -> MetaArray:
    """A dense result, its channels first or last."""
    if not channels_last:
        return MetaArray(shape, dtype)
    order = (1, *range(len(shape) - 1, 1, -1), 0)
    return MetaArray(shape, dtype, permuted_strides([sym_max(size, 1) for size in shape], order))


def follows(shape: tuple[int, ...], like: Any, dtype: Any = None) -> MetaArray:
    """A dense result whose channels lie as those of ``like``."""
    return new(shape, like.dtype if dtype is None else dtype, len(shape) == like.ndim and is_channels_last(like))


def window_count(size: int, kernel: int, stride: int, padding: int, dilation: int = 1, ceil_mode: bool = False) -> int:
    """How many windows fit; in ceil mode one that begins inside the input or its left padding may hang over."""
    room = size + 2 * padding - dilation * (kernel - 1) - 1
    count = (room + (stride - 1 if ceil_mode else 0)) // stride + 1
    if ceil_mode and (count - 1) * stride >= size + padding:
        count -= 1
    return count
