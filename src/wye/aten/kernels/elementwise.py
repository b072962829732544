"""NumPy kernels: elementwise arithmetic, rounding, comparison and logic.

Hot: the common case of a kernel (one dtype, no factor) is a NumPy ufunc and a check of the layout of its result; all
the rest goes through `apply`, which promotes, computes and stores.  Dtypes are decided in `wye.aten.pointwise`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye.aten.arrays.allocation import cast_to_scalar
from wye.aten.arrays.elementwise_apply import (
    FLOAT32,
    FLOAT64,
    ONE,
    apply,
    are_plain,
    direct,
    filled_in_blocks,
    laid_out,
    named,
    number,
)
from wye.aten.arrays.programs import Number, program
from wye.aten.declare import Rules
from wye.aten.outputs import check_no_overlap
from wye.aten.pointwise import TYPINGS, Typing, check_alpha
from wye.call.packets import ops
from wye.tensors.layout import broadcast_shapes
from wye.tensors.promotion import result_type

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["KERNELS"]

KERNELS = Rules()

INT64: Final = np.dtype("int64")
_ONE: Final = 1
_LARGE: Final = 1e30  # tolerances below it are numbers of every dtype that is compared here
_MANY_DIGITS: Final = 1000  # more than any float has
_FEW_DIGITS: Final = 10  # powers of ten up to here are exact in every float that is not narrow
_NUMBERS: Final = (float, int)  # NumPy takes their dtype from the array, as long as it is of floats


# ---- one operand ----


# NumPy 2.4 stores only some results of these in an output that is not contiguous, or reads wrong elements for it.
_MISPLACED: Final = (np.isnan, np.isinf, np.negative)


def _log1p(x: Any) -> Any:
    """Of complex numbers too, also of those so near 0 that the length of ``1 + x`` is 1."""
    if x.dtype.kind != "c":
        return np.log1p(x)
    a, b = x.real, x.imag
    past_one = a * (2 + a) + b * b  # the square of the length, less 1
    near = np.where(past_one == 0, a, np.log1p(np.maximum(past_one, -1)) / 2)
    made = np.empty_like(x)
    made.real = np.where(np.abs(x) < 0.5, near, np.log(np.hypot(a + 1, b)))
    made.imag = np.arctan2(b, a + 1)
    return made


def _unary_ufunc(name: str, ufunc: np.ufunc) -> Callable[..., Any]:
    typing = TYPINGS[name]
    general: Callable[..., Any] = ufunc if ufunc not in _MISPLACED else lambda x: ufunc(x)  # noqa: PLW0108 - takes no out
    general = _log1p if ufunc is np.log1p else general

    def kernel(self: Any, *, out: Any = None) -> Any:
        if self.dtype is FLOAT32 or self.dtype is FLOAT64:
            if out is not None:
                if general is not ufunc and not out.flags.c_contiguous:
                    np.copyto(out, ufunc(self), casting="unsafe")
                    return out
                return ufunc(self, out=out, casting="unsafe")
            result = ufunc(self)
            if result.ndim > 1 and not self.flags.c_contiguous:
                return laid_out(result, self)
            return result
        return apply(general, typing, (self,), out, widen=False)

    return program(direct(named(kernel, name), ufunc), ufunc, typing=typing)


def unary(name: str, fn: Callable[[Any], Any]) -> Callable[..., Any]:
    """The kernel of an operator with one operand that NumPy does not have."""
    typing = TYPINGS[name]

    def kernel(self: Any, *, out: Any = None) -> Any:
        return apply(fn, typing, (self,), out)

    return program(named(kernel, name), fn, typing=typing)


def _sigmoid(x: Any) -> Any:
    result = np.negative(x, out=np.empty_like(x))  # an array, also where NumPy would make a scalar
    np.exp(result, out=result)
    result += 1
    return np.reciprocal(result, out=result)


def _sigmoid_into(x: Any, out: Any) -> None:
    np.negative(x, out)
    np.exp(out, out)
    one = ONE[x.dtype.char]
    np.add(out, one, out)
    np.divide(one, out, out)


def rsqrt(x: Any) -> Any:
    result = np.sqrt(x, out=np.empty_like(x))
    return np.reciprocal(result, out=result)


def _rounding(ufunc: np.ufunc) -> Callable[[Any], Any]:
    return lambda x: x.copy(order="K") if x.dtype.kind in "iu" else ufunc(x)


def _sign(x: Any) -> Any:
    """The sign of real numbers; 0 for NaN."""
    if x.dtype.kind == "b":
        return x.copy(order="K")
    sign = np.sign(x)
    return np.where(x != x, x.dtype.type(0), sign) if x.dtype.kind == "f" else sign  # true of NaNs


def _sgn(x: Any) -> Any:
    if x.dtype.kind != "c":
        return _sign(x)
    size = np.abs(x)
    return np.where(size == 0, x.dtype.type(0), x / size)


def _scaled(factor: float) -> Callable[[Any], Any]:
    return lambda x: x * x.dtype.type(factor)


UFUNCS: Final[dict[str, np.ufunc]] = {
    "acos": np.arccos, "acosh": np.arccosh, "asin": np.arcsin, "asinh": np.arcsinh, "atan": np.arctan,
    "atanh": np.arctanh, "cos": np.cos, "cosh": np.cosh, "sin": np.sin, "sinh": np.sinh, "tan": np.tan,
    "tanh": np.tanh, "exp": np.exp, "exp2": np.exp2, "expm1": np.expm1, "log": np.log, "log2": np.log2,
    "log10": np.log10, "log1p": np.log1p, "sqrt": np.sqrt, "reciprocal": np.reciprocal, "abs": np.absolute,
    "neg": np.negative, "isnan": np.isnan, "isinf": np.isinf, "logical_not": np.logical_not,
}  # fmt: skip

FUNCTIONS: Final[dict[str, Callable[[Any], Any]]] = {
    "bitwise_not": np.invert,
    "_conj_physical": np.conjugate,
    "sigmoid": _sigmoid,
    "rsqrt": rsqrt,
    "ceil": _rounding(np.ceil),
    "floor": _rounding(np.floor),
    "trunc": _rounding(np.trunc),
    "round": _rounding(np.rint),
    "frac": lambda x: x - np.trunc(x),
    "sign": _sign,
    "sgn": _sgn,
    "signbit": lambda x: np.signbit(x) if x.dtype.kind == "f" else x < 0 if x.dtype.kind != "b" else np.zeros_like(x),
    "isposinf": lambda x: x == np.inf,
    "isneginf": lambda x: x == -np.inf,
    "deg2rad": _scaled(np.pi / 180),
    "rad2deg": _scaled(180 / np.pi),
}

for _name, _ufunc in UFUNCS.items():
    KERNELS[_name] = _unary_ufunc(_name, _ufunc)
for _name, _function in FUNCTIONS.items():
    KERNELS[_name] = unary(_name, _function)
direct(KERNELS["sigmoid"], filled_in_blocks(_sigmoid_into))
direct(KERNELS["rsqrt"], rsqrt)
for _name, _ufunc in (("ceil", np.ceil), ("floor", np.floor), ("trunc", np.trunc), ("round", np.rint)):
    direct(KERNELS[_name], _ufunc)


def check_abs_in_place(self: Any) -> None:
    """Complex numbers have real magnitudes, which cannot be stored in place.

    Raises:
        RuntimeError: the array is complex, or its elements overlap.
    """
    if self.dtype.kind == "c":
        raise RuntimeError("In-place abs is not supported for complex tensors.")
    if 0 in self.strides:
        check_no_overlap(self)


@KERNELS("abs_")
def abs_in_place(self: Any) -> Any:
    """Absolute value, in place."""
    check_abs_in_place(self)
    return KERNELS["abs"](self, out=self)


@KERNELS("round.decimals")
def round_decimals(self: Any, *, decimals: int, out: Any = None) -> Any:
    """Round to a number of digits after the point, half to even."""
    if out is None and are_plain(self) and 0 <= decimals <= _FEW_DIGITS and 1 not in self.shape:
        by = np.array(10.0**decimals, self.dtype)
        made = np.multiply(self, by)
        return np.divide(np.rint(made, made), by, made)

    def rounded(x: Any) -> Any:
        if x.dtype.kind in "iu":
            if decimals != 0:
                raise NotImplementedError(f'"round_cpu" not implemented for integers with decimals={decimals}')
            return x.copy(order="K")
        # Too many digits make an infinite factor, and so NaN, as in PyTorch.
        factor = x.dtype.type(np.power(10.0, float(min(abs(decimals), _MANY_DIGITS))))
        return np.rint(x * factor) / factor if decimals >= 0 else np.rint(x / factor) * factor

    return apply(rounded, TYPINGS["round.decimals"], (self,), out)


# ---- two operands ----


def _binary(name: str, ufunc: np.ufunc, kinds: str) -> Callable[..., Any]:
    """The kernel of a ufunc; ``kinds`` are the dtype kinds for which NumPy alone gives PyTorch's result."""
    typing = TYPINGS[name]
    numbers = _NUMBERS if "f" in kinds else ()
    whole = "i" in kinds

    def kernel(self: Any, other: Any, *, out: Any = None) -> Any:
        if (type(self) is type(other) and self.dtype is other.dtype and self.dtype.kind in kinds) or (
            type(other) in numbers
            and (
                self.dtype is FLOAT32 or self.dtype is FLOAT64 or (self.dtype is INT64 and type(other) is int and whole)
            )
        ):
            try:
                if out is not None:
                    return ufunc(self, other, out=out, casting="unsafe")
                result = ufunc(self, other)
            except ValueError:
                broadcast_shapes(np.shape(self), np.shape(other))  # raises, if that is why
                raise
            if result.ndim > 1 and not (
                self.flags.c_contiguous
                and 1 not in self.shape
                and (type(other) in _NUMBERS or (other.flags.c_contiguous and 1 not in other.shape))
            ):
                return laid_out(result, self, other)
            return result
        return apply(ufunc, typing, (self, other), out)

    if "f" not in kinds:
        return named(kernel, name)
    return program(direct(named(kernel, name), ufunc), ufunc, "other", typing=typing, promotes=True)


