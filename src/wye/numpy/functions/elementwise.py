"""Lines of NumPy's universal functions: one operator each where there is one, otherwise a short composite.

Tensors come in the dtypes that NumPy computes in, so a line need not cast.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from wye.call.packets import ops
from wye.numpy.arrays import as_ndarray, is_followed, lifted
from wye.numpy.table import Universal, repeated, universal_line
from wye.tensors.dtypes import from_numpy_dtype
from wye.tensors.making import unseen_from_numpy

__all__ = ["matrix_product", "overload"]

aten: Any = ops.aten
_BOOL, _INT64 = from_numpy_dtype(np.dtype(bool)), from_numpy_dtype(np.dtype(np.int64))
_FLOAT16 = from_numpy_dtype(np.dtype(np.float16))

# The name in NumPy, and the overload that computes the same.
_NAMES: Final = {
    "absolute": "abs", "add": "add.Tensor", "arccos": "acos", "arccosh": "acosh", "arcsin": "asin",
    "arcsinh": "asinh", "arctan": "atan", "arctan2": "atan2", "arctanh": "atanh", "bitwise_and": "bitwise_and.Tensor",
    "bitwise_or": "bitwise_or.Tensor", "bitwise_xor": "bitwise_xor.Tensor", "ceil": "ceil", "conjugate": "clone",
    "copysign": "copysign.Tensor", "cos": "cos", "cosh": "cosh", "deg2rad": "deg2rad", "degrees": "rad2deg",
    "equal": "eq.Tensor", "exp": "exp", "exp2": "exp2", "expm1": "expm1", "fabs": "abs",
    "float_power": "pow.Tensor_Tensor", "floor": "floor", "fmax": "fmax",
    "fmin": "fmin", "fmod": "fmod.Tensor", "gcd": "gcd", "greater": "gt.Tensor", "greater_equal": "ge.Tensor",
    "hypot": "hypot", "invert": "bitwise_not", "isfinite": "isfinite", "isinf": "isinf", "isnan": "isnan",
    "lcm": "lcm", "left_shift": "bitwise_left_shift.Tensor", "less": "lt.Tensor", "less_equal": "le.Tensor",
    "log": "log", "log10": "log10", "log1p": "log1p", "log2": "log2", "logaddexp": "logaddexp",
    "logaddexp2": "logaddexp2", "logical_and": "logical_and", "logical_not": "logical_not",
    "logical_or": "logical_or", "logical_xor": "logical_xor", "maximum": "maximum", "minimum": "minimum",
    "multiply": "mul.Tensor", "negative": "neg", "nextafter": "nextafter", "not_equal": "ne.Tensor",
    "positive": "clone", "power": "pow.Tensor_Tensor", "rad2deg": "rad2deg", "radians": "deg2rad",
    "reciprocal": "reciprocal", "remainder": "remainder.Tensor", "right_shift": "bitwise_right_shift.Tensor",
    "rint": "round", "sign": "sign", "signbit": "signbit", "sin": "sin", "sinh": "sinh", "sqrt": "sqrt",
    "square": "square", "subtract": "sub.Tensor", "tan": "tan", "tanh": "tanh", "true_divide": "div.Tensor",
    "trunc": "trunc",
}  # fmt: skip
_WITH_NUMBER: Final = {
    "add": "add.Tensor", "subtract": "sub.Tensor", "multiply": "mul.Tensor", "true_divide": "div.Tensor",
    "power": "pow.Tensor_Scalar", "float_power": "pow.Tensor_Scalar",
}  # fmt: skip
_REDUCE: Final = {
    "add": "sum", "multiply": "prod", "maximum": "max", "minimum": "min", "logical_and": "all", "logical_or": "any",
}  # fmt: skip
_FOLD: Final = {"logaddexp": "logsumexp"}
_ACCUMULATE: Final = {"add": "cumsum", "multiply": "cumprod", "logaddexp": "logcumsumexp"}


def overload(name: str) -> Any:
    """An overload of an operator, by its name."""
    packet, _, which = name.partition(".")
    return getattr(getattr(aten, packet), which or "default")


# ---- composites ----


def _cbrt(x: Any) -> Any:
    return aten.mul.Tensor(aten.sign.default(x), aten.pow.Tensor_Scalar(aten.abs.default(x), 1 / 3))


def _floor_divide(x: Any, y: Any) -> Any:
    return aten.div.Tensor_mode(x, y, rounding_mode="floor")


def _divmod(x: Any, y: Any) -> Any:
    return _floor_divide(x, y), aten.remainder.Tensor(x, y)


def _sign(x: Any) -> Any:
    return aten.where.self(aten.isnan.default(x), x, aten.sign.default(x))


def _direction(z: Any) -> Any:
    """The sign of complex numbers: NumPy's, which points along the one part that is infinite."""
    real_is, imag_is = aten.isinf.default(z.real), aten.isinf.default(z.imag)
    along = [aten.where.self(is_infinite, aten.sign.default(part), aten.zeros_like.default(part))
             for part, is_infinite in ((z.real, real_is), (z.imag, imag_is))]  # fmt: skip
    return aten.where.self(
        aten.logical_xor.default(real_is, imag_is), aten.complex.default(*along), aten.sgn.default(z)
    )


