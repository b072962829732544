"""How elements lie in memory: the strides that results get, and queries about strides.

Pure.  In: anything with `shape` and `strides`.  Strides count elements, or bytes where ``itemsize`` is given: see
Note [Units of strides].  Sizes may be symbolic: only what must be known is compared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.schema.symbolic import expected, is_known, or_false, sym_max

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "broadcast_shapes", "contiguous_strides", "has_internal_overlap", "internal_overlap", "is_contiguous", "is_dense",
    "known_equal",
    "lies_in_rows", "may_overlap", "own_strides", "permuted_strides", "pointwise_strides", "steps_of", "strides_like",
    "wrap_dim",
]  # fmt: skip


def wrap_dim(dim: int, ndim: int, *, scalar: bool = True) -> int:
    """A dimension counted from the front.

    Args:
        dim: Counted from either end.
        ndim: How many dimensions there are.
        scalar: May a tensor without dimensions be treated as if it had one, as most operators of PyTorch do?

    Raises:
        IndexError: there is no such dimension.
    """
    if 0 <= dim < ndim:
        return dim
    if not ndim and not scalar:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    bound = ndim or 1
    if not -bound <= dim < bound:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-bound}, {bound - 1}], but got {dim})")
    return dim + bound if dim < 0 else dim


def own_strides(array: Any) -> tuple[tuple[int, ...], int]:
    """An array's strides in its own unit, and an element in that unit.  See Note [Units of strides]."""
    steps = getattr(array, "steps", None)
    return (array.strides, array.dtype.itemsize) if steps is None else (steps, 1)


