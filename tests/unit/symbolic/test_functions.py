"""Functions of numbers that may be symbolic, and handlers that see them."""

import math
import operator

import numpy as np
import pytest

from wye.symbolic import functions, handling, sym_float, sym_int, sym_ite, sym_max, sym_min, sym_not, sym_sum
from wye.symbolic.asking import hint_int, is_concrete_int, is_symbolic, sym_eq, sym_or
from wye.symbolic.handlers import innermost, without_handlers


def test_plain_numbers_are_computed_at_once():
    assert (sym_max(1, 2.0), sym_min(3, 2), sym_int(-2.7), sym_float(2), sym_not(True)) == (2.0, 2, -2, 2.0, False)
    assert (sym_sum([1, 2]), sym_sum([]), sym_ite(True, 1, 2), functions.sym_sqrt(4)) == (3, 0, 1, 2.0)
    assert functions.contiguous_strides([2, 3, 4]) == [12, 4, 1]


def test_functions_of_symbols_make_no_guard(env, size):
    a, b = size(5), size(3, "b")
    made = [sym_max(a, b), sym_min(2, a), sym_float(a), sym_int(a / 2), sym_sum([a, b, a, 1]), sym_ite(a > b, a, b),
            functions.sym_sqrt(a), sym_or(a > b, a > 9), sym_eq((a, 1), (b, 1))]  # fmt: skip
    assert [str(one) for one in made] == [
        "Max(s65, s99)", "Min(2, s99)", "ToFloat(s99)", "TruncToInt(IntTrueDiv(s99, 2))", "s65 + 2*s99 + 1",
        "Piecewise((s99, s65 < s99), (s65, True))", "OpaqueUnaryFn_sqrt(ToFloat(s99))", "(s99 > 9) | (s99 > s65)",
        "Eq(s99, s65)",
    ]  # fmt: skip
    assert [one.node.hint for one in made[:5]] == [5, 2, 5.0, 2, 14]
    assert (hint_int(a * b), is_symbolic(a), is_symbolic(3), is_concrete_int(a), is_concrete_int(3)) == (
        15, True, False, False, True,
    )  # fmt: skip
    assert env.guards == []


@pytest.mark.parametrize("call", [lambda: sym_ite(True, 1, 2.0), lambda: sym_ite(3, 1, 2), lambda: sym_max("a", 1)])
def test_other_arguments_are_refused(call):
    with pytest.raises(AssertionError):
        call()


def test_a_handler_sees_operations_and_is_not_entered_while_it_runs(size):
    a, seen = size(5), []

    def handler(function, args, kwargs):
        assert innermost() is None
        seen.append((function, [str(one) for one in args]))
        return function(*args, **kwargs)

    with handling(handler):
        assert str(2 * (a + 1)) == "2*s99 + 2"
        sym_max(a, 1)
        math.floor(a / 2)
        bool(a < 9)
        with without_handlers():
            a + 5
    assert innermost() is None
    assert seen == [
        (operator.add, ["s99", "1"]),
        (operator.mul, ["2", "s99 + 1"]),
        (sym_max, ["s99", "1"]),
        (operator.truediv, ["s99", "2"]),
        (math.floor, ["IntTrueDiv(s99, 2)"]),
        (operator.lt, ["s99", "9"]),
    ]


def test_the_result_of_a_handler_is_the_result_of_the_operation(size):
    with handling(lambda function, args, kwargs: "seen"):
        assert size(5) + 1 == "seen"


def test_every_method_of_numbers_has_an_expression_and_a_function():
    from wye.symbolic.functions import method_to_operator
    from wye.symbolic.rules import KINDS, METHODS

    assert {"and", "int_truediv", "float_pow", "round", "sym_ite", "sym_sqrt"} <= set(METHODS)
    assert not {"truediv", "and_", "sum"} & set(METHODS)
    assert all(callable(method_to_operator(name)) for name in METHODS)
    assert all(kind <= {*METHODS, "sym_int"} for kind in KINDS.values())


def test_the_greater_and_the_less_of_numpy_numbers_are_numbers_of_python():
    found = [sym_max(np.int64(10), 12.5), sym_min(np.float64(2.0), 3), sym_max(np.int32(4), 3)]
    assert found == [12.5, 2, 4]
    assert [type(one) for one in found] == [float, float, int]
