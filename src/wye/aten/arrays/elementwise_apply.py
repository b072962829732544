"""Applying a NumPy function elementwise as PyTorch would: promote, compute, store, lay out.

Used by all families of elementwise kernels.  Dtypes are decided in `wye.aten.pointwise`.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye._engine import engine
from wye.aten.pointwise import Typing, result_strides
from wye.tensors.layout import broadcast_shapes, contiguous_strides, strides_like

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = [
    "FLOAT32", "FLOAT64", "ONE", "ZERO", "apply", "are_plain", "as_operand", "direct", "empty_strided",
    "filled_in_blocks", "gives_rows", "in_blocks", "kept", "laid_out", "named", "number",
]  # fmt: skip

FLOAT32: Final = np.dtype("float32")
FLOAT64: Final = np.dtype("float64")
# By the letter of a float dtype: NumPy computes twice as fast with an array as with a Python number.
ONE: Final = {char: np.ones((), char) for char in "fd"}
ZERO: Final = {char: np.zeros((), char) for char in "fd"}


def are_plain(first: Any, *others: Any) -> bool:
    """Are they row-major arrays of one shape and of floats that are not narrow?"""
    if type(first) is not np.ndarray:  # a number, too
        return False
    dtype, shape = first.dtype, first.shape
    if dtype.char not in "fd" or not shape or not first.flags.c_contiguous:
        return False
    return all(
        type(one) is np.ndarray and one.dtype is dtype and one.shape == shape and one.flags.c_contiguous
        for one in others
    )


def empty_strided(shape: tuple[int, ...], strides: tuple[int, ...], dtype: Any) -> Any:
    """A new array whose elements lie densely, with these strides."""
    size = 1
    for length in shape:
        size *= length
    return np.ndarray(shape, dtype, np.empty(size, dtype), 0, strides) if size else np.empty(shape, dtype)


# Asked once for each layout of the operands.
_known: Final[Callable[..., Any]] = partial(engine.described, {})


def _strides_of(shape: tuple[int, ...], itemsize: int, compute: Any, *operands: Any) -> tuple[int, ...]:
    return result_strides(shape, itemsize, compute, operands)


def laid_out(result: Any, *operands: Any, compute: Any = None) -> Any:
    """An elementwise result with the strides that PyTorch gives it: itself if it has them.

    Args:
        result: What was computed.
        operands: What it was computed from.
        compute: The dtype of the computation; without it, that of the operands.
    """
    if result.flags.c_contiguous and gives_rows(operands):
        return result
    if not result.size:
        return np.empty(result.shape, result.dtype)
    if _lies_as(result, operands) and compute is None:
        return result
    met = [one if type(one) is np.ndarray else None for one in operands]  # of numbers only that they are
    strides = _known(
        _strides_of, result.shape, result.itemsize, operands[0].dtype if compute is None else compute, *met
    )
    if result.strides == strides:
        return result
    fresh = empty_strided(result.shape, strides, result.dtype)
    fresh[...] = result
    return fresh


def _lies_as(result: Any, operands: tuple[Any, ...]) -> bool:
    """Has a new array, which has no gaps, the strides of its only operand?  Then that has none either."""
    (first, *others) = operands
    return (
        not others and result.base is None and result.dtype is first.dtype and result.strides == first.strides
        and 1 not in result.shape
    )  # fmt: skip


def gives_rows(operands: Sequence[Any]) -> bool:
    """Is a row-major result right for these operands?

    For NumPy the strides of dimensions of size 1 do not count.  For PyTorch they do, unless all operands are of one
    shape; numbers are tensors without dimensions.
    """
    alike = len({one.shape if type(one) is np.ndarray else () for one in operands}) == 1
    for one in operands:
        if type(one) is np.ndarray and not (
            one.flags.c_contiguous
            and (alike or 1 not in one.shape or one.strides == contiguous_strides(one.shape, one.itemsize))
        ):
            return False
    return True


def kept(result: Any, array: Any) -> Any:
    """A result with the strides of an array of the same shape."""
    if array.flags.c_contiguous and result.flags.c_contiguous and 1 not in array.shape:
        return result
    strides = _known(strides_like, array, result.itemsize)
    if result.strides == strides or not result.size:
        return result
    fresh = empty_strided(result.shape, strides, result.dtype)
    fresh[...] = result
    return fresh


def number(value: Any, dtype: Any) -> Any:
    """A Python number as an array without dimensions; integers wrap around, as they do in C."""
    kind = dtype.kind
    if kind not in "cb" and isinstance(value, complex):
        value = value.real  # the imaginary part is 0: others have been refused
    if kind in "iu":
        return np.array(int(value)).astype(dtype)
    if kind == "V":
        value = float(value)  # these elements are made of integers of 64 bits at most
    return np.array(bool(value)) if kind == "b" else np.array(value, dtype)


def as_operand(operand: Any, dtype: Any) -> Any:
    """An array or number in the dtype to compute in."""
    if type(operand) is not np.ndarray:
        return number(operand, dtype)
    if operand.dtype is dtype or operand.dtype == dtype:
        return operand
    if operand.dtype.kind == "c" and dtype.kind not in "cb":
        operand = operand.real
    return operand.astype(dtype)


def _is_narrow(dtype: Any) -> bool:
    """Is it a float of 16 bits or less, computed in float32 and rounded once?"""
    return dtype.itemsize <= 2 and dtype.kind in "fV"


def _widened(operand: Any, dtype: Any, exact: bool) -> Any:
    """Operands in float32: arrays, and numbers unless they are used exactly, are first rounded to the narrow dtype."""
    if exact and (type(operand) is not np.ndarray or not operand.ndim):
        return as_operand(operand, FLOAT32)
    return as_operand(as_operand(operand, dtype), FLOAT32)


def apply(
    fn: Callable[..., Any],
    typing: Typing,
    operands: tuple[Any, ...],
    out: Any = None,
    *,
    also: tuple[Any, ...] = (),
    widen: bool = True,
) -> Any:
    """Promote, compute, store, lay out: any elementwise operator on any operands.

    Args:
        fn: Takes arrays of the dtype to compute in and returns a fresh one.
        typing: Chooses that dtype and the result's.
        operands: Arrays and Python numbers.
        out: Where the result goes; None makes a new array.
        also: Numbers that count for the dtype, but that ``fn`` knows already.
        widen: Are narrow floats computed in float32?  Without it ``fn`` gets them as they are.
    """
    if out is None and not also and are_plain(*operands) and 1 not in operands[0].shape:  # then the result is in rows
        compute, result = typing.of(operands[0].dtype)
        if compute is operands[0].dtype:
            values = fn(*operands)
            return values if values.dtype is result else values.astype(result)
    compute, result = typing(*operands, *also)
    if widen and _is_narrow(compute):
        arrays: list[Any] = [_widened(operand, compute, typing.exact) for operand in operands]
    else:
        arrays = [as_operand(operand, compute) for operand in operands]
    try:
        if out is not None and isinstance(fn, np.ufunc) and (out.dtype == result or not _is_narrow(result)):
            return fn(*arrays, out=out, casting="unsafe")
        values = fn(*arrays)
    except ValueError:
        broadcast_shapes(*(array.shape for array in arrays))  # raises, if that is why
        raise
    if out is None and typing.keeps(operands[0]):
        return kept(values if values.dtype is result else values.astype(result), operands[0])
    return _stored(values, result, operands, compute, out)


def _stored(values: Any, dtype: Any, operands: tuple[Any, ...], compute: Any, out: Any) -> Any:
    if values.dtype is not dtype:
        values = values.astype(dtype)
    if out is not None:
        np.copyto(out, values, casting="unsafe")
        return out
    if values.ndim > 1:
        return laid_out(values, *operands, compute=compute)
    return values


def named(kernel: Callable[..., Any], name: str) -> Callable[..., Any]:
    """Give a kernel that a function made the name of its operator."""
    kernel.__name__ = kernel.__qualname__ = name.partition(".")[0]
    return kernel


def direct(kernel: Callable[..., Any], fn: Callable[..., Any]) -> Callable[..., Any]:
    """Let the engine call ``fn`` itself on plain floats.  See `over_arrays`."""
    kernel.direct = fn  # type: ignore[attr-defined]
    return kernel


_BLOCK: Final = 1 << 14


def in_blocks(fn: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """``fn`` on pieces of a large array, so that its intermediate results stay in the cache."""

    def blocked(x: Any) -> Any:
        if x.size <= _BLOCK:
            return fn(x)
        result = np.empty_like(x)
        contiguous = x.flags.c_contiguous or x.flags.f_contiguous
        source = x.ravel(order="K") if contiguous else x.reshape(-1)
        target = result.ravel(order="K") if contiguous else np.empty_like(source)  # of a contiguous array: a view
        for start in range(0, x.size, _BLOCK):
            target[start : start + _BLOCK] = fn(source[start : start + _BLOCK])
        return result if contiguous else target.reshape(x.shape)

    return blocked


def filled_in_blocks(fill: Callable[[Any, Any], None], length: int = 1 << 15) -> Callable[[Any], Any]:
    """A row-major array filled by ``fill(source, target)`` a piece at a time; called by the engine on plain floats.

    A ``fill`` that needs memory of its own wants pieces so short that it gets the same memory again and again.
    """

    def blocked(x: Any) -> Any:
        result = np.empty(x.shape, x.dtype)
        if x.size <= length:
            fill(x, result)
            return result
        source, target = x.reshape(-1), result.reshape(-1)
        for start in range(0, x.size, length):
            fill(source[start : start + length], target[start : start + length])
        return result

    return blocked
