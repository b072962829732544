"""Forward and backward graphs: what they compute is what the function computes."""

import pytest

import wye
from wye.fake import DataDependentOutputException
from wye.fx.aot import aot, aot_function, make_boxed_func, nop
from wye.fx.partition import default_partition, min_cut_rematerialization_partition
from wye.testing.two_tensor import TwoTensor

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


def transposed(x):
    x.t_()
    return x * 2


def transposed_and_written(x):
    x.t_()
    x[0].mul_(2)
    return x


def strided(x):
    x.as_strided_((2, 2), (1, 2))
    return x.sin(), x.view_as(x)


def smaller(x):
    x.add_(1)
    x.resize_(2)
    return x + 1


def larger(x):
    x.resize_(4, 3)
    x.fill_(3)
    return x + 1, x[0]


def other_memory(x, y):
    x.mul_(2)
    x.set_(y)
    x.add_(1)
    return x


def new_memory(x):
    x.set_(wye.ones(3) * 2)
    return x


def twice(x, y):
    x.mul_(2)
    return x + y


def both(x, y):
    x.mul_(2)
    y.add_(1)
    return x.sum() + y


def row_written(x):
    x[0].mul_(2)
    return x.t(), x.exp() * 0 + x


def hidden_base(x):
    y = x * 2
    return y.view(-1), y[0]


def numbered(*shape):
    return wye.arange(1.0, 1 + wye.Size(shape).numel()).reshape(shape)


def no_leaf(*shape):
    root = numbered(*shape).requires_grad_()
    made = root * 1
    made.root = root
    return made


def overlapping():
    whole = numbered(6)
    return whole[:4], whole[2:]


def same_twice():
    one = numbered(4)
    return one, one


def views_of_one():
    one = no_leaf(4)
    return one, one.view(2, 2)


CHANGES = [
    (transposed, lambda: (numbered(2, 3),)),
    (transposed, lambda: (no_leaf(2, 3),)),
    (transposed_and_written, lambda: (numbered(2, 3),)),
    (transposed_and_written, lambda: (no_leaf(2, 3),)),
    (strided, lambda: (numbered(2, 3),)),
    (smaller, lambda: (numbered(4),)),
    (larger, lambda: (numbered(4),)),
    (other_memory, lambda: (numbered(4), numbered(2, 3))),
    (new_memory, lambda: (numbered(2, 2),)),
    (twice, same_twice),
    (both, overlapping),
    (both, views_of_one),
    (row_written, lambda: (no_leaf(2, 3),)),
    (hidden_base, lambda: (numbered(2, 3),)),
]


def told(args, results):
    """Everything about tensors that a caller can see."""
    tensors = leaves((args, results))
    followed = [one for one in tensors if one.grad_fn is not None]
    grads = []
    if followed:
        sum((one * one).sum() for one in followed).backward()
        grads = [one.root.grad.tolist() for one in args if hasattr(one, "root")]
    return [
        [(one.shape, one.stride(), one.storage_offset(), one.tolist(), one.requires_grad) for one in tensors],
        [[one is other for one in leaves(args)] for other in tensors],
        [[one.untyped_storage() == other.untyped_storage() for one in tensors] for other in tensors],
        grads,
    ]


@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize(("function", "make"), CHANGES)
def test_what_a_function_does_to_its_arguments_is_done_to_them(function, make, dynamic):
    if dynamic:
        pytest.importorskip("sympy")
    compiled = aot_function(function, nop, dynamic=dynamic)
    for _ in range(2):
        wanted, given = make(), make()
        assert told(given, compiled(*given)) == told(wanted, function(*wanted))


@pytest.mark.parametrize(
    ("function", "graphs"),
    [
        (lambda x: x.view(-1) * x.shape[0], 2),
        (lambda x: (x.t() @ x).softmax(0), 2),
        (lambda x: wye.cat([x, x + 1]).mean(0), 2),
        (lambda x: x * 2 if x.shape[0] > 3 else x + 1, 4),
        (lambda x: (x[None].expand(x.shape[0], *x.shape), x.detach().clone().resize_(x.shape[0])), 1),
    ],
)
def test_one_dynamic_graph_serves_the_sizes_that_pass_its_guards(function, graphs):
    pytest.importorskip("sympy")
    made = []
    compiled = aot_function(function, lambda gm, _: made.append(gm) or gm, dynamic=True)
    for shape in ((2, 3), (4, 5), (7, 2), (3, 3)):
        wanted, given = numbered(*shape).requires_grad_(), numbered(*shape).requires_grad_()
        want, got = leaves(function(wanted)), leaves(compiled(given))
        assert [one.shape for one in got] == [one.shape for one in want]
        assert [one.stride() for one in got] == [one.stride() for one in want]
        want[0].sum().backward()
        got[0].sum().backward()
        assert wye.allclose(got[0], want[0])
        assert wye.allclose(given.grad, wanted.grad)
    assert len(made) == graphs


