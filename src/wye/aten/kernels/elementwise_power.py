"""NumPy kernels: powers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye.aten.arrays.elementwise_apply import FLOAT32, FLOAT64, apply, direct, laid_out, number
from wye.aten.arrays.programs import program
from wye.aten.declare import Rules
from wye.aten.kernels.elementwise import rsqrt
from wye.aten.pointwise import TYPINGS, Typing, check_number
from wye.tensors.promotion import category, result_type

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["KERNELS", "check_exponent", "power"]

KERNELS = Rules()


def integer_power(a: Any, b: Any) -> Any:
    """Integers to integer powers; negative powers are truncated to 1, -1 or 0."""
    negative = b < 0
    if not negative.any():
        return np.power(a, b)
    left = np.where(a == 1, 1, np.where(a == -1, np.where(b % 2 == 0, 1, -1), 0)).astype(a.dtype)
    return np.where(negative, left, np.power(a, np.where(negative, 0, b).astype(b.dtype)))


def power(a: Any, b: Any) -> Any:
    """Powers of any numbers."""
    return integer_power(a, b) if a.dtype.kind in "iu" else np.power(a, b)


# Exponents for which there is a faster function than a general power.
_EXPONENTS: Final[dict[float, Callable[[Any], Any]]] = {
    0.5: np.sqrt,
    1: np.positive,
    2: np.square,
    3: lambda x: x * x * x,
    -0.5: rsqrt,
    -1: np.reciprocal,
    -2: lambda x: np.reciprocal(np.square(x)),
}


def check_exponent(self: Any, exponent: Any) -> None:
    """Check an exponent: integers have no negative integer powers.

    Raises:
        RuntimeError: it is one of those, or the exponent is too large for the elements.
    """
    integers = category(self.dtype) < 2 and isinstance(exponent, int)
    if integers and exponent < 0:
        raise RuntimeError("Integers to negative integer powers are not allowed.")
    dtype = result_type(self, exponent)
    if dtype.kind in "fc" and dtype.itemsize > 2 and isinstance(exponent, float):
        return  # it may be infinite
    check_number(exponent, dtype)


@KERNELS("pow.Tensor_Scalar")
def pow_scalar(self: Any, exponent: Any, *, out: Any = None) -> Any:
    """``self ** exponent`` for a number."""
    is_plain = self.dtype is FLOAT32 or self.dtype is FLOAT64
    if out is None and is_plain and type(exponent) in (int, float) and exponent in _EXPONENTS:
        result = _EXPONENTS[exponent](self)
        return result if result.ndim < 2 else laid_out(result, self)
    if out is self and is_plain and type(exponent) in (int, float) and exponent in _EXPONENTS:
        np.copyto(out, _EXPONENTS[exponent](self))
        return out
    check_exponent(self, exponent)
    fn, typing = _power_for(exponent, result_type(self, exponent))
    return apply(fn, typing, (self,), out, also=(exponent,))


def _plain_power(self: Any, exponent: Any) -> Any:
    better = _EXPONENTS.get(exponent)
    return pow_scalar(self, exponent) if better is None else better(self)


direct(pow_scalar, _plain_power)


def _power_for(exponent: Any, dtype: Any) -> tuple[Callable[[Any], Any], Typing]:
    """How to raise numbers of a dtype to one power."""
    if exponent == 0:
        return np.ones_like, TYPINGS["pow.trivial"]
    if exponent == 1:
        return lambda x: x.copy(order="K"), TYPINGS["pow.trivial"]
    if abs(exponent) == 0.5 and dtype == np.float16:
        # Powers, not roots: that of minus infinity is infinite.  NumPy makes roots of it for one exponent alone.
        return lambda x: np.power(x, np.full_like(x, exponent)), TYPINGS["pow"]
    if category(dtype) == 2 and exponent in _EXPONENTS:
        return _EXPONENTS[exponent], TYPINGS["pow"]
    exact = category(dtype) != 2  # an exponent of floats of 16 bits is rounded to them
    return lambda x: power(x, number(exponent if exact else number(exponent, dtype), x.dtype)), TYPINGS["pow"]


@KERNELS("pow.Scalar")
def pow_of_scalar(self: Any, exponent: Any, *, out: Any = None) -> Any:
    """``self ** exponent`` for a number ``self``."""
    if exponent.ndim > 1:  # the result is row-major; reshaping gives dimensions of size 1 the strides of rows
        exponent = np.ascontiguousarray(exponent).reshape(-1).reshape(exponent.shape)
    if self == 1 and not isinstance(self, bool):
        return apply(lambda a, b: np.ones_like(b), TYPINGS["pow.trivial"], (self, exponent), out)
    return apply(power, TYPINGS["pow"], (self, exponent), out)


@KERNELS("pow.Tensor_Tensor")
def pow_tensor(self: Any, exponent: Any, *, out: Any = None) -> Any:
    """``self ** exponent``."""
    return apply(power, TYPINGS["pow"], (self, exponent), out)


program(pow_tensor, power, "exponent", typing=TYPINGS["pow"])
