"""Forward and backward graphs: what they compute is what the function computes."""

import pytest

import wye
from wye.fake import DataDependentOutputException
from wye.fx.aot import aot, aot_function, make_boxed_func, nop
from wye.fx.partition import default_partition, min_cut_rematerialization_partition

PARTITIONS = [default_partition, min_cut_rematerialization_partition]


def in_place(x, w):
    y = x * 1
    y[0].mul_(3)
    y.add_(w)
    return y.view(-1), y


def chained(x, w):
    return wye.tanh(x @ w).softmax(1).sum()


def normed(x, w):
    return wye.nn.functional.layer_norm(x, (2,), w[0]).relu(), w.detach() * x


FUNCTIONS = [in_place, chained, normed, lambda x, w: {"a": [x.sin() * w], "b": (x * w).exp()}]


def leaves(tree):
    return [one for one in wye.pytree.tree_leaves(tree) if isinstance(one, wye.Tensor)]


@pytest.mark.parametrize("partition", PARTITIONS)
@pytest.mark.parametrize("function", FUNCTIONS)
def test_results_and_gradients_are_those_of_the_function(function, partition):
    compiled = aot_function(function, nop, nop, partition_fn=partition)
    for seed in (1, 2):
        wye.manual_seed(seed)
        x, w = wye.randn(2, 2, requires_grad=True), wye.randn(2, 2, requires_grad=True)
        got, want = leaves(compiled(x, w)), leaves(function(x, w))
        for one, other in zip(got, want, strict=True):
            assert wye.allclose(one, other, atol=1e-6)
            assert one.requires_grad == other.requires_grad
        grads = [
            wye.autograd.grad(sum(o.sum() for o in outs if o.requires_grad), (x, w), allow_unused=True)
            for outs in (got, want)
        ]
        for one, other in zip(*grads, strict=True):
            assert (one is None) == (other is None) or wye.equal(one if other is None else other, wye.zeros(2, 2))
            assert one is None or other is None or wye.allclose(one, other, atol=1e-5)


def test_graphs_have_no_writes():
    for graph in aot(in_place, wye.ones(2, 2, requires_grad=True), wye.ones(2, 2)):
        assert not [n for n in graph.graph.nodes if n.op == "call_function" and n.is_impure()]


def test_the_cut_saves_less_than_everything():
    def function(x):
        return x.sin().cos().exp().sin().cos()

    saved = [
        len(aot(function, wye.ones(2, requires_grad=True), partition_fn=part)[0].graph.output_node().args[0])
        for part in PARTITIONS
    ]
    assert saved[1] < saved[0]


def test_random_values_are_not_drawn_again():
    def function(x):
        return (x * wye.rand(2)).sin()

    forward, backward = aot(function, wye.ones(2, requires_grad=True), partition_fn=min_cut_rematerialization_partition)
    assert "rand" in forward.code
    assert "wye.ops.aten.rand" not in backward.code


def test_written_arguments_are_written_to():
    def function(x, y):
        y.add_(1)
        return x * y

    y = wye.ones(2)
    x = wye.ones(2, requires_grad=True)
    result = aot_function(function, nop)(x, y)
    assert (y.tolist(), result.tolist()) == ([2, 2], [2, 2])
    result.sum().backward()
    assert x.grad.tolist() == [2, 2]


def test_calls_without_gradients_have_one_graph():
    graphs = aot(lambda x: x.sin() + 1, wye.ones(2))
    assert [line.strip() for line in graphs[0].code.strip().splitlines()] == [
        "def forward(self, arg0_1):",
        "sin = wye.ops.aten.sin.default(arg0_1);  arg0_1 = None",
        "add = wye.ops.aten.add.Tensor(sin, 1);  sin = None",
        "return (add,)",
    ]
    assert len(graphs) == 1


def test_compilers_run_once_for_each_kind_of_arguments():
    seen = []

    def compiler(gm, example_inputs):
        seen.append([tuple(one.shape) for one in example_inputs])
        return make_boxed_func(gm)

    compiled = aot_function(lambda x, n: x * n, compiler)
    for shape, number in (((2,), 3), ((2,), 3), ((3,), 3), ((2,), 4)):
        assert compiled(wye.ones(shape), number).sum().item() == shape[0] * number
    assert seen == [[(2,)], [(3,)], [(2,)]]


def test_data_dependent_functions_are_refused():
    with pytest.raises(DataDependentOutputException):
        aot(lambda x: x if x.sum() > 0 else -x, wye.ones(2, requires_grad=True))
    assert wye.ones(2).sum().item() == 2