def _check_divisor(divisor: Any, shape_of: Any) -> None:
    if divisor.dtype.kind in "iu" and not divisor.all() and np.broadcast(divisor, shape_of).size:
        raise RuntimeError("ZeroDivisionError: integer division by zero; divide in a floating dtype, or mask the zeros")


def _div_trunc(a: Any, b: Any) -> Any:
    if a.dtype.kind not in "iu":
        return np.trunc(np.true_divide(a, b))
    _check_divisor(b, a)
    return (a - np.fmod(a, b)) // b


def _div_floor(a: Any, b: Any) -> Any:
    _check_divisor(b, a)
    return np.floor_divide(a, b)


def _remainder(a: Any, b: Any) -> Any:
    _check_divisor(b, a)
    return np.remainder(a, b)


def _fmod(a: Any, b: Any) -> Any:
    _check_divisor(b, a)
    return np.fmod(a, b)


def _logaddexp(a: Any, b: Any) -> Any:
    if a.dtype.kind != "c":
        return np.logaddexp(a, b)
    swap = a.real < b.real
    high, low = np.where(swap, b, a), np.where(swap, a, b)
    same = np.isinf(high.real) & (high == low)
    return np.where(
        same, np.where(high.real < 0, high, np.log(np.exp(a) + np.exp(b))), high + np.log1p(np.exp(low - high))
    )


