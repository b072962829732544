"""NumPy kernels: choosing, filling, copying and converting elements, and parts of complex numbers."""

from __future__ import annotations

from math import pi
from typing import Any, Final

import numpy as np

from wye.aten.arrays.allocation import allocate, cast_to_scalar
from wye.aten.arrays.elementwise_apply import apply, as_operand, empty_strided, gives_rows, laid_out, number
from wye.aten.arrays.halves import converts_halves
from wye.aten.declare import Rules, shortcut
from wye.aten.outputs import check_no_overlap, check_partial_overlap, warn_of_overlap
from wye.aten.pointwise import TYPINGS, as_met, check_number
from wye.tensors.dtypes import name_of, title_of
from wye.tensors.layout import broadcast_shapes, has_internal_overlap, pointwise_strides, steps_of, strides_like
from wye.tensors.promotion import result_type, to_complex
from wye.warn_always import warn_once

__all__ = [
    "KERNELS", "check_condition", "check_fill", "check_fits", "check_mask", "check_parts", "preserved_steps",
]  # fmt: skip

KERNELS = Rules()

# ---- choosing ----


def check_condition(condition: Any) -> None:
    """Check a condition: bools; uint8 is accepted too, for older programs.

    Raises:
        RuntimeError: it is neither.
    """
    if condition.dtype.kind != "b" and name_of(condition.dtype) != "uint8":
        raise RuntimeError(
            "where expected condition to be a boolean tensor, but got a tensor with dtype "
            f"{title_of(condition.dtype)}; compare it first, for example with != 0"
        )


_SMALL: Final = 1 << 10  # elements: below this size, calls take longer than arithmetic


def _are_alike(condition: Any, self: Any, other: Any) -> bool:
    """Are all three row-major with one shape, and the two operands of one dtype?"""
    return (
        self.dtype is other.dtype
        and condition.shape == self.shape == other.shape
        and condition.flags.c_contiguous
        and self.flags.c_contiguous
        and other.flags.c_contiguous
    )


@KERNELS("where.self")
@shortcut("where")
def where(condition: Any, self: Any, other: Any, *, out: Any = None) -> Any:
    """``self`` where the condition holds, ``other`` elsewhere."""
    if out is None and condition.dtype.kind == "b" and self.size <= _SMALL and _are_alike(condition, self, other):
        result = np.array(other)
        np.putmask(result, condition, self)  # a third of the time of np.where
        return result
    check_condition(condition)
    dtype = self.dtype if self.dtype is other.dtype else result_type(self, other)
    mask = condition if condition.dtype.kind == "b" else condition != 0
    try:
        result = np.where(mask, as_operand(self, dtype), as_operand(other, dtype))
    except ValueError:
        broadcast_shapes(condition.shape, self.shape, other.shape)  # raises, if that is why
        raise
    if out is not None:
        np.copyto(out, result, casting="unsafe")
        return out
    operands = (condition, self, other)
    if result.ndim < 2 or gives_rows(operands) or not result.size:
        return result
    strides = pointwise_strides(result.shape, result.itemsize, [condition, as_met(self, dtype), as_met(other, dtype)])
    if result.strides == strides:
        return result
    fresh = empty_strided(result.shape, strides, dtype)
    fresh[...] = result
    return fresh


# ---- filling ----


def check_mask(mask: Any) -> None:
    """Check a mask: it must be bools.

    Raises:
        RuntimeError: it is not.
    """
    if mask.dtype.kind != "b":
        raise RuntimeError(
            f"masked_fill_ only supports boolean masks, but got mask with dtype {title_of(mask.dtype)}; "
            "compare it first, for example with != 0"
        )


def check_fill(name: str, value: Any) -> None:
    """Check the value of a fill: it must be one element.

    Raises:
        RuntimeError: there are several.
    """
    if value.ndim:
        raise RuntimeError(
            f"{name} only supports a 0-dimensional value tensor, but got tensor with {value.ndim} dimension(s)."
            if name == "masked_fill_"
            else f"{name} only supports 0-dimension value tensor but got tensor with {value.ndim} dimensions."
        )


def check_fits(shape: tuple[int, ...], into: tuple[int, ...]) -> None:
    """Check that a source can be broadcast to the tensor it is written to.

    Raises:
        RuntimeError: it cannot.
    """
    if broadcast_shapes(into, shape) != into:
        wanted = broadcast_shapes(into, shape)
        raise RuntimeError(f"output with shape {list(into)} doesn't match the broadcast shape {list(wanted)}")


