"""`cond`, `while_loop`, `map` and `scan` of functions that write, functionalized."""

import pytest

import wye
from wye.functionalization import tensors
from wye.functionalization.mode import dispatch_functionalize
from wye.transforms import functionalize


def add_one(x):
    y = x * 1
    y[0].add_(1)
    return y


def of_cond(x):
    x.add_(1)
    return wye.cond(x.sum() > 0, add_one, lambda x: x - 1, (x,))


def of_loop(x):
    return wye.while_loop(lambda x: x.sum() < 9, lambda x: (add_one(x),), (x.add_(1),))[0]


def of_map(x):
    return wye.map(lambda row, by: add_one(row) * by, x.add_(1), x.sum())


def of_scan(x):
    return wye.scan(lambda total, row: (add_one(total) + row, total * 1), x[0] * 0, x.add_(1))[1]


@pytest.mark.parametrize("f", [of_cond, of_loop, of_map, of_scan])
def test_results_are_those_of_the_function(f):
    x = wye.arange(4.0).view(2, 2)
    wanted = f(x.clone())
    for remove in ("mutations", "mutations_and_views"):
        assert wye.equal(functionalize(f, remove=remove)(x.clone()), wanted)
    assert wye.equal(dispatch_functionalize(f)(x), wanted)
    made = f(tensors.to_functional(x))
    tensors.sync_(made)
    assert wye.equal(tensors.from_functional(made), wanted)


def test_a_function_that_writes_to_its_argument_is_refused():
    def f(x):
        return wye.cond(True, lambda x: x.add_(1), lambda x: x - 1, (x,))

    with pytest.raises(RuntimeError, match=r"cond\(\): a function writes to one of its arguments"):
        functionalize(f)(wye.ones(2))
