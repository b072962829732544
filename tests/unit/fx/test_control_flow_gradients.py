"""Gradients of operators that take functions, in traces: they hold for other values than those of the trace."""

import pytest

import wye
from wye.fx import make_fx
from wye.higher_order.control_flow import map as map_each
from wye.higher_order.control_flow import scan
from wye.pytree import tree_leaves

WEIGHT = wye.tensor([1.5, 2.0, 0.5]).requires_grad_()


def branches(p, x, y):
    z = y.exp()
    return wye.cond(p.sum() > 0, lambda x, y: (x.sin() * y + z, x * 3), lambda x, y: (x * y * 2 - z, y.cos()), (x, y))


def parts(p, x, y):
    return (map_each(lambda part, y: part.sin() * y + p, x, y),)


def steps(p, x, y):
    return scan(lambda carry, part: (carry * part.sin() + p, (carry + part) * y), y, x, dim=1, reverse=True)


def forwards(p, x, y):
    return scan(lambda carry, part: (carry + part, None), y, x)


CASES = [(branches, (3,)), (parts, (4, 3)), (steps, (3, 5)), (forwards, (2, 3))]


def with_gradients(function):
    def call(p, x, y):
        results = function(p, x, y)
        total = sum((one * (at + 1)).sum() for at, one in enumerate(tree_leaves(results)) if one is not None)
        return results, wye.autograd.grad(total, (x, y, p), allow_unused=True)

    return call


def examples(shape, sign):
    made = (sign * wye.ones(3), sign * wye.arange(1.0, 1.0 + wye.zeros(shape).numel()).reshape(shape) / 7, wye.rand(3))
    return tuple(one.requires_grad_() for one in made)


@pytest.mark.parametrize("tracing_mode", ["real", "fake", "symbolic"])
@pytest.mark.parametrize(("function", "shape"), CASES)
def test_a_trace_with_gradients_is_right_for_other_values(function, shape, tracing_mode):
    call = with_gradients(function)
    module = make_fx(call, tracing_mode=tracing_mode)(*examples(shape, 1))
    for sign in (1, -1):
        args = examples(shape, sign)
        for want, got in zip(tree_leaves(call(*args)), tree_leaves(module(*args)), strict=True):
            assert (want is None and got is None) or wye.allclose(want, got)


@pytest.mark.parametrize(("function", "name"), [(branches, "cond"), (parts, "map_impl"), (steps, "scan")])
def test_the_gradient_is_a_call_of_the_same_operator(function, name):
    shape = dict(CASES)[function]
    module = make_fx(with_gradients(function))(*examples(shape, 1))
    assert sum(getattr(node.target, "__name__", "") == name for node in module.graph.nodes) == 2


def test_parameters_that_a_function_captures_get_gradients():
    def call(p, x):
        found = wye.cond(p.sum() > 0, lambda x: x * WEIGHT, lambda x: x * WEIGHT * WEIGHT, (x,))
        return wye.autograd.grad(found.sum(), (WEIGHT, x))

    x = wye.ones(3).requires_grad_()
    module = make_fx(call)(wye.ones(1), x)
    assert module(-wye.ones(1), x)[0].tolist() == (2 * WEIGHT).tolist()
    assert module(wye.ones(1), x)[0].tolist() == [1, 1, 1]


def test_an_operand_that_a_branch_returns_stays_that_operand_in_the_trace():
    def call(p, x, y):
        found = wye.cond(p.sum() > 0, lambda x, y: (x, y), lambda x, y: (y * 2, x), (x, y))
        return *found, x + 0

    module = make_fx(call)(wye.ones(1), wye.zeros(2), wye.ones(2))
    results = module(-wye.ones(1), wye.full((2,), 5.0), wye.full((2,), 7.0))
    assert [one.tolist() for one in results] == [[14, 14], [5, 5], [5, 5]]