@KERNELS("masked_fill_.Scalar")
@shortcut("masked_fill_")
def masked_fill_in_place(self: Any, mask: Any, value: Any) -> Any:
    """Put a number where the mask is true."""
    check_mask(mask)
    if mask.shape != self.shape:
        check_fits(mask.shape, self.shape)
    check_number(value, self.dtype)
    warn_of_overlap("masked_fill_", self, "tensor[mask] = scalar")
    check_partial_overlap(self, (mask,))
    np.copyto(self, number(value, self.dtype), where=mask)
    return self


@KERNELS("masked_fill_.Tensor")
def masked_fill_in_place_tensor(self: Any, mask: Any, value: Any) -> Any:
    """Put an element where the mask is true."""
    check_fill("masked_fill_", value)
    return masked_fill_in_place(self, mask, value.item())


@KERNELS("masked_fill.Scalar")
@shortcut("masked_fill")
def masked_fill(self: Any, mask: Any, value: Any) -> Any:
    """A copy with a number where the mask is true."""
    check_mask(mask)
    shape = self.shape if self.shape == mask.shape else broadcast_shapes(self.shape, mask.shape)
    result = np.empty(shape, self.dtype)
    result[...] = self
    return masked_fill_in_place(result, mask, value)


@KERNELS("masked_fill.Tensor")
def masked_fill_tensor(self: Any, mask: Any, value: Any) -> Any:
    """A copy with an element where the mask is true."""
    check_fill("masked_fill_", value)
    return masked_fill(self, mask, value.item())


@KERNELS("fill_.Scalar")
@shortcut("fill_")
def fill_in_place(self: Any, value: Any) -> Any:
    """Fill with a number, in place."""
    if self.size == 1 and self.itemsize == 2:
        self[...] = cast_to_scalar(value, self.dtype)  # PyTorch's way for one element: too large ones are infinite
        return self
    check_number(value, self.dtype)
    self[...] = number(value, self.dtype)
    return self


@KERNELS("fill_.Tensor")
@shortcut("fill_tensor_")
def fill_in_place_tensor(self: Any, value: Any) -> Any:
    """Fill with the only element of a tensor, in place."""
    check_fill("fill_", value)
    check_no_overlap(self)
    self[...] = as_operand(value, self.dtype)
    return self


def _lies_in_rows(array: Any) -> bool:
    """Has a new array of this shape the same strides?  As far as that is plain to see."""
    return bool(array.flags.c_contiguous and array.size and 1 not in array.shape)


def _like(array: Any) -> Any:
    if _lies_in_rows(array):
        return np.empty(array.shape, array.dtype)
    return empty_strided(array.shape, strides_like(array, array.itemsize), array.dtype)


@KERNELS("fill.Scalar")
@shortcut("fill")
def fill(self: Any, value: Any) -> Any:
    """A tensor like ``self`` whose elements are a number."""
    return fill_in_place(_like(self), value)


@KERNELS("fill.Tensor")
@shortcut("fill_tensor")
def fill_tensor(self: Any, value: Any) -> Any:
    """A tensor like ``self`` whose elements are the element of another one."""
    return fill_in_place_tensor(_like(self), value)


@KERNELS("zero_")
@shortcut("zero_")
def zero_in_place(self: Any) -> Any:
    """Fill with zeros, in place."""
    self[...] = number(0, self.dtype)
    return self


@KERNELS("zero")
@shortcut("zero")
def zero(self: Any) -> Any:
    """A tensor like ``self`` whose elements are 0."""
    return zero_in_place(_like(self))


# ---- copying ----


@KERNELS("copy_")
@shortcut("copy_")
def copy_in_place(self: Any, src: Any, non_blocking: bool = False) -> Any:
    """Store the elements of another tensor, converted and broadcast."""
    if type(src) is np.ndarray and src.dtype is self.dtype and src.shape == self.shape and self.flags.c_contiguous:
        if self.base is not None or src.base is not None:
            check_partial_overlap(self, (src,))
        self[...] = src
        return self
    if 0 in self.strides:
        check_no_overlap(self)
    if type(src) is np.ndarray:
        check_fits(src.shape, self.shape)
        check_partial_overlap(self, (src,))
        if src.dtype.kind == "c" and self.dtype.kind not in "cb":
            if src.size:
                warn_once("real part", "Casting complex values to real discards the imaginary part")
            src = src.real
    else:
        src = number(src, self.dtype)
    if not converts_halves(src, self):
        np.copyto(self, src, casting="unsafe")
    return self


