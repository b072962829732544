"""NumPy kernels: elementwise operators with three operands or bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye.aten.arrays.elementwise_apply import FLOAT32, apply, are_plain, direct, laid_out, number
from wye.aten.arrays.programs import Number, program
from wye.aten.declare import Rules
from wye.aten.pointwise import TYPINGS, Typing, check_number, check_parameters
from wye.tensors.dtypes import title_of
from wye.tensors.promotion import category, result_type

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["KERNELS", "between", "check_bounds", "check_factor", "check_lerp", "kept_between", "typing_of_clamp"]

KERNELS = Rules()

_LARGE: Final = 3e38  # a number up to here is a float32 too


# ---- clamp ----


def check_bounds(self: Any, low: Any, high: Any) -> tuple[Any, ...]:
    """The bounds that there are.

    Raises:
        RuntimeError: there is none, or one is too large for the result.
    """
    bounds = tuple(bound for bound in (low, high) if bound is not None)
    if not bounds:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    numbers = [bound for bound in bounds if isinstance(bound, (int, float))]
    for bound in numbers:
        check_number(bound, result_type(self, *numbers))
    return bounds


def typing_of_clamp(bounds: tuple[Any, ...]) -> Typing:
    """The dtypes of `clamp` with tensors: bools are taken with one bound only."""
    return TYPINGS["clamp" if len(bounds) == 2 else "clamp_tensor"]


def between(low: Any, high: Any) -> Callable[[Any], Any]:
    """The function that keeps elements between two numbers."""

    def clamped(x: Any) -> Any:
        if low is None:
            return np.minimum(x, number(high, x.dtype))
        if high is None:
            return np.maximum(x, number(low, x.dtype))
        result = np.maximum(x, number(low, x.dtype), out=np.empty_like(x))
        return np.minimum(result, number(high, x.dtype), out=result)

    return clamped


@KERNELS("clamp")
def clamp(self: Any, min: Any = None, max: Any = None, *, out: Any = None) -> Any:
    """Clamp elements to two bounds; where ``min > max``, ``max`` wins."""
    if self.dtype is FLOAT32 and type(min) is type(max) is float and -_LARGE < min < _LARGE and -_LARGE < max < _LARGE:
        result = np.maximum(self, min, out=np.empty_like(self) if out is None else out, casting="unsafe")
        np.minimum(result, max, out=result, casting="unsafe")
        return result if out is not None or result.ndim < 2 else laid_out(result, self)
    return apply(between(min, max), TYPINGS["clamp"], (self,), out, also=check_bounds(self, min, max), widen=False)


def _plain_clamp(self: Any, min: Any = None, max: Any = None) -> Any:
    if not (min is None or -_LARGE < min < _LARGE) or not (max is None or -_LARGE < max < _LARGE):
        return clamp(self, min, max)
    dtype = self.dtype
    if min is None or max is None:
        if min is max:
            return clamp(self, min, max)
        return np.minimum(self, np.array(max, dtype)) if min is None else np.maximum(self, np.array(min, dtype))
    result = np.empty(self.shape, dtype)
    np.maximum(self, np.array(min, dtype), out=result)
    return np.minimum(result, np.array(max, dtype), out=result)


def kept_between(x: Any, low: Any, high: Any) -> Any:
    """Elements kept between two bounds, of which the second wins."""
    return np.minimum(np.maximum(x, low), high)


direct(clamp, _plain_clamp)
program(clamp, kept_between, Number("min"), Number("max"), typing=TYPINGS["clamp"])


@KERNELS("clamp_min")
def clamp_min(self: Any, min: Any, *, out: Any = None) -> Any:
    """Clamp elements to a lower bound."""
    return clamp(self, min, None, out=out)


program(clamp_min, np.maximum, Number("min"), typing=TYPINGS["clamp"])


@KERNELS("clamp_max")
def clamp_max(self: Any, max: Any, *, out: Any = None) -> Any:
    """Clamp elements to an upper bound."""
    return clamp(self, None, max, out=out)


program(clamp_max, np.minimum, Number("max"), typing=TYPINGS["clamp"])


@KERNELS("clamp.Tensor")
def clamp_tensor(self: Any, min: Any = None, max: Any = None, *, out: Any = None) -> Any:
    """Clamp elements to bounds given by two tensors; where ``min > max``, ``max`` wins."""
    bounds = check_bounds(self, min, max)
    typing = typing_of_clamp(bounds)
    if len(bounds) == 1:
        return apply(np.minimum if min is None else np.maximum, typing, (self, *bounds), out, widen=False)
    return apply(lambda x, low, high: np.minimum(np.maximum(x, low), high), typing, (self, min, max), out, widen=False)


@KERNELS("clamp_min.Tensor")
def clamp_min_tensor(self: Any, min: Any, *, out: Any = None) -> Any:
    """Clamp elements to lower bounds given by a tensor."""
    return clamp_tensor(self, min, None, out=out)


program(clamp_min_tensor, np.maximum, "min", typing=TYPINGS["clamp_tensor"])


@KERNELS("clamp_max.Tensor")
def clamp_max_tensor(self: Any, max: Any, *, out: Any = None) -> Any:
    """Clamp elements to upper bounds given by a tensor."""
    return clamp_tensor(self, None, max, out=out)


program(clamp_max_tensor, np.minimum, "max", typing=TYPINGS["clamp_tensor"])


# ---- lerp ----


def check_lerp(self: Any, end: Any, weight: Any) -> None:
    """`lerp` promotes weights without dimensions only.

    Raises:
        RuntimeError: the dtypes differ, or a number is complex beside real elements.
    """
    if not hasattr(weight, "dtype"):
        check_parameters(TYPINGS["lerp"], self, weight)
    for name, operand in (("end", end), ("weight", weight)):
        if (name == "end" or getattr(operand, "ndim", 0) > 0) and operand.dtype != self.dtype:
            want, got = title_of(self.dtype), title_of(operand.dtype)
            raise RuntimeError(f"expected dtype {want} for `{name}` but got dtype {got}; convert it with .to()")


def _lerp(start: Any, end: Any, weight: Any) -> Any:
    # From the nearer end, so that both ends are met exactly.
    difference = end - start
    return np.where(np.abs(weight) < 0.5, start + weight * difference, end - difference * (1 - weight))


def _is_quick(self: Any, factor: Any, out: Any) -> bool:
    """Is the factor a number that fits, and the result a new array or in place of ``self``?"""
    return (out is None or out is self) and type(factor) in (float, int) and abs(factor) < _LARGE


@KERNELS("lerp.Scalar")
def lerp_scalar(self: Any, end: Any, weight: Any, *, out: Any = None) -> Any:
    """``self + weight * (end - self)`` for a number ``weight``."""
    if _is_quick(self, weight, out) and are_plain(self, end):
        factor, change = np.array(weight, self.dtype), end - self
        if abs(factor) < 0.5:
            return np.add(self, np.multiply(change, factor, change), change if out is None else out)
        return np.subtract(end, np.multiply(change, 1 - factor, change), change if out is None else out)
    check_lerp(self, end, weight)
    return apply(lambda a, b: _lerp(a, b, number(weight, a.dtype)), TYPINGS["lerp"], (self, end), out)


program(lerp_scalar, _lerp, "end", Number("weight"), typing=TYPINGS["lerp"])


@KERNELS("lerp.Tensor")
def lerp_tensor(self: Any, end: Any, weight: Any, *, out: Any = None) -> Any:
    """``self + weight * (end - self)``."""
    check_lerp(self, end, weight)
    return apply(_lerp, TYPINGS["lerp"], (self, end, weight), out)


program(lerp_tensor, _lerp, "end", "weight", typing=TYPINGS["lerp"])


# ---- multiply and add ----


def check_factor(name: str, value: Any, *operands: Any) -> None:
    """Can the factor of `addcmul` or `addcdiv` become an element of the result?

    Raises:
        RuntimeError: it is too large.
    """
    dtype, _ = TYPINGS[name](*operands)
    check_number(value, FLOAT32 if category(dtype) == 2 and dtype.itemsize <= 2 else dtype)


@KERNELS("addcmul")
def addcmul(self: Any, tensor1: Any, tensor2: Any, *, value: Any = 1, out: Any = None) -> Any:
    """``self + value * tensor1 * tensor2``."""
    if _is_quick(self, value, out) and are_plain(self, tensor1, tensor2):
        part = np.multiply(tensor1, np.array(value, self.dtype))
        return np.add(self, np.multiply(part, tensor2, part), part if out is None else out)
    check_factor("addcmul", value, self, tensor1, tensor2)

    def of(a: Any, b: Any, c: Any) -> Any:
        return a + (b * c if value == 1 else number(value, a.dtype) * b * c)

    return apply(of, TYPINGS["addcmul"], (self, tensor1, tensor2), out)


program(
    addcmul, lambda a, b, c, value: a + b * value * c, "tensor1", "tensor2", Number("value", 1),
    typing=TYPINGS["addcmul"],
)  # fmt: skip


@KERNELS("addcdiv")
def addcdiv(self: Any, tensor1: Any, tensor2: Any, *, value: Any = 1, out: Any = None) -> Any:
    """``self + value * tensor1 / tensor2``."""
    if _is_quick(self, value, out) and are_plain(self, tensor1, tensor2):
        part = np.multiply(tensor1, np.array(value, self.dtype))
        return np.add(self, np.divide(part, tensor2, part), part if out is None else out)
    TYPINGS["addcdiv"].of(result_type(tensor1, tensor2))
    check_factor("addcdiv", value, self, tensor1, tensor2)

    def of(a: Any, b: Any, c: Any) -> Any:
        return a + (b / c if value == 1 else number(value, a.dtype) * b / c)

    return apply(of, TYPINGS["addcdiv"], (self, tensor1, tensor2), out)


program(
    addcdiv, lambda a, b, c, value: a + b * value / c, "tensor1", "tensor2", Number("value", 1),
    typing=TYPINGS["addcdiv"],
)  # fmt: skip
