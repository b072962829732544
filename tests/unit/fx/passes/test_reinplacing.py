"""Calls that write into arguments which nobody reads later."""

import pytest

import wye
from wye.fx import make_fx
from wye.fx.passes import reinplace
from wye.transforms import functionalize


def targets(module):
    return [str(node.target) for node in module.graph.nodes if node.op == "call_function"]


def reinplaced(f, *args):
    """The targets of the changed graph, which must compute what the function does and leave its arguments alone."""
    module = reinplace(make_fx(functionalize(f))(*(arg.clone() for arg in args)), *args)
    before = [arg.clone() for arg in args]
    want = f(*(arg.clone() for arg in args))
    assert wye.equal(module(*args), want)
    assert all(wye.equal(one, other) for one, other in zip(before, args, strict=True))
    return targets(module)


def test_a_value_that_is_not_read_again_is_written_to():
    assert reinplaced(lambda x: x.clone().add(1).mul(2), wye.ones(2)) == [
        "aten.clone.default",
        "aten.add_.Tensor",
        "aten.mul_.Tensor",
    ]


def test_arguments_and_attributes_of_the_module_are_not_written_to():
    constant = wye.ones(2)
    assert reinplaced(lambda x: x + 1, wye.ones(2)) == ["aten.add.Tensor"]
    module = reinplace(make_fx(lambda x: (constant.mul(2), x))(wye.ones(2)), wye.ones(2))
    assert targets(module) == ["aten.mul.Tensor"]


@pytest.mark.parametrize(
    "f",
    [
        lambda x: (lambda a: a.add(1) + a)(x.clone()),
        lambda x: (lambda a: (lambda view: a.add(1) * view)(a.view(-1)))(x.clone()),
    ],
    ids=["itself", "a view"],
)
def test_what_is_read_later_is_not_written_to(f):
    assert "aten.add.Tensor" in reinplaced(f, wye.ones(3))


def test_other_dtypes_and_overlapping_elements_are_not_written_to():
    assert reinplaced(lambda x: x.clone().ge(0), wye.ones(2)) == ["aten.clone.default", "aten.ge.Scalar"]
    assert reinplaced(lambda x: x.clone().expand(3, 3).add(1), wye.ones(1))[-1] == "aten.add.Tensor"


def test_an_argument_that_is_read_in_another_order_is_not_written_to():
    assert reinplaced(lambda x: (lambda a: a.add(a.t()))(x.clone()), wye.randn(3, 3))[-1] == "aten.add.Tensor"


def test_writes_through_views_are_writes_again():
    def f(x):
        y = x.clone()
        y[:, 1][1].add_(1)
        return y

    found = reinplaced(f, wye.ones(4, 4))
    assert "aten.add_.Tensor" in found
    assert not any("scatter" in one for one in found)


def test_a_scatter_of_another_value_is_a_copy_into_the_view():
    assert reinplaced(lambda x, y: wye.select_scatter(x.clone(), y, 0, 1), wye.ones(3, 2), wye.zeros(2)) == [
        "aten.clone.default",
        "aten.select.int",
        "aten.copy_.default",
    ]


def test_a_scatter_to_another_place_stays():
    def f(x):
        y = x.clone()
        return wye.select_scatter(y, y[1].add(1), 0, 0)

    assert "aten.copy_.default" in reinplaced(f, wye.ones(3, 2))