def preserved_steps(array: Any) -> tuple[int, ...]:
    """The steps of a copy that preserves strides, gaps included; an array that overlaps itself gets dense ones."""
    steps = steps_of(array)
    return strides_like(array) if has_internal_overlap(array.shape, steps) else steps


@KERNELS("copy")
@shortcut("copy")
def copy(self: Any, src: Any, non_blocking: bool = False) -> Any:
    """The result of `copy_` on ``self``, as a new tensor."""
    if type(src) is np.ndarray and src.dtype is self.dtype and src.shape == self.shape and _lies_in_rows(self):
        return src.copy()
    if not self.size:
        return copy_in_place(np.empty(self.shape, self.dtype), src, non_blocking)
    return copy_in_place(allocate(self, self.shape, self.dtype, preserved_steps(self)), src, non_blocking)


# ---- complex numbers ----


def _angle(x: Any) -> Any:
    if x.dtype.kind == "c":
        return np.arctan2(x.imag, x.real)
    straight = np.where(x < 0, x.dtype.type(pi), x.dtype.type(0))
    return np.where(x == x, straight, x)  # a NaN stays


@KERNELS("angle")
def angle(self: Any, *, out: Any = None) -> Any:
    """The angles of complex numbers: 0 or pi for real ones."""
    array = np.asarray(self, order="C") if self.dtype.kind == "c" else self  # so is PyTorch's result
    return apply(_angle, TYPINGS["angle"], (array,), out)


@KERNELS("conj_physical_")
def conj_physical_in_place(self: Any) -> Any:
    """Complex conjugate, in place."""
    if self.dtype.kind != "c":
        return self
    check_no_overlap(self)
    return np.conjugate(self, out=self)


_PARTS: Final = ("float32", "float64")


def check_parts(first: Any, second: Any) -> Any:
    """The dtype of complex numbers with these parts.

    Raises:
        RuntimeError: they cannot be parts, or not together.
        NotImplementedError: there is no such dtype.
    """
    floats = ("float16", *_PARTS)
    if name_of(first.dtype) not in floats or name_of(second.dtype) not in floats:
        raise RuntimeError(
            "Expected both inputs to be Half, Float or Double tensors but got "
            f"{title_of(first.dtype)} and {title_of(second.dtype)}"
        )
    if first.dtype != second.dtype:
        raise RuntimeError(
            f"Expected object of scalar type {title_of(first.dtype)} but got scalar type {title_of(second.dtype)} "
            "for second argument"
        )
    if name_of(first.dtype) not in _PARTS:
        raise NotImplementedError("complex numbers with parts of 16 bits are not supported; convert them to float32")
    return to_complex(first.dtype)


def _combine(real: Any, imaginary: Any) -> Any:
    result = np.empty(real.shape, to_complex(real.dtype))
    result.real, result.imag = real, imaginary
    return result


@KERNELS("complex")
def complex_(real: Any, imag: Any, *, out: Any = None) -> Any:
    """Complex numbers with these parts."""
    check_parts(real, imag)
    if real.shape == imag.shape:
        return _complex_result(_combine(real, imag), real, imag, out)
    broadcast_shapes(real.shape, imag.shape)
    return _complex_result(_combine(*np.broadcast_arrays(real, imag)), real, imag, out)


@KERNELS("polar")
def polar(abs: Any, angle: Any, *, out: Any = None) -> Any:
    """Complex numbers with these magnitudes and angles."""
    check_parts(abs, angle)
    broadcast_shapes(abs.shape, angle.shape)
    return _complex_result(_combine(abs * np.cos(angle), abs * np.sin(angle)), abs, angle, out)


def _complex_result(result: Any, first: Any, second: Any, out: Any) -> Any:
    if out is not None:
        np.copyto(out, result, casting="unsafe")
        return out
    return laid_out(result, first, second) if result.ndim > 1 else result


# ---- comparing tensors ----


@KERNELS("equal")
@shortcut("equal")
def equal(self: Any, other: Any) -> bool:
    """Do two tensors have the same shape and elements?"""
    if self.shape != other.shape:
        return False
    if self.dtype is other.dtype and self.size:
        same = np.equal(self, other)
        return bool(same.item(same.argmin()) if self.ndim else same)
    meet = result_type(self, other)
    return bool((as_operand(self, meet) == as_operand(other, meet)).all())