def _modf(x: Any) -> Any:
    whole = aten.trunc.default(x)
    rest = aten.where.self(aten.isinf.default(x), aten.zeros_like.default(x), aten.sub.Tensor(x, whole))
    return aten.copysign.Tensor(rest, x.detach()), aten.copysign.Tensor(whole, x.detach())


def _ldexp(x: Any, exponent: Any) -> Any:
    half = aten.div.Tensor_mode(exponent, 2, rounding_mode="floor")  # in two steps: 2**exponent may be too large
    first, second = (aten.exp2.default(one.to(x.dtype)) for one in (half, aten.sub.Tensor(exponent, half)))
    return aten.mul.Tensor(aten.mul.Tensor(x, first), second)


def _heaviside(x: Any, at_zero: Any) -> Any:
    step = aten.where.self(aten.eq.Scalar(x, 0), at_zero, aten.gt.Scalar(x, 0).to(x.dtype))
    return aten.where.self(aten.isnan.default(x), x, step)


def _spacing(x: Any) -> Any:
    if x.dtype is _FLOAT16:  # of these NumPy takes the neighbour above, also of negative numbers
        return aten.sub.Tensor(aten.nextafter.default(x, aten.full_like.default(x, math.inf)), x)
    size = aten.abs.default(x)
    gap = aten.sub.Tensor(aten.nextafter.default(size, aten.full_like.default(size, math.inf)), size)
    return aten.copysign.Tensor(gap, x)


_MASKS: Final = (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F, 0x0101010101010101)


def _bitwise_count(x: Any) -> Any:
    """How many bits are set, in pairs, in fours, in bytes, and in all: the masks drop what a shift fills with."""
    x = aten.abs.default(x) if x.dtype.is_signed else x
    x = x.to(_INT64)
    pairs = x - ((x >> 1) & _MASKS[0])
    fours = (pairs & _MASKS[1]) + ((pairs >> 2) & _MASKS[1])
    return (((fours + (fours >> 4)) & _MASKS[2]) * _MASKS[3]) >> 56


def _matvec(x: Any, v: Any) -> Any:
    _need_core(x, v, 2, 1)
    return aten.squeeze.dim(_matmul(x, aten.unsqueeze.default(v, -1)), -1)


def _vecmat(v: Any, x: Any) -> Any:
    _need_core(v, x, 1, 2)
    return aten.squeeze.dim(_matmul(aten.unsqueeze.default(_conjugated(v), -2), x), -2)


