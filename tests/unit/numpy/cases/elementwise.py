"""Universal functions: calls with drawn dtypes, shapes and options."""

from __future__ import annotations

import numpy as np
from tests.unit.numpy.drawn import case, draw

# Between which numbers a function is smooth; others: between -2 and 2.
_BETWEEN = {
    "arccos": (-0.9, 0.9), "arccosh": (1.2, 3), "arcsin": (-0.9, 0.9), "arctanh": (-0.9, 0.9), "log": (0.3, 3),
    "log10": (0.3, 3), "log1p": (-0.7, 2), "log2": (0.3, 3), "reciprocal": (0.3, 2), "sqrt": (0.3, 3),
    "tan": (-1.2, 1.2), "cbrt": (0.3, 2), "fmod": (0.3, 2), "remainder": (0.3, 2), "floor_divide": (0.3, 2),
    "power": (0.3, 2), "float_power": (0.3, 2), "true_divide": (0.3, 2), "divide": (0.3, 2), "divmod": (0.3, 2),
    "gcd": (-12, 12), "lcm": (-12, 12), "bitwise_count": (-100, 100), "left_shift": (0, 5), "right_shift": (0, 5),
}  # fmt: skip
_SPECIAL = np.array([0.0, -0.0, 1.0, -1.0, 2.5, -2.5, np.inf, -np.inf, np.nan])
_NOT_SMOOTH = {"nextafter", "spacing", "frexp"}
_MATRICES = {"matmul", "matvec", "vecmat", "vecdot"}

UNARY = ["absolute", "arccos", "arccosh", "arcsin", "arcsinh", "arctan", "arctanh", "bitwise_count", "cbrt", "ceil",
         "conjugate", "cos", "cosh", "deg2rad", "degrees", "exp", "exp2", "expm1", "fabs", "floor", "frexp", "invert",
         "isfinite", "isinf", "isnan", "log", "log10", "log1p", "log2", "logical_not", "modf", "negative", "positive",
         "rad2deg", "radians", "reciprocal", "rint", "sign", "signbit", "sin", "sinh", "spacing", "sqrt", "square",
         "tan", "tanh", "trunc"]  # fmt: skip
BINARY = ["add", "arctan2", "bitwise_and", "bitwise_or", "bitwise_xor", "copysign", "divmod", "equal", "float_power",
          "floor_divide", "fmax", "fmin", "fmod", "gcd", "greater", "greater_equal", "heaviside", "hypot", "lcm",
          "ldexp", "left_shift", "less", "less_equal", "logaddexp", "logaddexp2", "logical_and", "logical_or",
          "logical_xor", "maximum", "minimum", "multiply", "nextafter", "not_equal", "power", "remainder",
          "right_shift", "subtract", "true_divide"]  # fmt: skip


def _takes(ufunc, *dtypes):
    try:
        ufunc.resolve_dtypes((*map(np.dtype, dtypes), *[None] * ufunc.nout))
    except TypeError:
        return False
    return True


def _drawn(name, *shape, dtype=float, order="C"):
    low, high = _BETWEEN.get(name, (-2, 2))
    if np.dtype(dtype).kind in "iu":
        low, high = (low, high) if high > 3 else (1 if name in ("reciprocal", "power") else -5, 5)
        low = 0 if name in ("power", "left_shift", "right_shift") else low
        low = 1 if name == "reciprocal" else low
    return draw(*shape, dtype=dtype, low=low, high=high, order=order)


