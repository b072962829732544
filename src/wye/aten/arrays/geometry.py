"""The arithmetic of views: dimensions, sizes and strides.

Pure functions of numbers.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, Final

from wye.errors import OutOfMemoryError
from wye.schema.symbolic import decided, expected, sym_min
from wye.tensors.layout import contiguous_strides, own_strides, wrap_dim

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "check_pieces",
    "covers",
    "infer_size",
    "is_negative",
    "narrow_start",
    "section_start",
    "show",
    "view_strides",
    "wrap_dims",
]


def show(sizes: Sequence[int]) -> str:
    """Sizes as messages write them: ``[2, 3]``."""
    return f"[{', '.join(map(str, sizes))}]"


def wrap_dims(dims: Sequence[int], ndim: int) -> list[int]:
    """Dimensions counted from the front, each at most once."""
    wrapped: list[int] = []
    for dim in dims:
        one = wrap_dim(dim, ndim)
        if one in wrapped:
            raise RuntimeError(f"dim {one} appears multiple times in the list of dims")
        wrapped.append(one)
    return wrapped


_MOST_PIECES: Final = 1 << 26  # tensors in one list: each takes hundreds of bytes


def check_pieces(name: str, count: int) -> None:
    """Refuse lists of too many tensors.

    Raises:
        OutOfMemoryError: there would be too many of them.
    """
    if count > _MOST_PIECES:
        raise OutOfMemoryError(
            f"{name}: a list of {count} tensors does not fit into memory", fix="ask for fewer pieces"
        )


def is_negative(position: Any) -> bool:
    """Is a position counted from the end?  One that only data says is not, which is checked when the program runs."""
    known = decided(position < 0)
    return not expected(position >= 0) if known is None else known


def narrow_start(shape: Sequence[int], dim: int, start: int, length: int) -> int:
    """The start of a piece of a dimension, counted from the front.

    Raises:
        RuntimeError, IndexError: the piece is not inside the dimension.
    """
    if not shape:
        raise RuntimeError("narrow() cannot be applied to a 0-dim tensor.")
    if length < 0:
        raise RuntimeError("narrow(): length must be non-negative.")
    size = shape[wrap_dim(dim, len(shape))]
    if not (expected(-size <= start) and expected(start <= size)):
        raise IndexError(f"start out of range (expected to be in range of [{-size}, {size}], but got {start})")
    start = start + size if is_negative(start) else start
    if not expected(start <= size - length):
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({size}).")
    return start


def section_start(size: int, sections: int, at: int) -> int:
    """Where a section begins if a size is cut into sections of which the first ones may be longer by one."""
    longer: int = sym_min(at, size % sections)
    return at * (size // sections) + longer


def infer_size(size: Sequence[int], numel: int) -> tuple[int, ...]:
    """A shape for ``numel`` elements, its -1 filled in.

    Raises:
        RuntimeError: the shape holds another number of elements.
    """
    known, unknown = 1, -1
    for dim, one in enumerate(size):
        if one >= 0:
            known *= one
        elif one != -1:
            raise RuntimeError(f"invalid shape dimension {one}")
        elif unknown >= 0:
            raise RuntimeError("only one dimension can be inferred")
        else:
            unknown = dim
    if unknown < 0:
        if not expected(known == numel):
            raise RuntimeError(f"shape '{show(size)}' is invalid for input of size {numel}")
        return tuple(size)
    if known == 0 and numel == 0:
        raise RuntimeError(
            f"cannot reshape tensor of 0 elements into shape {show(size)} because the unspecified dimension size -1 "
            "can be any value and is ambiguous"
        )
    if known == 0 or not expected(numel % known == 0):
        raise RuntimeError(f"shape '{show(size)}' is invalid for input of size {numel}")
    return (*size[:unknown], numel // known, *size[unknown + 1 :])


def view_strides(array: Any, shape: tuple[int, ...]) -> tuple[int, ...] | None:
    """The strides that show an array in another shape with as many elements, or None where no strides can.

    They are in the array's own unit, see Note [Units of strides].
    """
    old_shape, (old_strides, unit) = array.shape, own_strides(array)
    if getattr(array, "is_row_major", False):
        return contiguous_strides(shape, unit)
    if not old_shape:
        return (unit,) * len(shape)
    if 0 in old_shape:
        return tuple(old_strides) if shape == old_shape else contiguous_strides(shape, unit)
    strides = [0] * len(shape)
    todo = len(shape) - 1
    # Groups of contiguous old dimensions are split into new ones, starting from the last.
    step, group = old_strides[-1], 1
    for dim in range(len(old_shape) - 1, -1, -1):
        group *= old_shape[dim]
        if dim and (old_shape[dim - 1] == 1 or old_strides[dim - 1] == group * step):
            continue
        taken = 1
        while todo >= 0 and (taken < group or shape[todo] == 1):
            strides[todo] = taken * step
            taken *= shape[todo]
            todo -= 1
        if taken != group:
            return None
        step, group = old_strides[dim - 1], 1
    return tuple(strides) if todo == -1 else None


def covers(size: Sequence[int], stride: Sequence[int]) -> int:
    """The number of elements between the first and the last one that strides (in elements) reach, both included."""
    if not prod(size):
        return 0
    return 1 + sum((one - 1) * step for one, step in zip(size, stride, strict=True))