_ARITHMETIC: Final[dict[str, tuple[np.ufunc, str, tuple[str, ...]]]] = {
    "mul": (np.multiply, "fiubcV", ("mul.Tensor", "mul.Scalar")),
    "div": (np.true_divide, "fcV", ("div.Tensor", "div.Scalar")),
    "eq": (np.equal, "fiubcV", ("eq.Tensor", "eq.Scalar")),
    "ne": (np.not_equal, "fiubcV", ("ne.Tensor", "ne.Scalar")),
    "lt": (np.less, "fiubV", ("lt.Tensor", "lt.Scalar")),
    "le": (np.less_equal, "fiubV", ("le.Tensor", "le.Scalar")),
    "gt": (np.greater, "fiubV", ("gt.Tensor", "gt.Scalar")),
    "ge": (np.greater_equal, "fiubV", ("ge.Tensor", "ge.Scalar")),
    "maximum": (np.maximum, "fiubV", ("maximum",)),
    "minimum": (np.minimum, "fiubV", ("minimum",)),
    "fmax": (np.fmax, "fiubV", ("fmax",)),
    "fmin": (np.fmin, "fiubV", ("fmin",)),
    "bitwise_and": (np.bitwise_and, "iub", ("bitwise_and.Tensor", "bitwise_and.Scalar", "bitwise_and.Scalar_Tensor")),
    "bitwise_or": (np.bitwise_or, "iub", ("bitwise_or.Tensor", "bitwise_or.Scalar", "bitwise_or.Scalar_Tensor")),
    "bitwise_xor": (np.bitwise_xor, "iub", ("bitwise_xor.Tensor", "bitwise_xor.Scalar", "bitwise_xor.Scalar_Tensor")),
    "bitwise_left_shift": (np.left_shift, "iu", (
        "bitwise_left_shift.Tensor", "bitwise_left_shift.Tensor_Scalar", "bitwise_left_shift.Scalar_Tensor",
        "__lshift__.Tensor", "__lshift__.Scalar")),
    "bitwise_right_shift": (np.right_shift, "iu", (
        "bitwise_right_shift.Tensor", "bitwise_right_shift.Tensor_Scalar", "bitwise_right_shift.Scalar_Tensor",
        "__rshift__.Tensor", "__rshift__.Scalar")),
    "atan2": (np.arctan2, "fV", ("atan2",)),
    "hypot": (np.hypot, "f", ("hypot",)),
    "copysign": (np.copysign, "fV", ("copysign.Tensor", "copysign.Scalar")),
    "logaddexp2": (np.logaddexp2, "f", ("logaddexp2",)),
    "gcd": (np.gcd, "iu", ("gcd",)),
}  # fmt: skip
BINARY: Final = {name: names for name, (_, _, names) in _ARITHMETIC.items()}

