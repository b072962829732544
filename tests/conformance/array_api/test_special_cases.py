"""What the standard says of infinities, NaN and signed zeros, beside `wye.array_api`: every pair of some numbers."""

import itertools
import math
import operator
from math import copysign, inf, isinf, isnan, nan, pi

import numpy as np
import pytest

import wye.array_api as xp

NUMBERS = [nan, inf, -inf, 0.0, -0.0, -3.0, -1.0, -0.5, 0.5, 1.0, 2.0, 3.0]

UNARY = {
    "abs": ((-0.0, 0.0), (-inf, inf)),
    "acos": ((1.5, nan), (-1.5, nan), (1.0, 0.0)),
    "acosh": ((0.5, nan), (1.0, 0.0), (inf, inf)),
    "asin": ((1.5, nan), (0.0, 0.0)),
    "asinh": ((0.0, 0.0), (inf, inf), (-inf, -inf)),
    "atan": ((0.0, 0.0), (inf, pi / 2), (-inf, -pi / 2)),
    "atanh": ((-1.5, nan), (-1.0, -inf), (1.0, inf), (0.0, 0.0)),
    "ceil": ((inf, inf), (-0.5, -0.0)),
    "cos": ((0.0, 1.0), (inf, nan)),
    "cosh": ((0.0, 1.0), (inf, inf), (-inf, inf)),
    "exp": ((0.0, 1.0), (inf, inf), (-inf, 0.0)),
    "expm1": ((0.0, 0.0), (inf, inf), (-inf, -1.0)),
    "floor": ((-inf, -inf), (0.0, 0.0)),
    "log": ((-1.0, nan), (0.0, -inf), (1.0, 0.0), (inf, inf)),
    "log10": ((-1.0, nan), (0.0, -inf), (1.0, 0.0), (inf, inf)),
    "log1p": ((-2.0, nan), (-1.0, -inf), (0.0, 0.0), (inf, inf)),
    "log2": ((-1.0, nan), (0.0, -inf), (1.0, 0.0), (inf, inf)),
    "negative": ((0.0, -0.0), (inf, -inf)),
    "reciprocal": ((inf, 0.0), (-inf, -0.0), (0.0, inf), (-0.0, -inf)),
    "round": ((-0.4, -0.0), (2.5, 2.0), (0.5, 0.0), (3.5, 4.0), (inf, inf)),
    "sign": ((2.0, 1.0), (-inf, -1.0)),
    "sin": ((0.0, 0.0), (inf, nan)),
    "sinh": ((0.0, 0.0), (inf, inf), (-inf, -inf)),
    "sqrt": ((-1.0, nan), (0.0, 0.0), (inf, inf)),
    "square": ((-0.0, 0.0), (-inf, inf)),
    "tan": ((0.0, 0.0), (inf, nan)),
    "tanh": ((0.0, 0.0), (inf, 1.0), (-inf, -1.0)),
    "trunc": ((-0.5, -0.0), (0.5, 0.0), (inf, inf)),
}


def add(x, y):
    return x + y


def multiply(x, y):
    return nan if {abs(x), abs(y)} == {0.0, inf} else x * y


def divide(x, y):
    if isnan(x) or isnan(y) or (isinf(x) and isinf(y)) or (x == 0 and y == 0):
        return nan
    return copysign(inf, x) * copysign(1, y) if y == 0 else x / y


def floor_divide(x, y):
    whole = divide(x, y)
    return whole if isnan(whole) or isinf(whole) or whole == 0 else float(math.floor(whole))


def remainder(x, y):
    if isnan(x) or isnan(y) or isinf(x) or y == 0:
        return nan
    if x == 0:
        return copysign(0.0, y)
    return x % y if not isinf(y) else x if copysign(1, x) == copysign(1, y) else y


def power(x, y):
    return float(np.power(np.full(2, x), np.full(2, y))[0])  # C's, which the standard has taken over


BINARY = {
    "add": add, "subtract": lambda x, y: x - y, "multiply": multiply, "divide": divide, "floor_divide": floor_divide,
    "remainder": remainder, "pow": power, "atan2": math.atan2, "copysign": copysign, "hypot": math.hypot,
    "maximum": lambda x, y: nan if isnan(x) or isnan(y) else max(x, y),
    "minimum": lambda x, y: nan if isnan(x) or isnan(y) else min(x, y),
}  # fmt: skip
OPERATORS = {
    "add": operator.add, "subtract": operator.sub, "multiply": operator.mul, "divide": operator.truediv,
    "floor_divide": operator.floordiv, "remainder": operator.mod, "pow": operator.pow,
}  # fmt: skip
IN_PLACE = {
    "add": operator.iadd, "subtract": operator.isub, "multiply": operator.imul, "divide": operator.itruediv,
    "floor_divide": operator.ifloordiv, "remainder": operator.imod, "pow": operator.ipow,
}  # fmt: skip
ODD = {"asin", "asinh", "atan", "atanh", "expm1", "floor", "log1p", "sin", "sinh", "sqrt", "tan", "tanh"}  # keep -0.0


