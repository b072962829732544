"""SymInt, SymFloat, SymBool: arithmetic gives expressions, asking for a value makes a guard."""

import copy
import math
import operator
import pickle

import pytest

from wye.symbolic import SymBool, SymFloat, SymInt, sym_float


def texts(env):
    return [str(guard.expr) for guard in env.guards]


@pytest.mark.parametrize(
    ("compute", "text"),
    [
        (lambda a, b: a + 1, "s99 + 1"),
        (lambda a, b: 1 + a, "s99 + 1"),
        (lambda a, b: a - b, "-s65 + s99"),
        (lambda a, b: 2 * a * b, "2*s65*s99"),
        (lambda a, b: a // 2, "(s99//2)"),
        (lambda a, b: 7 // a, "(7//s99)"),
        (lambda a, b: a % 2, "Mod(s99, 2)"),
        (lambda a, b: -a % 3, "PythonMod(-s99, 3)"),
        (lambda a, b: abs(-a), "s99"),
        (lambda a, b: a**2, "s99**2"),
        (lambda a, b: 2**a, "PowByNatural(2, s99)"),
        (lambda a, b: a**-1, "FloatPow(ToFloat(s99), -1.0)"),
        (lambda a, b: a / b, "IntTrueDiv(s99, s65)"),
        (lambda a, b: a - 2.5, "ToFloat(s99) - 2.5"),
        (lambda a, b: a << 1, "2*s99"),
        (lambda a, b: a >> 1, "(s99//2)"),
        (lambda a, b: a & 3, "BitwiseFn_bitwise_and(s99, 3)"),
        (lambda a, b: a ^ b, "BitwiseFn_bitwise_xor(s99, s65)"),
        (lambda a, b: math.floor(a / 2), "FloorToInt(IntTrueDiv(s99, 2))"),
        (lambda a, b: round(a / 3, 1), "RoundDecimal(IntTrueDiv(s99, 3), 1)"),
        (lambda a, b: a >= 5, "s99 >= 5"),
        (lambda a, b: (a > 1) & (b > 1), "(s65 > 1) & (s99 > 1)"),
        (lambda a, b: (a > b) + 1, "Piecewise((1, s65 < s99), (0, True)) + 1"),
        (lambda a, b: a == 5.0, "Eq(ToFloat(s99), 5.0)"),
        (lambda a, b: a > 0, "True"),
    ],
)
def test_arithmetic_gives_an_expression_and_makes_no_guard(env, size, compute, text):
    assert str(compute(size(5), size(3, "b"))) == text
    assert env.guards == []


@pytest.mark.parametrize(
    ("ask", "answer", "guard"),
    [
        (int, 5, "Eq(s99, 5)"),
        (float, 5.0, "Eq(s99, 5)"),
        (operator.index, 5, "Eq(s99, 5)"),
        (bool, True, None),
        (lambda a: len(range(a)), 5, "Eq(s99, 5)"),
        (lambda a: bool(a < 10), True, "s99 < 10"),
        (lambda a: bool(a % 2 == 0), False, "Ne(Mod(s99, 2), 0)"),
        (lambda a: bool(a / 2 > 2.0), True, "(IntTrueDiv(s99, 2)) > 2.0"),
        (lambda a: 7 in [3, a], False, "Ne(s99, 7)"),
    ],
)
def test_asking_for_a_value_answers_from_the_example_and_makes_a_guard(env, size, ask, answer, guard):
    assert ask(size(5)) == answer
    assert texts(env) == ([] if guard is None else [guard])


def test_an_answer_that_is_known_makes_no_second_guard(env, size):
    a = size(5)
    assert bool(a > 2)
    assert bool(a > 2)
    assert bool(a > 1)
    assert texts(env) == ["s99 > 2"]


def test_results_have_the_classes_of_python(size):
    a = size(5)
    kinds = [type(one) for one in (a + 1, a / 2, a < 2, a + 1.5, (a > 3) * 2)]
    assert kinds == [SymInt, SymFloat, SymBool, SymFloat, SymInt]
    assert not isinstance(a, int)


@pytest.mark.parametrize(
    ("misuse", "error", "words"),
    [
        (hash, TypeError, "unhashable type: non-nested SymInt"),
        (lambda a: a + "x", TypeError, "unsupported operand"),
        (lambda a: a @ a, TypeError, "unsupported operand"),
        (lambda a: divmod(a, 2), TypeError, "unsupported operand"),
        (lambda a: a // 0, ZeroDivisionError, "by zero"),
        (lambda a: a << -1, ValueError, "negative shift count"),
        (lambda a: f"{a:3}", TypeError, "unsupported format string"),
        (lambda a: -(a > 1), TypeError, "bad operand type"),
        (lambda a: a.is_integer(), AttributeError, "is_integer"),
    ],
)
def test_what_integers_cannot_do_is_refused(size, misuse, error, words):
    with pytest.raises(error, match=words):
        misuse(size(5))


def test_symbolic_numbers_differ_from_what_is_no_number(size):
    assert (size(5) == None, size(5) != "x") == (False, True)  # noqa: E711 - the comparison is the point


def test_floats_have_the_methods_of_floats(env, size):
    half = size(5) / 2
    assert (half.as_integer_ratio(), half.hex(), int(half)) == ((5, 2), (2.5).hex(), 2)
    assert half.conjugate() is half
    assert str(sym_float(size(7, "c")).is_integer()) == "Eq(ToFloat(floor(ToFloat(s58))), ToFloat(s58))"


def test_numbers_are_copied_and_pickled(size):
    a = size(5) * 2
    assert str(copy.deepcopy(a)) == "2*s99"
    again = pickle.loads(pickle.dumps(a))
    assert (str(again), again.node.hint, bool(again > 9)) == ("2*s99", 10, True)


def test_conditions_are_hashed_by_their_value_which_makes_a_guard(env, size):
    a = size(5)
    assert hash(a > 3) == hash(True)
    assert [str(guard.expr) for guard in env.guards] == ["s99 > 3"]