def _vecdot(v: Any, w: Any) -> Any:
    _need_core(v, w, 1, 1)
    found = _matmul(aten.unsqueeze.default(_conjugated(v), -2), aten.unsqueeze.default(w, -1))
    return aten.squeeze.dims(found, (-2, -1))


def _conjugated(x: Any) -> Any:
    return aten.conj_physical.default(x) if x.is_complex() else x


def _need_core(x: Any, y: Any, first: int, second: int) -> None:
    """NumPy's error for factors that have too few dimensions, or sizes that do not fit."""
    for place, (one, least) in enumerate(((x, first), (y, second))):
        if one.dim() < least:
            raise ValueError(
                f"matmul: Input operand {place} does not have enough dimensions (has {one.dim()}, gufunc core with "
                f"signature requires {least})"
            )
    left, right = x.shape[-1], y.shape[-1 if y.dim() == 1 or second == 1 else -2]
    if left != right:
        raise ValueError(
            f"matmul: Input operand 1 has a mismatch in its core dimension 0 (size {right} is different from {left})"
        )


def _matmul(x: Any, y: Any) -> Any:
    _need_core(x, y, 1, 2 if y.dim() > 1 else 1)
    if x.dtype is _BOOL:
        return aten.ne.Scalar(matrix_product(x.to(_INT64), y.to(_INT64)), 0)
    return matrix_product(x, y)


def matrix_product(x: Any, y: Any) -> Any:
    """`matmul` of tensors, without writes: the operator changes the shape of a vector's product in place."""
    if x.dim() == 1 and y.dim() == 2:
        return aten.squeeze.dim(aten.mm.default(aten.unsqueeze.default(x, 0), y), 0)
    return aten.matmul.default(x, y)


# ---- for some dtypes ----


def _without_zero(function: Any) -> Any:
    """Whole numbers: a division by zero gives 0, as in NumPy, which warns of it."""

    def divided(x: Any, y: Any) -> Any:
        is_zero = aten.eq.Scalar(y, 0)
        found = function(x, aten.masked_fill.Scalar(y, is_zero, 1))
        if type(found) is tuple:
            return tuple(aten.masked_fill.Scalar(one, is_zero, 0) for one in found)
        return aten.masked_fill.Scalar(found, is_zero, 0)

    return divided


def _whole_power(x: Any, y: Any) -> Any:
    if not is_followed(y) and (as_ndarray(y) < 0).any():
        raise ValueError("Integers to negative integer powers are not allowed.")
    return aten.pow.Tensor_Tensor(x, y)


def _whole_reciprocal(x: Any) -> Any:
    return aten.where.self(aten.eq.Scalar(aten.mul.Tensor(x, x), 1), x, aten.zeros_like.default(x))


def _by_parts(function: Any) -> Any:
    return lambda z: aten.complex.default(function(z.real), function(z.imag))


def _ordered(strictly: Any, finally_: Any) -> Any:
    """Complex numbers are ordered by their real parts, equal ones by their imaginary parts."""

    def compared(x: Any, y: Any) -> Any:
        (a, b), (c, d) = (x.real, x.imag), (y.real, y.imag)
        later = aten.logical_and.default(aten.eq.Tensor(a, c), finally_(b, d))
        known = aten.logical_not.default(aten.logical_or.default(aten.isnan.default(b), aten.isnan.default(d)))
        return aten.logical_or.default(aten.logical_and.default(strictly(a, c), known), later)

    return compared


_greater_equal = _ordered(aten.gt.Tensor, aten.ge.Tensor)
_less_equal = _ordered(aten.lt.Tensor, aten.le.Tensor)


def _chosen(compared: Any, *, keeps_nan: bool) -> Any:
    """The greater or the smaller of complex numbers."""

    def chosen(x: Any, y: Any) -> Any:
        is_first = aten.isnan.default(x) if keeps_nan else aten.isnan.default(y)
        return aten.where.self(aten.logical_or.default(compared(x, y), is_first), x, y)

    return chosen