def same(found, wanted):
    if isnan(wanted):
        return isnan(found)
    if wanted == 0:
        return found == 0 and copysign(1, found) == copysign(1, wanted)
    return math.isclose(found, wanted, rel_tol=1e-5)


@pytest.mark.parametrize("dtype", [xp.float32, xp.float64])
@pytest.mark.parametrize("name", UNARY)
def test_functions_of_one_number(name, dtype):
    cases = [(nan, nan), *UNARY[name], *[(-0.0, -0.0)] * (name in ODD)]
    for number, wanted in cases:
        found = getattr(xp, name)(xp.full((2,), number, dtype=dtype))
        assert same(float(found[0]), wanted), (number, wanted, found)


@pytest.mark.parametrize("dtype", [xp.float32, xp.float64])
@pytest.mark.parametrize("name", BINARY)
def test_functions_of_two_numbers_and_their_operators(name, dtype):
    function = getattr(xp, name)
    for x, y in itertools.product(NUMBERS, NUMBERS):
        if name in ("maximum", "minimum") and x == y == 0:
            continue
        with np.errstate(all="ignore"):
            wanted = BINARY[name](x, y)
        one, two = xp.full((2,), x, dtype=dtype), xp.full((2,), y, dtype=dtype)
        results = [function(one, two)]
        if name in OPERATORS and (name != "floor_divide" or not (isinf(x) or isinf(y))):  # operators are NumPy's
            results.append(OPERATORS[name](one, two))
            results.append(IN_PLACE[name](xp.asarray(one, copy=True), two))
        if name != "pow":  # powers with a number are square roots, in NumPy, too
            results += [function(one, y), function(x, two)]
        assert all(same(float(result[0]), wanted) for result in results), (x, y, wanted, results)


PARTS = [nan, inf, -inf, 0.0, -0.0, 1.0, -1.0, 0.5, 2.5, -3.0]
COMPLEX = [complex(a, b) for a in PARTS for b in PARTS]
OF_COMPLEX = [
    "abs", "acos", "acosh", "asin", "asinh", "atan", "atanh", "conj", "cos", "cosh", "exp", "expm1", "imag", "isfinite",
    "isinf", "isnan", "log", "log10", "log1p", "log2", "negative", "real", "reciprocal", "round", "sign", "sin", "sinh",
    "sqrt", "square", "tan", "tanh",
]  # fmt: skip


def assert_same_parts(found, wanted):
    found = np.asarray(found)
    assert found.dtype == wanted.dtype
    for part in (np.real, np.imag):
        np.testing.assert_allclose(part(found), part(wanted), rtol=1e-5, atol=1e-6)
        zeros = part(wanted) == 0
        np.testing.assert_array_equal(np.signbit(part(found))[zeros], np.signbit(part(wanted))[zeros])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
@pytest.mark.parametrize("name", OF_COMPLEX)
def test_functions_of_one_complex_number(name, dtype):
    numbers = np.array(COMPLEX, dtype)
    if name == "sign":  # NumPy's leaves the standard where one part is NaN and the other is infinite, and keeps -0.0
        numbers = numbers[~(np.isnan(numbers) & np.isinf(numbers)) & (numbers.real != 0) & (numbers.imag != 0)]
    if name == "log1p":  # of -0 it is -0 as an operator and 0 in NumPy: the standard leaves that open
        numbers = numbers[~((numbers == 0) & np.signbit(numbers.real))]
    assert_same_parts(getattr(xp, name)(xp.asarray(numbers)), getattr(np, name)(numbers))  # C99's, as the standard's


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
@pytest.mark.parametrize("name", ["add", "subtract", "multiply", "divide", "pow"])
def test_functions_of_two_complex_numbers(name, dtype):
    one, two = (np.ascontiguousarray(part) for part in np.meshgrid(np.array(COMPLEX, dtype), np.array(COMPLEX, dtype)))
    wanted = getattr(np, name)(one, two)
    for function in (getattr(xp, name), OPERATORS[name]):
        assert_same_parts(function(xp.asarray(one.copy()), xp.asarray(two)), wanted)
    assert_same_parts(IN_PLACE[name](xp.asarray(one.copy()), xp.asarray(two)), wanted)


@pytest.mark.parametrize(("name", "wanted"), [("sum", 0.0), ("prod", 1.0), ("mean", nan), ("std", nan), ("var", nan)])
@pytest.mark.filterwarnings("ignore")
def test_reductions_without_elements(name, wanted):
    found = getattr(xp, name)(xp.asarray([], dtype=xp.float64))
    assert found.shape == ()
    assert same(float(found), wanted)


@pytest.mark.parametrize("name", ["max", "min", "mean", "prod", "std", "sum", "var", "cumulative_sum"])
def test_nan_goes_through_reductions(name):
    found = getattr(xp, name)(xp.asarray([1.0, nan, 2.0]))
    assert isnan(float(found if found.ndim == 0 else found[-1]))