def test_numbers_of_dynamic_graphs_are_inputs():
    pytest.importorskip("sympy")
    made = []
    compiled = aot_function(lambda x, n: x * n, lambda gm, _: made.append(gm) or gm, dynamic=True)
    for n in (3, 5, 4):
        assert compiled(wye.ones(2), n).tolist() == [n, n]
    assert len(made) == 1


def test_what_backward_needs_is_kept_where_an_argument_is_written_to():
    def function(x):
        x.sin_()
        return x * 2

    roots = [wye.tensor([0.5, 1.0], requires_grad=True) for _ in range(2)]
    for root, run in zip(roots, (function, aot_function(function, nop)), strict=True):
        run(root * 1).sum().backward()
    assert roots[0].grad.tolist() == roots[1].grad.tolist()


def test_memory_that_is_shared_without_autograds_knowledge_is_refused():
    one = no_leaf(4)
    with pytest.raises(RuntimeError, match="make both views of one tensor"):
        aot_function(both, nop)(one, one.detach()[1:])


class _Halved(wye.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.view(-1)

    @staticmethod
    def backward(ctx, grad):
        return (grad * 0.5).view(2, 2)


def test_a_view_with_a_gradient_of_its_own_keeps_it():
    x = wye.ones(2, 2, requires_grad=True)
    result = aot_function(_Halved.apply, nop)(x)
    result.sum().backward()
    assert x.grad.tolist() == [[0.5, 0.5], [0.5, 0.5]]


def test_a_result_that_was_detached_in_place_has_no_gradient():
    def f(x):
        y = x * 3
        y.t_()
        y.detach_()
        return y, x + 1

    x = wye.ones(2, 3, requires_grad=True)
    first, second = aot_function(f, nop)(x)
    assert (first.requires_grad, second.requires_grad) == (False, True)
    second.sum().backward()
    assert wye.equal(x.grad, wye.ones(2, 3))


def test_gradients_that_write_to_inputs_are_refused():
    class Clearing(wye.autograd.Function):
        @staticmethod
        def forward(ctx, x, y):
            ctx.y = y
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            ctx.y.zero_()
            return grad * 2, None

    with pytest.raises(RuntimeError, match="writes to input 1"):
        aot_function(Clearing.apply, nop)(wye.ones(2, requires_grad=True), wye.ones(2))


def test_views_that_a_graph_returns_can_be_written_to():
    def f(x):
        return (x * 3).view(-1), (x * 2).t()

    x = wye.ones(2, 2, requires_grad=True)
    first, second = aot_function(f, nop)(x)
    first.mul_(2)
    second.mul_(3)
    assert first.tolist() == [6.0] * 4
    (first.sum() + second.sum()).backward()
    assert x.grad.tolist() == [[12.0, 12.0], [12.0, 12.0]]


def test_gradients_of_a_subclass_are_of_the_subclass_however_they_lie_in_memory():
    x = TwoTensor(wye.ones(3, 3, requires_grad=True), wye.full((3, 3), 2.0, requires_grad=True))
    y = wye.ones(3, 3, requires_grad=True)
    aot_function(lambda x, y: x * 6 + y / 2 * x, nop)(x, y).sum().backward()  # the gradient of a sum is expanded
    assert (x.grad.a.tolist(), y.grad.b.tolist()) == ([[6.5] * 3] * 3, [[1.0] * 3] * 3)


def test_a_function_may_ask_for_gradients_itself_although_its_results_need_none():
    compiled = aot_function(lambda x: wye.autograd.grad(x.exp().sum(), x)[0], nop)
    x = wye.tensor([0.0, 1.0], requires_grad=True)
    result = compiled(x)
    assert not result.requires_grad
    assert wye.allclose(result, x.exp())


def test_results_that_need_no_gradients_keep_the_writes_of_the_function():
    x = wye.ones(3, requires_grad=True)
    buffer = wye.zeros(3)

    def step(x, buffer):
        buffer.add_(x.detach())
        return buffer * 2

    assert aot_function(step, nop)(x, buffer).tolist() == [2.0, 2.0, 2.0]
    assert buffer.tolist() == [1.0, 1.0, 1.0]
    assert not buffer.requires_grad
