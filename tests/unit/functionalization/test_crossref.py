"""Cross-reference checking of functionalized operators: agreement passes, each fault is told with its call."""

import re

import pytest

import wye
from wye.functionalization import crossref, tensors
from wye.fx import make_fx
from wye.transforms import functionalize

NS = "test_crossref"
CALL = re.escape("test_crossref.f.default(torch.empty_strided((2, 2), (2, 1), dtype=wye.float32)")


@pytest.fixture
def lib():
    with wye.library._scoped_library(NS, "DEF") as made:
        yield made


def call(*args):
    x = tensors.to_functional(wye.ones(2, 2))
    with crossref.enable_crossref_functionalize():
        return getattr(wye.ops, NS).f(x, *args)


def test_operators_that_agree_pass():
    def f(x):
        x.view(-1)[1:].add_(1)
        return wye.nn.functional.softmax(x @ x.t(), 0).sum(1)

    x = wye.arange(4.0).view(2, 2)
    with crossref.enable_crossref_functionalize():
        made = f(tensors.to_functional(x))
        assert wye.equal(functionalize(f)(x.clone()), f(x.clone()))
    tensors.sync_(made)
    assert wye.equal(tensors.from_functional(made), f(x.clone()))


def test_a_trace_has_what_brings_checked_arguments_up_to_date():
    def program(x):
        y = x.view(4)
        x.add_(1)
        return y * 2

    def f(x):
        with crossref.enable_crossref_functionalize():
            made = program(tensors.to_functional(x))
        tensors.sync_(made)
        return tensors.from_functional(made)

    graph = make_fx(f)(wye.zeros(2, 2))
    assert wye.equal(graph(wye.ones(2, 2)), wye.full((4,), 4.0))


@pytest.mark.parametrize(
    ("fake", "fault"),
    [
        (lambda x, k=1: x.new_empty(3), "sizes wye.Size([3]) != wye.Size([2, 2])"),
        (lambda x, k=1: x.new_empty(x.shape, dtype=wye.int64), "dtype wye.int64 != wye.float32"),
        (lambda x, k=1: x.new_empty_strided((2, 2), (1, 2)), "strides (1, 2) != (2, 1) (mismatch at index 0)"),
    ],
    ids=["shape", "dtype", "stride"],
)
def test_a_wrong_fake_kernel_is_told_with_the_call(lib, fake, fault):
    lib.define("f(Tensor x, int k=1) -> Tensor")
    lib.impl("f", lambda x, k=1: x.clone(), "CPU")
    lib._register_fake("f", fake)
    with pytest.raises(AssertionError, match=f"{CALL}, 3\\) output 0: {re.escape(fault)}"):
        call(3)


def test_another_number_of_results_is_told(lib):
    lib.define("f(Tensor x) -> Tensor[]")
    lib.impl("f", lambda x: [x.clone(), x.clone()], "CPU")
    lib._register_fake("f", lambda x: [x.new_empty(2, 2)])
    with pytest.raises(AssertionError, match="1 != 2"):
        call()


def test_nothing_stays_after_a_failure():
    with pytest.raises(ValueError, match="inside"), crossref.enable_crossref_functionalize():
        raise ValueError("inside")
    assert crossref.hooks.crossref is None


def test_functionalization_can_be_suspended():
    tensors.enable(reapply_views=True)
    try:
        with crossref.suspend_functionalization():
            plain = wye.zeros(1)
        assert (tensors.is_functional(plain), tensors.is_functional(wye.zeros(1))) == (False, True)
        assert tensors.reapplies_views()
    finally:
        tensors.disable()


def test_traces_do_not_see_the_checks():
    def f(x):
        with crossref.enable_crossref_functionalize():
            return functionalize(lambda x: x.clone().add_(1))(x)

    module = wye.fx.make_fx(f)(wye.ones(2))
    assert [str(node.target) for node in module.graph.nodes if node.op == "call_function"] == [
        "aten.clone.default",
        "aten.add.Tensor",
    ]