for _name, (_ufunc, _kinds, _names) in _ARITHMETIC.items():
    KERNELS(*_names)(_binary(_name, _ufunc, _kinds))


def _lcm(a: Any, b: Any) -> Any:
    if a.dtype.itemsize < 4:  # as in C, where small integers are multiplied as int
        return np.abs(np.lcm(a.astype(np.int32), b.astype(np.int32)))
    return np.abs(np.lcm(a, b))


def _nextafter(a: Any, b: Any) -> Any:
    result = np.nextafter(a, b)
    if a.dtype.itemsize > 2:
        return result
    # Of 16 bits: `nextafter` of NumPy and ml_dtypes does not leave infinities.
    leaves = np.isinf(a) & (a != b) & ~np.isnan(b)
    largest = a.dtype.type(65504.0 if a.dtype.kind == "f" else 3.3895313892515355e38)
    return np.where(leaves, np.copysign(largest, a), result)


_SHORT: Final = range(-(1 << 31), 1 << 31)  # divisors for which nothing has to be checked, but that they are not 0


def _function_of_two(
    name: str, fn: Callable[[Any, Any], Any], *, widen: bool = True, divides: np.ufunc | None = None
) -> Callable[..., Any]:
    """The kernel of a function; ``divides`` does it for integers and a divisor that is not 0."""
    typing = TYPINGS[name]

    def kernel(self: Any, other: Any, *, out: Any = None) -> Any:
        if (
            divides is not None and type(other) is int and other and other in _SHORT and out is None
            and self.dtype is INT64 and self.flags.c_contiguous and (self.ndim < 2 or 1 not in self.shape)
        ):  # fmt: skip
            return divides(self, other)
        return apply(fn, typing, (self, other), out, widen=widen)

    return program(named(kernel, name), fn, "other", typing=typing)