def _calls(name, nin):
    ufunc = getattr(np, name, None)
    if ufunc is None:  # a newer NumPy has it
        return
    smooth = name not in _NOT_SMOOTH
    for dtype in (float, bool, "int8", "uint16", "int64", "float16", "float32", complex):
        if name == "ldexp":
            if np.dtype(dtype).kind == "f":
                yield case(ufunc, _drawn(name, 2, 3, dtype=dtype), draw(3, dtype="int32"))
        elif _takes(ufunc, *[dtype] * nin):
            inputs = [_drawn(name, *shape, dtype=dtype) for shape in ((2, 3), (3,))[:nin]]
            layers = dtype in (float, complex) or (dtype == "int64" and not _takes(ufunc, *[float] * nin))
            yield case(ufunc, *inputs, gradient=smooth and layers, vmap=layers, fake=layers or dtype == "int8")
    real = "int64" if not _takes(ufunc, *[float] * nin) and name != "ldexp" else float
    second = "int64" if name == "ldexp" else real
    for shape, order in (((), "C"), ((0, 2), "C"), ((3, 2), "F"), ((2, 3), "gaps")):
        inputs = [_drawn(name, *shape, dtype=one, order=order) for one in (real, second)[:nin]]
        yield case(ufunc, *inputs, gradient=smooth and shape == (), vmap=shape == (), fake=shape == ())
    if real is float and name != "ldexp":
        specials = [_SPECIAL, _SPECIAL[:, None]][:nin]
        yield case(ufunc, *specials, gradient=False, vmap=False, fake=False)


def _mixed(name):
    """Python's numbers are weak, scalars of NumPy and arrays are not."""
    ufunc = getattr(np, name)
    for dtype in ("float32", "int16", "uint8"):
        for number in (2, 2.5, np.float64(1.5), np.int8(3), True):
            kinds = [np.dtype(dtype), type(number) if type(number) in (int, float) else np.asarray(number).dtype]
            if _takes_number(ufunc, kinds):
                yield case(ufunc, _drawn(name, 3, dtype=dtype), number, gradient=False, vmap=False)
    yield case(ufunc, _drawn(name, 3, dtype="float32"), _drawn(name, 2, 1, dtype="int64"))


def _takes_number(ufunc, kinds):
    try:
        ufunc.resolve_dtypes((*kinds, *[None] * ufunc.nout))
    except TypeError:
        return False
    return True


def _products():
    for dtype in (float, "int32", bool, complex, "float32"):
        for left, right in (((3,), (3,)), ((2, 3), (3,)), ((3,), (3, 2)), ((2, 3), (3, 4)), ((2, 1, 2, 3), (4, 3, 2))):
            yield case(np.matmul, draw(*left, dtype=dtype), draw(*right, dtype=dtype), vmap=dtype is float)
        yield case(np.vecdot, draw(2, 3, dtype=dtype), draw(4, 1, 3, dtype=dtype))
        if hasattr(np, "matvec"):
            yield case(np.matvec, draw(2, 3, dtype=dtype), draw(4, 1, 3, dtype=dtype))
            yield case(np.vecmat, draw(3, dtype=dtype), draw(2, 3, 2, dtype=dtype))
    yield case(np.matmul, draw(2, 0), draw(0, 3))
    yield case(np.matmul, draw(3, 2), draw(2, 3), axes=[(0, 1), (0, 1), (1, 0)])
    yield case(np.vecdot, draw(3, 2), draw(3, 2), axis=0)


def _directions():
    """Signs of complex numbers with infinite parts."""
    parts = [complex(re, im) for re in (np.inf, -np.inf, 1.5, np.nan) for im in (np.inf, -np.inf, -2.0, np.nan)]
    for dtype in ("complex64", complex):
        yield case(np.sign, np.array(parts, dtype), gradient=False, vmap=False)


def _compared():
    for name in ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal"):
        ufunc = getattr(np, name)
        yield case(ufunc, draw(5, dtype="int64"), draw(5, dtype="uint64"))
        yield case(ufunc, draw(5, dtype="uint64"), draw(5, dtype="int64"))
        for number in (300, -1):  # beyond the dtype
            yield case(ufunc, draw(3, dtype="uint8"), number, fake=number > 0)


CASES = [
    *_compared(),
    *_directions(),
    *[one for name in UNARY for one in _calls(name, 1)],
    *[one for name in BINARY for one in _calls(name, 2)],
    *[one for name in ("add", "multiply", "true_divide", "power", "maximum", "floor_divide") for one in _mixed(name)],
    *_products(),
]
