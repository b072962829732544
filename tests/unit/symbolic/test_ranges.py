"""Ranges: intervals of expressions, and ranges for people."""

import itertools
import math

import pytest
import sympy

from wye.symbolic.expressions import (
    BitwiseFn_bitwise_and,
    BitwiseFn_bitwise_or,
    BitwiseFn_bitwise_xor,
    FloorDiv,
    IntTrueDiv,
    Max,
    Min,
    PythonMod,
    TruncToInt,
)
from wye.symbolic.ranges import ValueRangeError, ValueRanges, bound, int_oo, range_of
from wye.symbolic.values import value_of

A, B = sympy.symbols("a b", integer=True)
TWO = sympy.Integer(2)

EXPRESSIONS = [
    A + B, A - B, 3 * A - 2 * B + 1, A * B, A**2, A**3 - B, FloorDiv(A, TWO), FloorDiv(A, -TWO), FloorDiv(A, B + 20),
    PythonMod(A, sympy.Integer(3)), PythonMod(A, B + 20), PythonMod(A, sympy.Integer(-3)), Max(A, B), Min(A, B + 1),
    BitwiseFn_bitwise_and(A, B), BitwiseFn_bitwise_or(A, B), BitwiseFn_bitwise_xor(A, B),
    TruncToInt(IntTrueDiv(A, TWO)),
    abs(A), abs(A - B) * B, sympy.Piecewise((A, A > B), (B, True)),
]  # fmt: skip


@pytest.mark.parametrize("expr", EXPRESSIONS, ids=str)
@pytest.mark.parametrize("ends", [((0, 4), (-2, 2)), ((-3, 3), (1, 5)), ((2, 2), (-4, -1))], ids=str)
def test_all_values_lie_in_the_range(expr, ends):
    (low, high), (low_b, high_b) = ends
    lower, upper = bound(expr, dict(zip((A, B), ends, strict=True)), {})
    for a, b in itertools.product(range(low, high + 1), range(low_b, high_b + 1)):
        assert lower <= value_of(expr, {A: a, B: b}) <= upper


@pytest.mark.parametrize(
    ("expr", "ends", "expected"),
    [
        (A * B, ((2, math.inf), (3, math.inf)), (6, math.inf)),
        (A - B, ((2, math.inf), (3, math.inf)), (-math.inf, math.inf)),
        (FloorDiv(A, TWO), ((2, math.inf), (0, 0)), (1, math.inf)),
        (PythonMod(A, TWO), ((0, math.inf), (0, 0)), (0, 1)),
        (FloorDiv(A, B), ((4, 9), (2, math.inf)), (0, 4)),
        (A**2, ((-math.inf, 3), (0, 0)), (0, math.inf)),
        (A * 0 + 5, ((0, 1), (0, 1)), (5, 5)),
    ],
)
def test_infinite_ends_stay_infinite(expr, ends, expected):
    assert bound(sympy.sympify(expr), dict(zip((A, B), ends, strict=True)), {}) == expected


def test_a_range_shows_its_ends_and_contains_numbers():
    sizes = ValueRanges(2, int_oo)
    assert (repr(sizes), 2 in sizes, 1 in sizes, sizes.upper == int_oo) == ("VR[2, int_oo]", True, False, True)
    assert repr(ValueRanges.unknown()) == "VR[-oo, oo]"
    assert repr(ValueRanges.unknown_int()) == "VR[-int_oo, int_oo]"
    assert repr(sizes & ValueRanges(0, 9)) == "VR[2, 9]"
    assert repr(sizes | ValueRanges(0, 1)) == "VR[0, int_oo]"
    assert ValueRanges.wrap(3).is_singleton()
    assert ValueRanges(3, 4).issubset(sizes)
    assert repr(range_of(A + 1, {A: ValueRanges(0, 4)})) == "VR[1, 5]"


def test_a_range_without_numbers_is_an_error():
    with pytest.raises(ValueRangeError, match=r"Invalid ranges \[20:9\]"):
        ValueRanges(20, 9)
    with pytest.raises(ValueRangeError, match=r"Invalid ranges \[20:9\]"):
        ValueRanges(2, 9) & ValueRanges(20, int_oo)