KERNELS("floor_divide", "floor_divide.Scalar")(_function_of_two("div_floor", _div_floor, divides=np.floor_divide))
KERNELS("remainder.Tensor", "remainder.Scalar", "remainder.Scalar_Tensor")(
    _function_of_two("remainder", _remainder, divides=np.remainder)
)
KERNELS("fmod.Tensor", "fmod.Scalar")(_function_of_two("fmod", _fmod, divides=np.fmod))
KERNELS("lcm")(_function_of_two("lcm", _lcm))
KERNELS("nextafter")(_function_of_two("nextafter", _nextafter, widen=False))
KERNELS("logaddexp")(_function_of_two("logaddexp", _logaddexp))


def _logical(name: str, ufunc: np.ufunc) -> Callable[..., Any]:
    """Logic on the truth value of each operand: nothing is promoted, but the dtypes must be able to meet."""

    def kernel(self: Any, other: Any, *, out: Any = None) -> Any:
        if self.dtype is not other.dtype:
            result_type(self, other)  # raises where they do not
        try:
            if out is not None:
                return ufunc(self, other, out=out, casting="unsafe")
            result = ufunc(self, other)
        except ValueError:
            broadcast_shapes(np.shape(self), np.shape(other))  # raises, if that is why
            raise
        return result if result.ndim < 2 else laid_out(result, self, other, compute=result_type(self, other))

    return named(kernel, name)


KERNELS["logical_and"] = _logical("logical_and", np.logical_and)
KERNELS["logical_or"] = _logical("logical_or", np.logical_or)
KERNELS["logical_xor"] = _logical("logical_xor", np.logical_xor)


_add = _binary("add", np.add, "fiubcV")
_subtract = _binary("sub", np.subtract, "fiucV")


@KERNELS("add.Tensor", "add.Scalar")
def add(self: Any, other: Any, alpha: Any = 1, *, out: Any = None) -> Any:
    """``self + alpha * other``."""
    if alpha is _ONE:
        return _add(self, other, out=out)
    return _scaled_sum(np.add, "add", self, other, alpha, out)


@KERNELS("sub.Tensor", "sub.Scalar")
def sub(self: Any, other: Any, alpha: Any = 1, *, out: Any = None) -> Any:
    """``self - alpha * other``."""
    if alpha is not _ONE or type(self) is not type(other) or self.dtype is not other.dtype:
        check_subtraction(self, other)
    if alpha is _ONE:
        return _subtract(self, other, out=out)
    return _scaled_sum(np.subtract, "sub", self, other, alpha, out)


for _kernel, _ufunc in ((add, np.add), (sub, np.subtract)):
    direct(_kernel, _ufunc)
program(add, lambda a, b, alpha: a + b * alpha, "other", Number("alpha", 1), typing=TYPINGS["add"], promotes=True)
program(sub, lambda a, b, alpha: a - b * alpha, "other", Number("alpha", 1), typing=TYPINGS["sub"])


