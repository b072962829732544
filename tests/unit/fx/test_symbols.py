"""Traces on fake tensors and on symbolic sizes: sizes are computed again when the graph runs."""

import pytest

import wye
from wye.fake import FakeTensor, FakeTensorMode
from wye.fx import make_fx

aten = wye.ops.aten


def symbolic(f, *args, **options):
    return make_fx(f, tracing_mode="symbolic", **options)(*args)


def lines(module):
    return [line.strip() for line in module.code.strip().splitlines()]


def test_a_fake_trace_does_not_touch_its_arguments():
    x = wye.ones(2)
    module = make_fx(lambda x: x.add_(1), tracing_mode="fake")(x)
    assert x.tolist() == [1, 1]
    assert module(x).tolist() == [2, 2]


def test_values_of_nodes_are_fakes():
    module = make_fx(lambda x: x @ x, tracing_mode="fake")(wye.ones(2, 2))
    assert all(type(n.meta["val"]) is FakeTensor for n in module.graph.nodes if n.op != "output")


def test_sizes_become_nodes_when_they_are_used():
    module = symbolic(lambda x: x.new_zeros(x.shape[0] + 1), wye.ones(3, 2))
    assert lines(module)[1:4] == [
        "sym_size_int = wye.ops.aten.sym_size.int(x_1, 0)",
        "add = sym_size_int + 1;  sym_size_int = None",
        "new_zeros = wye.ops.aten.new_zeros.default(x_1, [add], pin_memory = False);  x_1 = add = None",
    ]
    assert module(wye.ones(7, 2)).shape == (8,)


def test_numbers_that_nothing_uses_leave_no_node():
    module = symbolic(lambda x: (x.shape[0] * 2 + 1, x.sin())[1], wye.ones(3))
    assert [n.name for n in module.graph.nodes] == ["x_1", "sin", "output"]


@pytest.mark.parametrize("sizes", [(2, 3), (5, 4), (3, 3), (7, 2)])
def test_a_symbolic_trace_is_right_for_other_sizes(sizes):
    def f(x):
        rows = x.reshape(-1)
        return wye.cat([x, x]).sum(0), rows[: rows.shape[0] // 2] * x.shape[1], x.t().reshape(-1, x.shape[0])

    module, x = symbolic(f, wye.ones(4, 6)), wye.randn(*sizes)
    for ours, eager in zip(module(x), f(x), strict=True):
        assert wye.equal(ours, eager)


def test_ints_are_inputs_of_symbolic_traces():
    module = symbolic(lambda x, n: x.new_full((n,), 2.0), wye.ones(2), 3)
    assert module(wye.ones(2), 5).tolist() == [2.0] * 5


def test_numbers_made_by_kernels_are_built_from_their_expressions():
    @wye.library.custom_op("symbols_test::twice", mutates_args=())
    def twice(x: wye.Tensor) -> wye.Tensor:
        return wye.cat([x, x])

    @twice.register_fake
    def _(x):
        return x.new_empty(x.shape[0] * 2)

    module = symbolic(lambda x: wye.zeros(twice(x).shape[0] + x.shape[0]), wye.ones(3))
    assert module(wye.ones(5)).shape == (15,)


def test_numbers_that_only_data_says_are_recorded():
    module = symbolic(lambda x: wye.zeros(2) + x.item(), wye.tensor(3))
    assert "_local_scalar_dense" in module.code
    assert module(wye.tensor(5)).tolist() == [5, 5]


def test_tensors_from_outside_need_permission_in_fake_traces():
    outside = wye.ones(2)
    with pytest.raises(AssertionError, match="convert all Tensors"):
        make_fx(lambda x: x + outside, tracing_mode="fake")(wye.ones(2))
    module = make_fx(lambda x: x + outside, tracing_mode="fake", _allow_non_fake_inputs=True)(wye.ones(2))
    assert module(wye.ones(2)).tolist() == [2, 2]


def test_a_trace_goes_on_with_the_mode_of_its_arguments():
    mode = FakeTensorMode()
    x = mode.from_tensor(wye.ones(2))
    module = make_fx(lambda x: x + 1, tracing_mode="fake")(x)
    assert module.graph.find_nodes(op="placeholder")[0].meta["val"].fake_mode is mode
    with pytest.raises(AssertionError, match="shape_env"):
        symbolic(lambda x: x, x)


def test_branches_are_traced_on_fakes_and_get_sizes():
    def f(x):
        return wye.cond(x.sum() > 0, lambda x: x.new_zeros(x.shape), lambda x: x.clone(), (x,))

    module = symbolic(f, wye.ones(3))
    assert "(x_1, sym_size_int)" in module.code
    assert module(wye.ones(5)).shape == (5,)
    assert module(-wye.ones(2)).tolist() == [-1, -1]


def test_backward_is_traced_on_symbolic_sizes():
    module = symbolic(wye.grad(lambda x: (x.mean(0) * x.shape[0]).sum()), wye.ones(3, 2))
    assert wye.allclose(module(wye.ones(5, 4)), wye.ones(5, 4))


def test_a_batch_may_have_a_symbolic_size():
    graph = make_fx(wye.vmap(lambda x: (x * 2).sum()), tracing_mode="symbolic")(wye.ones(2, 3))
    assert graph(wye.ones(5, 4)).tolist() == [8] * 5


@pytest.mark.parametrize("shape", [(2, 3, 5, 4), (3, 5, 4)])
@pytest.mark.parametrize("is_causal", [False, True])
def test_attention_takes_symbolic_sizes_and_fixes_none(shape, is_causal):
    def f(x):
        return wye.nn.functional.scaled_dot_product_attention(x, x, x, is_causal=is_causal)

    wider = [size + 2 for size in shape]
    for function in (f, wye.grad(lambda x: f(x).pow(2).sum())):
        module = symbolic(function, wye.ones(shape))
        assert not [one for one in module.shape_env.guards if "Eq(" in str(one.expr)]
        x = wye.randn(wider)
        assert wye.allclose(module(x), function(x), atol=1e-6)
