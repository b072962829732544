"""Results and gradients of functions, side by side."""

from unittest import TestCase

import pytest

import wye
from wye.testing.cases import TestCase as TensorCase
from wye.testing.outputs_and_gradients import compare_equal_outs_and_grads, outs_and_grads


def test_gradients_are_those_of_the_sum_of_all_results():
    x = wye.ones(2, requires_grad=True)
    outs, grads = outs_and_grads(lambda x: (x * 2, x * 3), [x], [x])
    assert [one.tolist() for one in outs] == [[2.0, 2.0], [3.0, 3.0]]
    assert grads[0].tolist() == [5.0, 5.0]
    assert x.grad is None


def test_functions_that_differ_fail():
    x = wye.ones(2, requires_grad=True)
    case = TensorCase()
    compare_equal_outs_and_grads(case, lambda x: x * 2, lambda x: x + x, [x])
    with pytest.raises(TestCase.failureException):
        compare_equal_outs_and_grads(case, lambda x: x * 2, lambda x: (x * 2).detach(), [x])