def _of_whole(compared: Any, ufunc: Any) -> Any:
    """Whole numbers: NumPy compares signed with unsigned ones without a common dtype."""
    below, above = (unseen_from_numpy(np.array(ufunc(*pair))) for pair in ((0, 1), (1, 0)))

    def of_whole(x: Any, y: Any) -> Any:
        if x.dtype is y.dtype:
            return compared(x, y)
        if x.dtype.is_signed:
            return aten.where.self(aten.lt.Scalar(x, 0), lifted(below), compared(x.to(y.dtype), y))
        return aten.where.self(aten.lt.Scalar(y, 0), lifted(above), compared(x, y.to(x.dtype)))

    return of_whole


_COMPARED: Final = {
    name: dict.fromkeys("iu", _of_whole(overload(_NAMES[name]), getattr(np, name)))
    for name in ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal")
}
_copied: Final = {"b": aten.clone.default}
_OF_KIND: Final[dict[str, dict[str, Any]]] = {
    "equal": _COMPARED["equal"], "not_equal": _COMPARED["not_equal"],
    "absolute": _copied, "ceil": _copied, "floor": _copied, "trunc": _copied,
    "conjugate": {"c": aten.conj_physical.default}, "sign": {"c": _direction, "f": _sign},
    "square": {"c": lambda z: aten.mul.Tensor(z, z)},
    "rint": {"c": _by_parts(aten.round.default)},
    **{
        name: dict.fromkeys("iu", _without_zero(function))
        for name, function in (("floor_divide", _floor_divide), ("remainder", aten.remainder.Tensor),
                               ("fmod", aten.fmod.Tensor), ("divmod", _divmod))
    },
    "power": dict.fromkeys("iu", _whole_power), "reciprocal": dict.fromkeys("iu", _whole_reciprocal),
    "less": _COMPARED["less"] | {"c": _ordered(aten.lt.Tensor, aten.lt.Tensor)},
    "less_equal": _COMPARED["less_equal"] | {"c": _less_equal},
    "greater": _COMPARED["greater"] | {"c": _ordered(aten.gt.Tensor, aten.gt.Tensor)},
    "greater_equal": _COMPARED["greater_equal"] | {"c": _greater_equal},
    "maximum": {"c": _chosen(_greater_equal, keeps_nan=True)}, "minimum": {"c": _chosen(_less_equal, keeps_nan=True)},
    "fmax": {"c": _chosen(_greater_equal, keeps_nan=False)}, "fmin": {"c": _chosen(_less_equal, keeps_nan=False)},
}  # fmt: skip
_COMPOSITES: Final = {
    "bitwise_count": _bitwise_count, "cbrt": _cbrt, "divmod": _divmod, "floor_divide": _floor_divide,
    "frexp": aten.frexp.Tensor, "heaviside": _heaviside, "ldexp": _ldexp, "matmul": _matmul, "matvec": _matvec,
    "modf": _modf, "spacing": _spacing, "vecdot": _vecdot, "vecmat": _vecmat,
}  # fmt: skip


def _register() -> None:
    """Make the lines.  NumPy before 2.2 has no matvec and vecmat, before 2.1 no bitwise_count."""
    composites = {name: repeated(call) for name, call in _COMPOSITES.items()}
    for name, call in (*{name: overload(one) for name, one in _NAMES.items()}.items(), *composites.items()):
        ufunc = getattr(np, name, None)
        if ufunc is None:
            continue
        universal = Universal(
            call,
            _OF_KIND.get(name, {}),
            overload(_WITH_NUMBER[name]) if name in _WITH_NUMBER else None,
            getattr(np, _REDUCE[name]) if name in _REDUCE else None,
            overload(_FOLD[name]) if name in _FOLD else None,
            overload(_ACCUMULATE[name]) if name in _ACCUMULATE else None,
        )
        universal_line(ufunc, universal)


_register()
