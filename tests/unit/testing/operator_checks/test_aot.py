"""Checks of traces: what is compared, and which differences are found."""

import pytest

import wye
from wye.testing.operator_checks.aot import aot_autograd_check, assert_raises_regex, make_fx_check


def test_results_gradients_and_writes_agree():
    def function(x, y, n=2):
        y.add_(x.detach())
        return [x.sin() * n, y.clone()]

    given = (wye.rand(3, requires_grad=True), wye.rand(3))
    aot_autograd_check(function, given, {"n": 3}, False)
    aot_autograd_check(function, given, {"n": 3}, False, try_check_data_specialization=True)


def test_a_function_that_differs_from_call_to_call_is_found():
    count = iter(range(100))
    with pytest.raises(AssertionError, match="Outputs of the operator are different in eager-mode"):
        aot_autograd_check(lambda x: x + next(count), (wye.ones(2),), {}, False)
    aot_autograd_check(lambda x: x + next(count), (wye.ones(2),), {}, False, skip_correctness_check=True)


def test_gradients_that_differ_from_call_to_call_are_found():
    count = iter(range(1, 100))

    class Scaled(wye.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x.clone()

        @staticmethod
        def backward(ctx, g):
            return g * next(count)

    with pytest.raises(AssertionError, match="Gradients of the operator are different in eager-mode"):
        aot_autograd_check(Scaled.apply, (wye.ones(2, requires_grad=True),), {}, False)


@pytest.mark.parametrize("mode", ["real", "fake", "symbolic"])
def test_a_function_beside_its_graph(mode):
    make_fx_check(lambda x, n: x.sin() + n, (wye.rand(2, 3), 2), {}, mode, randomize_data=True)


def test_a_graph_that_differs_is_found():
    count = iter(range(100))
    with pytest.raises(AssertionError, match="Outputs of the operator are different"):
        make_fx_check(lambda x: x + next(count), (wye.ones(2),), {}, "real")


def test_a_gradient_is_laid_out_as_the_trace_has_seen_it():
    def function(x):
        return wye.ops.aten.as_strided_scatter.default(x, x[:2, :2] * 2, [2, 2], [1, 2], 0)

    aot_autograd_check(function, (wye.rand(4, 4, requires_grad=True),), {}, False)


def test_an_exception_is_expected_by_class_and_words():
    with assert_raises_regex(ValueError, "b.d"):
        raise ValueError("abcd")
    for raised, words in ((TypeError("abcd"), "instead got"), (ValueError("x"), "to match regex")):
        with pytest.raises(AssertionError, match=words), assert_raises_regex(ValueError, "b.d"):
            raise raised
    with pytest.raises(AssertionError, match="nothing"), assert_raises_regex(ValueError, "b.d"):
        pass
