"""NumPy kernels: special functions, without SciPy.

Rational approximations and series, evaluated on whole arrays in blocks that fit the cache.  Where an error in the last
place would grow (gamma functions, inverses, tails) they are evaluated in float64.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye.aten.arrays.elementwise_apply import FLOAT32, apply, direct, filled_in_blocks, in_blocks, kept, laid_out
from wye.aten.arrays.programs import program
from wye.aten.declare import Rules
from wye.aten.kernels.elementwise import KERNELS as ARITHMETIC
from wye.aten.kernels.elementwise import unary
from wye.aten.kernels.elementwise_power import pow_of_scalar, power
from wye.aten.pointwise import TYPINGS, Typing
from wye.tensors.dtypes import from_numpy_dtype, not_implemented
from wye.tensors.layout import broadcast_shapes
from wye.tensors.promotion import category

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["KERNELS", "digamma", "erf", "erfc", "horner", "in_float64", "lgamma", "lgamma_1p"]

KERNELS = Rules()


def in_float64(fn: Callable[..., Any]) -> Callable[..., Any]:
    """A function of float64, of narrower floats: the result is rounded to their dtype."""

    def of(x: Any, *others: Any) -> Any:
        return fn(*(one.astype(np.float64, copy=False) for one in (x, *others))).astype(x.dtype, copy=False)

    return of


@cache
def _elements(coefficients: tuple[float, ...], dtype: Any) -> tuple[Any, ...]:
    """Coefficients as arrays without dimensions, which NumPy computes with faster than with Python numbers."""
    return tuple(np.array(coefficient, dtype) for coefficient in coefficients)


def horner(x: Any, coefficients: tuple[float, ...]) -> Any:
    """A polynomial; the coefficient of the highest power comes first."""
    first, second, *rest = _elements(coefficients, x.dtype)
    result = np.multiply(x, first, out=np.empty(x.shape, x.dtype))
    np.add(result, second, result)
    for coefficient in rest:
        np.multiply(result, x, result)
        np.add(result, coefficient, result)
    return result


# ---- the error function ----

# erf(x) = x N(x^2) / D(x^2) for |x| < 1, erfc(x) = exp(-x^2) N(x) / D(x) between 1 and 8 and beyond.
_ERF_NEAR: Final = (
    (9.60497373987051638749, 90.0260197203842689217, 2232.00534594684319226, 7003.32514112805075473,
     55592.3013010394962768),
    (1.0, 33.5617141647503099647, 521.357949780152679795, 4594.32382970980127987, 22629.0000613890934246,
     49267.3942608635921086),
)  # fmt: skip
_ERFC_MIDDLE: Final = (
    (2.46196981473530512524e-10, 0.564189564831068821977, 7.46321056442269912687, 48.6371970985681366614,
     196.520832956077098242, 526.445194995477358631, 934.528527171957607540, 1027.55188689515710272,
     557.535335369399327526),
    (1.0, 13.2281951154744992508, 86.7072140885989742329, 354.937778887819891062, 975.708501743205489753,
     1823.90916687909736289, 2246.33760818710981792, 1656.66309194161350182, 557.535340817727675546),
)  # fmt: skip
_ERFC_FAR: Final = (
    (0.564189583547755073984, 1.27536670759978104416, 5.01905042251180477414, 6.16021097993053585195,
     7.40974269950448939160, 2.97886665372100240670),
    (1.0, 2.26052863220117276590, 9.39603524938001434673, 12.0489539808096656605, 17.0814450747565897222,
     9.60896809063285878198, 3.36907645100081516050),
)  # fmt: skip


def _quotient(x: Any, of: tuple[tuple[float, ...], tuple[float, ...]]) -> Any:
    upper = horner(x, of[0])
    return np.divide(upper, horner(x, of[1]), upper)


def _erf_near(x: Any) -> Any:
    return x * _quotient(x * x, _ERF_NEAR)


def _erfc_tail(size: Any) -> Any:
    """The complement of the error function, of numbers from 1 on."""
    middle, far = np.minimum(size, 8), np.minimum(np.maximum(size, 8), 1e3)
    factor = np.where(size < 8, _quotient(middle, _ERFC_MIDDLE), _quotient(far, _ERFC_FAR))
    return np.exp(-size * size) * factor


# The same as x N(x^2) / D(x^2) up to 4, where it is 1 in float32.
_ERF_FLOAT32: Final = (
    (-2.72614225801306e-10, 2.77068142495902e-08, -2.10102402082508e-06, -5.69250639462346e-05, -7.34990630326855e-04,
     -2.95459980854025e-03, -1.60960333262415e-02),
    (-1.45660718464996e-05, -2.13374055278905e-04, -1.68282697438203e-03, -7.37332916720468e-03,
     -1.42647390514189e-02),
)  # fmt: skip


def _erf(x: Any) -> Any:
    if x.dtype is FLOAT32 or x.dtype == FLOAT32:
        least, greatest = _elements((-4.0, 4.0), FLOAT32)
        x = np.maximum(x, least, out=np.empty(x.shape, FLOAT32))
        np.minimum(x, greatest, out=x)
        return x * _quotient(x * x, _ERF_FLOAT32)
    size = np.abs(x)
    tail = np.minimum(np.maximum(size, 1), 6)  # beyond, it is 1
    far = np.copysign(1 - np.exp(-tail * tail) * _quotient(tail, _ERFC_MIDDLE), x)
    return np.where(
        size < 1, _erf_near(np.minimum(np.maximum(x, -1), 1)), np.where(size == size, far, x)
    )  # a NaN stays


def _erfc(x: Any) -> Any:
    size = np.abs(x)
    tail = _erfc_tail(np.maximum(size, 1))
    result = np.where(size < 1, 1 - _erf_near(np.minimum(np.maximum(x, -1), 1)), np.where(x < 0, 2 - tail, tail))
    return np.where(size == size, result, x)  # a NaN stays


erf = in_blocks(_erf)
erfc = in_blocks(in_float64(_erfc))


def _erfinv(y: Any) -> Any:
    size = np.minimum(np.abs(y), 1)
    # A guess that is right to three digits, then Halley's steps, each of which triples them.
    log = np.log1p(-size * size)
    half = 4.330746750799873 + log / 2
    x = np.sqrt(np.maximum(np.sqrt(half * half - log / 0.147) - half, 0))
    for _ in range(3):
        error = np.where(size < 0.5, _erf(x) - size, (1 - size) - _erfc(x))
        step = error / (1.1283791670955126 * np.exp(-x * x))
        x = x - step / (1 + x * step)
    x = np.where(size == 1, np.inf, np.copysign(x, y))
    return np.where(size == 1, np.copysign(np.where(np.abs(y) > 1, np.nan, np.inf), y), x)


# ---- the normal distribution ----

_HALF_ROOT: Final = 0.7071067811865476
_ROOT_PI: Final = 1.772453850905516


def _erfcx(x: Any) -> Any:
    size = np.minimum(np.abs(x), 1e100)
    near = np.minimum(size, 1)
    tail = np.where(
        size < 8,
        _quotient(np.minimum(np.maximum(size, 1), 8), _ERFC_MIDDLE),
        _quotient(np.minimum(np.maximum(size, 8), 1e3), _ERFC_FAR),
    )
    tail = np.where(size > 1e3, (1 - 0.5 / (size * size)) / (size * _ROOT_PI), tail)
    positive = np.where(size < 1, np.exp(near * near) * (1 - _erf_near(near)), tail)
    positive = np.where(np.isinf(x), 0.0, positive)
    result = np.where(x < 0, 2 * _exp_of_square(x) - positive, positive)
    return np.where(x == x, result, x)


def _exp_of_square(x: Any) -> Any:
    """exp(x^2): the square is taken in two parts, as an error in its last place would grow."""
    coarse = np.rint(np.minimum(np.abs(x), 30) * 128) / 128
    rest = np.minimum(np.abs(x), 30) - coarse
    return np.where(np.abs(x) > 27, np.inf, np.exp(coarse * coarse) * np.exp(rest * (2 * coarse + rest)))


def _log_ndtr(x: Any) -> Any:
    t = x * _HALF_ROOT
    low = np.minimum(t, -0.5)
    lower = np.log(_erfcx(-low) / 2) - low * low
    upper = np.log1p(-_erfc(np.maximum(t, -1)) / 2)
    return np.where(x < -1, np.where(np.isneginf(x), -np.inf, lower), np.where(x == x, upper, x))


def _ndtri(p: Any) -> Any:
    middle = _erfinv(np.where(np.abs(p - 0.5) < 0.4, 2 * p - 1, 0)) / _HALF_ROOT
    tail = np.minimum(np.maximum(np.minimum(p, 1 - p), 5e-324), 0.2)
    log = np.log(tail)
    t = np.sqrt(-2 * log)
    # A guess that is right to three digits, then Newton's steps for the logarithm, each of which doubles them.
    x = (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t
    for _ in range(3):
        value = _log_ndtr(x)
        x = x - (value - log) * np.exp(value + x * x / 2 + 0.9189385332046728)
    x = np.where(p > 0.5, -x, x)
    ends = np.where(p == 0, -np.inf, np.where(p == 1, np.inf, np.nan))
    return np.where((p > 0) & (p < 1), np.where(np.abs(p - 0.5) < 0.4, middle, x), ends)


# ---- gamma functions ----

# lgamma(2 + z) = (1 - Euler's constant) z + sum of (zeta(k) - 1) (-z)^k / k
_LGAMMA_NEAR_2: Final = (
    1.330476437424449e-10, -2.7595228851242334e-10, 5.731367241678862e-10, -1.1921401405860912e-09,
    2.4836745438024785e-09, -5.183475041970047e-09, 1.0838659214896955e-08, -2.2711094608943164e-08,
    4.7698101693639804e-08, -1.0043224823968099e-07, 2.1207184805554665e-07, -4.492469198764566e-07,
    9.55141213040742e-07, -2.039215753801366e-06, 4.374866789907488e-06, -9.439488275268397e-06,
    2.050721277567069e-05, -4.492623673813314e-05, 9.945751278180853e-05, -0.00022315475845357939,
    0.0005096695247430425, -0.001192753911703261, 0.0028905103307415234, -0.007385551028673986,
    0.020580808427784546, -0.0673523010531981, 0.3224670334241132, 0.42278433509846714, 0.0,
)  # fmt: skip
# Stirling's series, in 1 / x^2.
_LGAMMA_FAR: Final = (1 / 156, -691 / 360360, 1 / 1188, -1 / 1680, 1 / 1260, -1 / 360, 1 / 12)
_DIGAMMA_FAR: Final = (1 / 12, -691 / 32760, 1 / 132, -1 / 240, 1 / 252, -1 / 120, 1 / 12, 0.0)


def _lgamma_positive(x: Any) -> Any:
    # Around the zeros at 1 and 2: a series at 2, to which smaller numbers are moved.
    z = np.where(x < 0.5, x, np.where(x < 1.5, x - 1, x - 2))
    moved = np.where(x < 0.5, np.log(x) + np.log1p(x), np.where(x < 1.5, np.log1p(np.maximum(z, -0.75)), 0))
    near = horner(np.minimum(z, 0.5), _LGAMMA_NEAR_2) - moved
    # Elsewhere Stirling's series, to which smaller numbers are moved.
    far, product = np.maximum(x, 2.5), np.ones_like(x)
    for _ in range(6):
        small = far < 8
        product *= np.where(small, far, 1)
        far = far + small
    stirling = (far - 0.5) * np.log(far) - far + 0.9189385332046728 + horner(1 / (far * far), _LGAMMA_FAR) / far
    result = np.where(x <= 2.5, near, stirling - np.log(product))
    return np.where(np.isinf(x), x, result)


def lgamma_1p(x: Any) -> Any:
    """lgamma(1 + x) of float64 that are not negative, exactly where they are small."""
    small = x <= 0.5
    near = np.where(small, x, 0.0)
    return np.where(small, horner(near, _LGAMMA_NEAR_2) - np.log1p(near), lgamma(np.where(small, 1.0, 1 + x)))


def lgamma(x: Any) -> Any:
    """The logarithm of the magnitude of the gamma function, of float64."""
    reflected = _lgamma_positive(np.where(x < 0.5, 1 - x, x))
    fraction = x - np.rint(x)
    mirrored = np.log(np.pi / np.abs(np.sin(np.pi * fraction))) - reflected
    small = (x > 0) & (x < 0.5)
    result = np.where(x < 0.5, mirrored, reflected)
    result = np.where(small, _lgamma_positive(np.where(small, x, 1)), result)
    return np.where(np.isinf(x) | ((x <= 0) & (fraction == 0)), np.inf, result)


def digamma(x: Any) -> Any:
    """The logarithmic derivative of the gamma function, of float64."""
    y = np.where(x < 0, 1 - x, x)
    result = np.zeros_like(y)
    for _ in range(10):
        small = y < 10
        result -= np.where(small, 1 / y, 0)
        y = y + small
    z = 1 / (y * y)
    result += np.where(np.isinf(y), np.inf, np.log(y) - 0.5 / y - horner(z, _DIGAMMA_FAR))
    fraction = x - np.trunc(x)
    reflected = np.where(fraction == 0, np.nan, result - np.pi / np.tan(np.pi * fraction))
    return np.where(x < 0, reflected, np.where(x == 0, np.copysign(np.inf, -x), result))


# ---- the rest ----


def _sinc(x: Any) -> Any:
    scaled = x * x.dtype.type(np.pi)
    return np.where(x == 0, x.dtype.type(1), np.sin(scaled) / scaled)


def _entr(x: Any) -> Any:
    falling = np.where(x == 0, x.dtype.type(0), x.dtype.type(-np.inf))
    return np.where(x > 0, -x * np.log(x), np.where(x == x, falling, x))


FUNCTIONS: Final[dict[str, Callable[[Any], Any]]] = {
    "erf": erf,
    "erfc": erfc,
    "erfinv": in_blocks(in_float64(_erfinv)),
    "lgamma": in_blocks(in_float64(lgamma)),
    "digamma": in_blocks(in_float64(digamma)),
    "sinc": _sinc,
    "special_erfcx": in_blocks(in_float64(_erfcx)),
    "special_log_ndtr": in_blocks(in_float64(_log_ndtr)),
    "special_ndtri": in_blocks(in_float64(_ndtri)),
    "special_entr": _entr,
}

for _name, _function in FUNCTIONS.items():
    KERNELS[_name] = unary(_name, _function)
direct(KERNELS["erf"], filled_in_blocks(lambda x, out: np.copyto(out, _erf(x))))


@KERNELS("logit")
def logit(self: Any, eps: float | None = None, *, out: Any = None) -> Any:
    """``log(x / (1 - x))``, of numbers that are first kept ``eps`` away from 0 and 1."""
    element = self.dtype.type if category(self.dtype) == 2 else np.float32

    def of(x: Any) -> Any:
        if eps is not None and eps >= 0:
            low, high = (x.dtype.type(bound) for bound in (element(eps), element(1) - element(eps)))
            x = np.where(x < low, low, np.where(x > high, high, x))
        return np.log(x / (1 - x))

    return apply(of, TYPINGS["logit"], (self,), out, widen=False)  # narrow floats are rounded at every step


program(logit, lambda x: np.log(x / (1 - x)), typing=TYPINGS["logit"])


@KERNELS("nan_to_num")
def nan_to_num(
    self: Any, nan: float | None = None, posinf: float | None = None, neginf: float | None = None, *, out: Any = None
) -> Any:
    """Replace NaNs and infinities by numbers: 0 and the largest there are, unless others are given."""
    numbers = nan, posinf, neginf
    return apply(lambda x: _with_numbers(x, numbers), TYPINGS["nan_to_num"], (self,), out, widen=False)


def _with_numbers(x: Any, numbers: tuple[float | None, float | None, float | None]) -> Any:
    result = x.copy(order="K")
    if x.dtype.kind == "c":
        result.real, result.imag = _with_numbers(x.real, numbers), _with_numbers(x.imag, numbers)
    elif x.dtype.kind not in "biu":
        nan, posinf, neginf = numbers
        largest = _largest(x.dtype)
        np.copyto(result, x.dtype.type(0 if nan is None else nan), where=np.isnan(x))
        np.copyto(result, x.dtype.type(largest if posinf is None else posinf), where=x == np.inf)
        np.copyto(result, x.dtype.type(-largest if neginf is None else neginf), where=x == -np.inf)
    return result


def _without_nan(x: Any) -> Any:
    largest = x.dtype.type(np.finfo(x.dtype).max)
    return np.where(x != x, x.dtype.type(0), np.minimum(np.maximum(x, -largest), largest))


program(nan_to_num, _without_nan, typing=TYPINGS["nan_to_num"])


def _largest(dtype: Any) -> float:
    if from_numpy_dtype(dtype).name == "bfloat16":
        return 3.3895313892515355e38
    return float(np.finfo(dtype).max)


def _times_log(log: np.ufunc) -> Callable[[Any, Any], Any]:
    def of(x: Any, y: Any) -> Any:
        return np.where((x == 0) & (y == y), x.dtype.type(0), x * log(y))  # a NaN stays

    return of


_xlogy, _xlog1py = _times_log(np.log), _times_log(np.log1p)


@KERNELS("xlogy.Tensor", "xlogy.Scalar_Other", "xlogy.Scalar_Self")
def xlogy(self: Any, other: Any, *, out: Any = None) -> Any:
    """``self * log(other)``; 0 where ``self`` is."""
    return apply(_xlogy, TYPINGS["xlogy"], (self, other), out, widen=False)  # logarithms are rounded, too


program(xlogy, _xlogy, "other", typing=TYPINGS["xlogy"])


@KERNELS("special_xlog1py", "special_xlog1py.other_scalar", "special_xlog1py.self_scalar")
def special_xlog1py(self: Any, other: Any, *, out: Any = None) -> Any:
    """``self * log1p(other)``; 0 where ``self`` is."""
    return apply(_xlog1py, TYPINGS["special_xlog1py"], (self, other), out, widen=False)  # logarithms are rounded, too


program(special_xlog1py, _xlog1py, "other", typing=TYPINGS["special_xlog1py"])


@KERNELS("heaviside")
def heaviside(self: Any, values: Any, *, out: Any = None) -> Any:
    """0 below zero, 1 above, and ``values`` at it."""
    check_same_dtype(self, values)
    return apply(_step, TYPINGS["heaviside"], (self, values), out)


def _step(x: Any, at: Any) -> Any:
    return np.where(x == 0, at, (x > 0).astype(x.dtype))


program(heaviside, _step, "values", typing=TYPINGS["heaviside"])


def check_same_dtype(self: Any, values: Any) -> None:
    """Check dtypes: `heaviside` does not promote.

    Raises:
        RuntimeError: the dtypes differ.
    """
    if "c" in (self.dtype.kind, values.dtype.kind):
        raise RuntimeError("heaviside is not yet implemented for complex tensors.")
    if self.dtype != values.dtype:
        raise RuntimeError(
            "heaviside is not yet implemented for tensors with different dtypes; convert one of them with .to()"
        )


@KERNELS("frexp.Tensor")
def frexp(self: Any) -> Any:
    """Fractions between 0.5 and 1, and the powers of two that go with them."""
    TYPINGS["frexp"](self)
    mantissa, exponent = np.frexp(self if self.dtype.itemsize > 2 else self.astype(FLOAT32))
    results = mantissa.astype(self.dtype, copy=False), exponent.astype(np.int32, copy=False)
    return (kept(results[0], self), kept(results[1], self)) if self.ndim else results


def typing_of_ldexp(self: Any, other: Any) -> Typing | None:
    """The dtypes of `ldexp` when only exponents change; None: it is a product.

    Raises:
        NotImplementedError: the exponents are bools.
    """
    if category(self.dtype) != 2 or category(other.dtype) > 1:
        return None
    if other.dtype.kind == "b":
        raise not_implemented("ldexp_cpu_exp", other.dtype)
    return Typing("same", "", "ldexp", {})


def powers_are_row_major(self: Any) -> bool:
    """Are powers of two made row-major before `ldexp` multiplies them?  Only the layout of the result shows it."""
    return category(self.dtype) < 2 or bool(self.dtype == FLOAT32)


def _powers_of_two(self: Any, exponents: Any) -> Any:
    if powers_are_row_major(self):
        return pow_of_scalar(2.0, exponents)
    return apply(power, TYPINGS["pow"], (2.0, exponents))


@KERNELS("ldexp.Tensor")
def ldexp(self: Any, other: Any, *, out: Any = None) -> Any:
    """``self * 2 ** other``."""
    typing = typing_of_ldexp(self, other)
    if typing is None:
        return ARITHMETIC["mul.Tensor"](self, np.asarray(_powers_of_two(self, other)), out=out)
    exponents = other.astype(np.int32)
    broadcast_shapes(self.shape, other.shape)
    values = np.ldexp(self if self.dtype.itemsize > 2 else self.astype(FLOAT32), exponents).astype(self.dtype)
    if out is not None:
        np.copyto(out, values, casting="unsafe")
        return out
    return laid_out(values, self, other, compute=self.dtype) if values.ndim > 1 else values
