"""Decompositions compute what their operators do."""

import pytest

import wye
from wye.fx import make_fx
from wye.fx.decompositions import (
    core_aten_decompositions,
    decomposition_table,
    get_decompositions,
    register_decomposition,
)

aten = wye.ops.aten
RNG = wye.Generator().manual_seed(0)
X, Y, SQUARE = (wye.randn(*shape, generator=RNG) for shape in ((2, 3), (2, 3), (3, 3)))
CALLS = [
    (aten.gelu.default, (X,), {}),
    (aten.gelu.default, (X,), {"approximate": "tanh"}),
    (aten.silu.default, (X,), {}),
    (aten.var_mean.correction, (X, [1]), {"correction": 0, "keepdim": True}),
    (aten.std_mean.correction, (X,), {}),
    (aten.hardtanh.default, (X, -0.5, 0.5), {}),
    (aten.leaky_relu.default, (X, 0.2), {}),
    (aten.softplus.default, (X * 20, 2, 10), {}),
    (aten.elu.default, (X, 2, 3, 0.5), {}),
    (aten.threshold_backward.default, (X, Y, 0.1), {}),
    (aten.sigmoid_backward.default, (X, Y), {}),
    (aten.tanh_backward.default, (X, Y), {}),
    (aten._softmax.default, (X, 1, False), {}),
    (aten._log_softmax.default, (X, -1, False), {}),
    (aten.native_layer_norm.default, (X, [3], Y[0], Y[1], 1e-5), {}),
    (aten.mse_loss.default, (X, Y, 2), {}),
    (aten.std.correction, (X, [1]), {"correction": 0, "keepdim": True}),
    (aten.std.default, (X, False), {}),
    (aten.addmm.default, (X, X, SQUARE), {"beta": 2, "alpha": 3}),
    (aten.addcmul.default, (X, Y, X), {"value": 2}),
    (aten.addcdiv.default, (X, Y, X), {"value": 2}),
    (aten.lerp.Scalar, (X, Y, 0.7), {}),
    (aten.lerp.Tensor, (X, Y, Y), {}),
    (aten.rsub.Scalar, (X, 3, 2), {}),
    (aten.rsub.Tensor, (X, Y), {"alpha": 2}),
    (aten.clamp_min.default, (X, 0), {}),
    (aten.clamp_min.Tensor, (X, Y), {}),
    (aten.masked_fill.Scalar, (X, Y > 0, 1.5), {}),
    (aten.masked_fill.Tensor, (X, Y > 0, wye.tensor(2.0)), {}),
    (aten.t.default, (X,), {}),
    (aten.stack.default, ([X, Y], -1), {}),
    (aten.stack.default, ([X, Y], 1), {}),
    (aten.split.Tensor, (X, 2, 1), {}),
    (aten.index_add.default, (X, 1, wye.tensor([0, 2]), Y[:, :2]), {"alpha": 2}),
    (aten.tril.default, (SQUARE, -1), {}),
]


@pytest.mark.parametrize(("op", "args", "kwargs"), CALLS, ids=[str(call[0]) for call in CALLS])
def test_a_decomposition_computes_what_its_operator_does(op, args, kwargs):
    table = get_decompositions([op])
    assert list(table) == [op]
    got, want = table[op](*args, **kwargs), op(*args, **kwargs)
    for one, other in zip(*(x if isinstance(x, (list, tuple)) else [x] for x in (got, want)), strict=True):
        assert one.dtype is other.dtype
        assert wye.allclose(one, other, atol=1e-5)
    module = make_fx(lambda: op(*args, **kwargs), table)()
    assert op not in [node.target for node in module.graph.nodes]


def test_every_decomposition_is_tested():
    core = {call[0]._opname for call in CALLS if wye.Tag.core in call[0].tags}
    assert {op._opname for op in core_aten_decompositions()} == {call[0]._opname for call in CALLS} - core


def test_low_precision_is_computed_in_float32():
    x = X.to(wye.bfloat16)
    got = get_decompositions([aten.gelu])[aten.gelu.default](x)
    assert got.dtype is wye.bfloat16
    assert wye.equal(got, aten.gelu.default(x))


def test_packets_give_all_overloads_and_out_forms_write():
    table = get_decompositions([aten.silu, aten.sin])
    assert sorted(map(str, table)) == ["aten.silu.default", "aten.silu.out"]
    out = wye.empty(2, 3)
    assert table[aten.silu.out](X, out=out) is out
    assert wye.allclose(out, aten.silu.default(X))


def test_a_program_may_add_its_own():
    mine = {}

    @register_decomposition(aten.sin.default, mine)
    def twice(x):
        return x * 2

    assert mine == {aten.sin.default: twice}
    with pytest.raises(RuntimeError, match="duplicate"):
        register_decomposition(aten.sin.default, mine)(twice)
    assert aten.sin.default not in decomposition_table


@pytest.mark.parametrize("name", ["var_mean", "std_mean"])
def test_means_beside_variances_are_taken_apart(name):
    packet = getattr(wye.ops.aten, name)
    table = get_decompositions([packet])
    assert packet.correction in table
    x = wye.arange(12.0).view(3, 4).sin()
    for call in (
        lambda x: packet.correction(x, [1], correction=0, keepdim=True),
        packet.correction,
        lambda x: getattr(wye, name)(x, False),
        lambda x: getattr(wye, name)(x, 1),
    ):
        graph = make_fx(call, decomposition_table=table)(x)
        assert not any(name in str(node.target) for node in graph.graph.nodes)
        for found, expected in zip(graph(x), call(x), strict=True):
            assert wye.allclose(found, expected)


def test_operators_of_the_core_set_stay():
    table = core_aten_decompositions()
    assert wye.ops.aten.var_mean.correction not in table
    assert wye.ops.aten.std_mean.correction in table
    assert not [op for op in table if wye.Tag.core in op.tags]
    layer = wye.nn.Sequential(wye.nn.LayerNorm(3), wye.nn.Linear(3, 2), wye.nn.GELU())
    targets = [node.target for node in make_fx(layer, table)(X).graph.nodes]
    assert {aten.native_layer_norm.default, aten.addmm.default, aten.gelu.default} <= set(targets)
    assert aten.t.default not in targets


def test_the_table_has_what_comes_with_the_library():
    assert aten.silu.default in decomposition_table
    assert aten.silu.out in decomposition_table
    assert aten.split.Tensor in decomposition_table
    assert aten.split.sizes not in decomposition_table
    assert aten.cos.default not in decomposition_table


@pytest.mark.parametrize("op", [aten.tanh_backward.default, aten.sigmoid_backward.default])
def test_gradients_of_complex_values_are_right_inside_of_a_mode_too(op):
    grad, output = wye.complex(X, Y), wye.complex(Y, X)
    found = []

    class Beside(wye.DispatchMode):
        def __wye_dispatch__(self, func, types, args=(), kwargs=None):
            if func is op:
                found.append(get_decompositions([op])[op](*args))
            return func(*args, **(kwargs or {}))

    with Beside():
        want = op(grad, output)
    assert wye.allclose(found[0], want)