def steps_of(array: Any) -> tuple[int, ...]:
    """The elements to step over to the next one in each dimension."""
    steps = getattr(array, "steps", None)
    if steps is not None:
        return steps  # type: ignore[no-any-return]
    unit = array.dtype.itemsize
    return tuple([stride // unit for stride in array.strides])


def contiguous_strides(shape: Sequence[int], itemsize: int = 1) -> tuple[int, ...]:
    """Row-major strides; a dimension of size 0 counts as one."""
    step, reverse = itemsize, []
    for size in reversed(shape):
        reverse.append(step)
        step = step * (sym_max(size, 1) if type(size) is not int else size if size > 1 else 1)
    return tuple(reversed(reverse))


def is_contiguous(shape: Sequence[int], strides: Sequence[int], itemsize: int = 1) -> bool:
    """Do the elements lie in row-major order without gaps?  Dimensions of size 1 may have any stride."""
    expected = itemsize
    for size, stride in zip(reversed(shape), reversed(strides), strict=True):
        if type(size) is not int or type(stride) is not int:
            wanted = contiguous_strides(shape, itemsize)
            return _lie_so(shape, strides, wanted) or any(or_false(size == 0) for size in shape)
        if stride != expected and size != 1:
            return any(or_false(size == 0) for size in shape)
        expected *= size
    return True


def _lie_so(shape: Sequence[int], strides: Sequence[int], wanted: Sequence[int]) -> bool:
    """Are strides as wanted in all dimensions but those of size 1?

    What is known comes first: symbolic sizes are compared where the answer hangs on them alone.
    """
    doubtful = []
    for size, stride, own in zip(shape, strides, wanted, strict=True):
        same = stride == own
        if same is True or (type(size) is int and size == 1):
            continue
        if same is False and type(size) is int:
            return False
        if is_known(same):
            continue
        if is_known(stride != own) and is_known(size != 1):
            return False
        doubtful.append((size, same))
    return all(or_false(size == 1) or or_false(same) for size, same in doubtful)


def lies_in_rows(array: Any) -> bool:
    """The same question about an array; one that knows the answer is not measured."""
    flags = getattr(array, "flags", None)  # NumPy's
    if flags is not None:
        return bool(flags.c_contiguous)
    return getattr(array, "is_row_major", False) or is_contiguous(array.shape, *own_strides(array))


def is_dense(shape: Sequence[int], strides: Sequence[int], itemsize: int = 1) -> bool:
    """Do the elements lie without gaps and overlaps, in any order of dimensions?"""
    if is_contiguous(shape, strides, itemsize):  # which compares fewer sizes: they may be symbolic
        return True
    if len(shape) == 1:
        return shape[0] < 2 or strides[0] == itemsize
    expected = itemsize
    for dim in sorted(range(len(shape)), key=strides.__getitem__):
        if strides[dim] == expected:
            expected = expected * shape[dim]
        elif shape[dim] != 1:  # which may have any stride; where a size is 0, the answer is above
            return False
    return True


def has_internal_overlap(shape: Sequence[int], strides: Sequence[int]) -> bool:
    """Is one element certainly seen at two positions, so that writing to all of them is ill-defined?"""
    if 0 not in strides or 0 in shape:
        return False
    return any(stride == 0 and size > 1 for size, stride in zip(shape, strides, strict=True))


def internal_overlap(tensor: Any) -> int:
    """Is one element of a tensor seen at two positions?  0: no; 1: yes; 2: the strides do not tell quickly."""
    shape, strides = tensor.shape, tensor.stride()
    if is_dense(shape, strides):
        return 0
    return 1 if has_internal_overlap(shape, strides) else 2


def may_overlap(shape: Sequence[int], strides: Sequence[int]) -> bool:
    """Could one element be seen at two positions?  Strides are in elements; yes is not certain, no is."""
    reach = 0
    for stride, size in sorted(zip(strides, shape, strict=True)):
        if size > 1:
            if stride <= reach:
                return True
            reach += (size - 1) * stride
    return False


def permuted_strides(shape: Sequence[int], fastest_first: Sequence[int], itemsize: int = 1) -> tuple[int, ...]:
    """Dense strides with the dimensions in this order, the one that varies fastest first."""
    strides, step = [0] * len(shape), itemsize
    for dim in fastest_first:
        strides[dim] = step
        step = step * shape[dim]
    return tuple(strides)


def known_equal(shape: Sequence[int], other: Sequence[int]) -> bool:
    """Are two shapes, or the strides of two tensors, equal?  Symbolic sizes are only where that is known: no guard."""
    if len(shape) != len(other):
        return False
    for size, own in zip(shape, other, strict=True):
        if size is own or (size == own if type(size) is int and type(own) is int else is_known(size == own)):
            continue
        return False
    return True


def _broadcast_symbols(size: Any, other: Any) -> tuple[bool, Any]:
    """Do two sizes fit, and which is that of the result?  Sizes that depend on data are taken to be equal, not 1."""
    if or_false(other == 1):
        return True, size
    if or_false(size == 1):
        return True, other
    return expected(other == size), size if type(size) is int else other


def broadcast_shapes(*shapes: tuple[int, ...]) -> tuple[int, ...]:
    """The shape that all of these broadcast to.

    Raises:
        RuntimeError: two sizes differ and none of them is 1.
    """
    result = shapes[0] if shapes else ()
    for shape in shapes[1:]:
        if known_equal(shape, result):
            continue
        longer, shorter = (result, shape) if len(result) >= len(shape) else (shape, result)
        sizes, gap = list(longer), len(longer) - len(shorter)
        for i in range(len(shorter) - 1, -1, -1):  # the error names the last of several
            size, other = shorter[i], sizes[gap + i]
            if type(size) is not int or type(other) is not int:
                fits, sizes[gap + i] = _broadcast_symbols(size, other)
            elif other == 1:
                sizes[gap + i] = size
                continue
            else:
                fits = size in (1, other)
            if not fits:
                raise RuntimeError(
                    f"The size of tensor a ({result[gap + i - len(longer)]}) must match the size of tensor b "
                    f"({shape[gap + i - len(longer)]}) at non-singleton dimension {gap + i}"
                )
        result = tuple(sizes)
    return result


_CHANNELS_LAST = (1, 3, 2, 0)  # of images (batch, channel, row, column): fastest first


def _is_channels_last(shape: Sequence[int], strides: Sequence[int], itemsize: int) -> bool:
    return _lie_so(shape, strides, permuted_strides(shape, _CHANNELS_LAST, itemsize))


def _is_swapped(dim0: int, dim1: int, shape: Sequence[int], operands: Sequence[Sequence[int]]) -> int:
    """Which of two dimensions varies faster, by the first operand to decide: 1 for `dim1`, -1 for `dim0`, 0: none."""
    for strides in operands:
        a, b = strides[dim0], strides[dim1]
        if a == 0 or b == 0:
            continue
        if a != b:
            return -1 if a < b else 1
        if shape[dim0] > shape[dim1]:
            return 1
    return 0


def _by_speed(shape: Sequence[int], operands: Sequence[Sequence[int]]) -> list[int]:
    """The dimensions, fastest first.  The order is partial, so the way of sorting is part of the result."""
    order = list(range(len(shape) - 1, -1, -1))
    for i in range(1, len(order)):
        at = i
        for before in range(i - 1, -1, -1):
            swapped = _is_swapped(order[before], order[at], shape, operands)
            if swapped > 0:
                order[before], order[at] = order[at], order[before]
                at = before
            elif swapped < 0:
                break
    return order


def _broadcast_strides(operand: Any, shape: tuple[int, ...]) -> tuple[int, ...]:
    """The strides of an operand in its own unit, as if it had been expanded."""
    gap = len(shape) - len(operand.shape)
    inner = tuple(
        stride if size is whole or is_known(size == whole) else 0 if size == 1 and whole != 1 else stride
        for size, whole, stride in zip(operand.shape, shape[gap:], own_strides(operand)[0], strict=True)
    )
    return (0,) * gap + inner


def _are_rows_and_numbers(shape: tuple[int, ...], operands: Sequence[Any]) -> bool:
    """Are all of this shape and row-major by construction, or without dimensions?  Symbolic sizes are not compared."""
    if not getattr(operands[0], "is_row_major", False):
        return False
    rows = all(
        getattr(one, "is_row_major", False) and (not one.shape or known_equal(one.shape, shape)) for one in operands
    )
    return rows and not any(type(size) is int and size < 2 for size in shape)


def pointwise_strides(shape: tuple[int, ...], itemsize: int, operands: Sequence[Any]) -> tuple[int, ...]:
    """The strides of an elementwise result of this shape, as PyTorch lays it out.

    Args:
        shape: The broadcast shape.
        itemsize: The bytes of an element of the result; 1 for strides in elements.
        operands: What it is computed from, in order; numbers are left out.
    """
    plain = contiguous_strides(shape, itemsize)
    if len(shape) < 2 or _are_rows_and_numbers(shape, operands):
        return plain
    if all(known_equal(operand.shape, shape) for operand in operands):
        if all(map(lies_in_rows, operands)):
            return plain
        if len(shape) == 4 and all(_is_channels_last(shape, *own_strides(one)) for one in operands):
            return permuted_strides(shape, _CHANNELS_LAST, itemsize)
        of_first = steps_of(operands[0])
        if all(known_equal(steps_of(one), of_first) for one in operands) and is_dense(shape, of_first):
            return tuple(stride * itemsize for stride in of_first)
    order = _by_speed(shape, [_broadcast_strides(operand, shape) for operand in operands])
    if order == list(range(len(shape) - 1, -1, -1)):
        return plain
    return permuted_strides(shape, order, itemsize)


def strides_like(array: Any, itemsize: int = 1) -> tuple[int, ...]:
    """The strides of a new array that preserves the order of another one's dimensions."""
    steps = steps_of(array)
    if getattr(array, "is_row_major", False) or is_dense(array.shape, steps):
        return steps if itemsize == 1 else tuple([step * itemsize for step in steps])
    return pointwise_strides(array.shape, itemsize, [array])
