"""Functions of sizes: what they simplify to, and that sympy is not asked to decide."""

import itertools

import pytest
import sympy

from wye.symbolic.conditions import all_of, any_of, negated, rebuilt, relation
from wye.symbolic.expressions import CeilDiv, CleanDiv, FloorDiv, LShift, Max, Min, Mod, PythonMod, RShift
from wye.symbolic.values import value_of

A, B = sympy.symbols("a b", integer=True, positive=True)
U = sympy.Symbol("u", integer=True)


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (FloorDiv(2 * A + 4, sympy.Integer(2)), "a + 2"),
        (FloorDiv(2 * A + 3, sympy.Integer(2)), "a + 1"),
        (FloorDiv(A * B + B, B), "a + 1"),
        (FloorDiv(A * B, A), "b"),
        (FloorDiv(6 * A, sympy.Integer(4)), "((3*a)//2)"),
        (FloorDiv(FloorDiv(A, sympy.Integer(2)), sympy.Integer(3)), "(a//6)"),
        (FloorDiv((A + 1) * B, A + 1), "b"),
        (FloorDiv(A + B, A + B), "1"),
        (FloorDiv(A, sympy.Integer(-2)), "(a//(-2))"),
        (CleanDiv(4 * A, sympy.Integer(2)), "2*a"),
        (CeilDiv(A, sympy.Integer(2)), "((a + 1)//2)"),
        (CeilDiv(4 * A, sympy.Integer(2)), "2*a"),
        (LShift(A, sympy.Integer(3)), "8*a"),
        (RShift(A, sympy.Integer(3)), "(a//8)"),
        (Mod(3 * A, sympy.Integer(3)), "0"),
        (Mod(A + 6, sympy.Integer(3)), "Mod(a + 6, 3)"),
        (PythonMod(sympy.Integer(-7), sympy.Integer(3)), "2"),
        (Max(A, sympy.Integer(1)), "a"),
        (Max(Max(B, A), sympy.Integer(3)), "Max(3, a, b)"),
        (Max(A, A + 1), "a + 1"),
        (Max(sympy.Integer(1), A - 1), "Max(1, a - 1)"),
        (Min(A, sympy.Integer(1)), "1"),
        (Min(A, A * B), "Min(a, a*b)"),
    ],
)
def test_expressions_are_as_simple_as_is_cheap(expr, text):
    assert str(expr) == text


@pytest.mark.parametrize(
    ("truth", "text"),
    [
        (relation("gt", A, sympy.S.Zero), "True"),
        (relation("lt", A, A + 1), "True"),
        (relation("eq", A, A + 1), "False"),
        (relation("ge", U, sympy.S.Zero), "u >= 0"),
        (negated(relation("lt", A, B)), "a >= b"),
        (negated(all_of(relation("lt", A, B), relation("gt", U, A))), "(a >= b) | (u <= a)"),
        (all_of(sympy.true, relation("lt", A, B)), "a < b"),
        (any_of(sympy.true, relation("lt", A, B)), "True"),
        (rebuilt(relation("lt", A, B), {A: sympy.Integer(1), B: sympy.Integer(3)}), "True"),
        (rebuilt(Max(A, B), {A: B}), "b"),
    ],
)
def test_conditions_are_decided_where_they_hold_for_all_sizes(truth, text):
    assert str(truth) == text


def test_comparisons_are_not_evaluated_by_sympy(monkeypatch):
    def fail(*_args):
        raise AssertionError("sympy was asked to decide")

    monkeypatch.setattr("sympy.core.relational.is_ge", fail)
    monkeypatch.setattr("sympy.core.relational.is_eq", fail)
    truth = relation("le", A * B + 3, B * 2)
    assert str(rebuilt(negated(truth), {A: U})) == "b*u + 3 > 2*b"


def test_division_and_remainder_are_those_of_python():
    for a, b in itertools.product(range(-7, 8), (-3, -2, -1, 1, 2, 3)):
        values = {U: a}
        assert value_of(FloorDiv(U, sympy.Integer(b)), values) == a // b
        assert value_of(PythonMod(U, sympy.Integer(b)), values) == a % b


def test_division_by_zero_is_an_error():
    with pytest.raises(ZeroDivisionError):
        FloorDiv(A, sympy.Integer(0))
    with pytest.raises(ZeroDivisionError):
        Mod(A, sympy.Integer(0))