@KERNELS("rsub.Tensor", "rsub.Scalar")
def rsub(self: Any, other: Any, alpha: Any = 1, *, out: Any = None) -> Any:
    """``other - alpha * self``."""
    if type(other) in _NUMBERS and alpha is _ONE and (self.dtype is FLOAT32 or self.dtype is FLOAT64) and out is None:
        result = np.subtract(other, self)
        return result if result.ndim < 2 else laid_out(result, other, self, compute=self.dtype)
    check_subtraction(self, other)
    return _scaled_sum(np.subtract, "sub", other, self, alpha, out)


def _scaled_sum(ufunc: np.ufunc, name: str, self: Any, other: Any, alpha: Any, out: Any) -> Any:
    if alpha is _ONE:
        return apply(ufunc, TYPINGS[name], (self, other), out)
    if (out is None or out is self) and type(alpha) in _NUMBERS and abs(alpha) < 1e38 and are_plain(self, other):
        scaled = np.multiply(other, np.array(alpha, self.dtype))
        return ufunc(self, scaled, scaled if out is None else out)
    kind = result_type(self, other)
    check_alpha(kind, alpha)
    if kind.itemsize == 2 and kind.kind not in "iu" and type(alpha) in _NUMBERS:
        # Numbers are halves, too; the product is not rounded.
        alpha = float(cast_to_scalar(alpha, kind))
        self, other = (float(cast_to_scalar(one, kind)) if type(one) in _NUMBERS else one for one in (self, other))
    return apply(lambda a, b: ufunc(a, b * number(alpha, b.dtype)), TYPINGS[name], (self, other), out)


def check_subtraction(*operands: Any) -> None:
    """Refuse to subtract bools.

    Raises:
        RuntimeError: one of the operands is a bool.
    """
    bools = [isinstance(one, bool) or (hasattr(one, "dtype") and one.dtype.kind == "b") for one in operands]
    if all(bools):
        TYPINGS["sub"].of(np.dtype(bool))
    if any(bools):
        raise RuntimeError(
            "Subtraction, the `-` operator, with a bool tensor is not supported. "
            "If you are trying to invert a mask, use the `~` or `logical_not()` operator instead."
        )


_DIVISIONS: Final[dict[str | None, tuple[str, Callable[[Any, Any], Any]]]] = {
    None: ("div", np.true_divide),
    "trunc": ("div_trunc", _div_trunc),
    "floor": ("div_floor", _div_floor),
}


def typing_of_division(rounding_mode: str | None) -> Typing:
    """The dtypes of `div` with a rounding mode.

    Raises:
        RuntimeError: there is no such mode.
    """
    if rounding_mode not in _DIVISIONS:
        raise RuntimeError(
            f"div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '{rounding_mode}'"
        )
    return TYPINGS[_DIVISIONS[rounding_mode][0]]


@KERNELS("div.Tensor_mode", "div.Scalar_mode")
def div_mode(self: Any, other: Any, *, rounding_mode: str | None, out: Any = None) -> Any:
    """Divide, and drop the fraction as the mode says."""
    typing = typing_of_division(rounding_mode)
    # Quotients of narrow floats are rounded before they are truncated, unless one number divides them all.
    widen = rounding_mode != "trunc" or type(other) is not np.ndarray or not other.ndim
    return apply(_DIVISIONS[rounding_mode][1], typing, (self, other), out, widen=widen)


@KERNELS("allclose")
def allclose(self: Any, other: Any, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> bool:
    """Are all differences at most ``atol + rtol * |other|``?  Floats of one shape are compared here."""
    in_range = 0 <= rtol < _LARGE and 0 <= atol < _LARGE
    if self.dtype is not other.dtype or self.dtype.char not in "fd" or self.shape != other.shape or not in_range:
        return bool(np.all(ops.aten.isclose.default(self, other, rtol, atol, equal_nan)))
    error = np.abs(self - other)
    close = error <= np.abs(other * rtol) + atol
    close &= np.isfinite(error)
    close |= self == other
    if equal_nan:
        close |= np.isnan(self) & np.isnan(other)
    return bool(close.all())
