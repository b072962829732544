"""Operators with samples: what tests over many operators find in them."""

import pytest

import wye
from wye.fx import make_fx
from wye.testing.op_samples import BINARY, OPERATORS, REDUCTIONS, UNARY


def test_names_are_told_once():
    names = [op.name for op in OPERATORS]
    assert len(names) == len(set(names)) == 168, "docs/pytorch-differences.md names the number"
    assert names == sorted(names)
    assert {op.name for op in (*UNARY, *BINARY, *REDUCTIONS)} < set(names)


def test_an_operator_knows_its_variants():
    add = next(op for op in OPERATORS if op.name == "add")
    assert (add.get_op(), add.get_method(), add.get_inplace()) == (wye.add, wye.Tensor.add, wye.Tensor.add_)
    assert add.supports_dtype(wye.int64, "cpu")
    linear = next(op for op in OPERATORS if op.name == "nn.functional.linear")
    assert linear.get_method() is None


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("op", OPERATORS, ids=lambda op: op.name)
def test_samples_can_be_differentiated_and_traced(op):
    kind = wye.float64 if wye.float64 in op.dtypes else wye.int64
    for sample in op.sample_inputs("cpu", kind, requires_grad=True) if op.supports_autograd else ():
        leaves = [one for one in wye.pytree.tree_leaves((sample.input, sample.args)) if isinstance(one, wye.Tensor)]
        assert any(one.requires_grad for one in leaves)
        results = wye.pytree.tree_leaves(op(sample.input, *sample.args, **sample.kwargs))
        total = sum(one.sum() for one in results if one.requires_grad)
        grads = wye.autograd.grad(total, [one for one in leaves if one.requires_grad], allow_unused=True)
        assert any(grad is not None for grad in grads)
    sample = next(op.sample_inputs("cpu", kind))
    graph = make_fx(lambda *args: op(*args, **sample.kwargs))(sample.input, *sample.args)
    found = wye.pytree.tree_leaves(graph(sample.input, *sample.args))
    for one, other in zip(found, wye.pytree.tree_leaves(op(sample.input, *sample.args, **sample.kwargs)), strict=True):
        assert wye.equal(one, other)


def test_samples_say_whether_the_first_argument_is_broadcast():
    known = {op.name: op for op in OPERATORS}
    for name in ("add", "addmm"):
        samples = list(known[name].sample_inputs("cpu", wye.float32))
        assert {sample.broadcasts_input for sample in samples} == {True, False}
        for sample in samples:
            result = known[name](sample.input, *sample.args, **sample.kwargs)
            assert sample.broadcasts_input == (result.shape != sample.input.shape)


def test_operators_know_whether_a_call_can_say_where_its_result_goes():
    known = {op.name: op for op in OPERATORS}
    takes = {
        name for name in ("add", "sum", "cat", "view", "roll", "zeros_like", "argsort") if known[name].supports_out
    }
    assert takes == {"add", "sum", "cat"}
