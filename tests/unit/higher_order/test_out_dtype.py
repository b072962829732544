"""out_dtype: operators computed in a wider dtype."""

import pytest

import wye
from wye.fake import FakeTensorMode
from wye.fx import make_fx
from wye.higher_order import out_dtype

aten = wye.ops.aten


@pytest.fixture
def pair():
    return wye.tensor([[100, -100], [3, 4]], dtype=wye.int8), wye.tensor([[90, 1], [2, -80]], dtype=wye.int8)


def test_arguments_are_promoted_with_the_dtype_of_the_result(pair):
    x, y = pair
    assert out_dtype(aten.mm.default, wye.int32, x, y).tolist() == (x.int() @ y.int()).tolist()
    scaled = out_dtype(aten.mul.Scalar, wye.int32, x, 3.5)
    assert (scaled.dtype, scaled.tolist()) == (wye.int32, [[350, -350], [10, 14]])
    half = wye.ones(2, 2, dtype=wye.float16)
    assert out_dtype(aten.mul.Tensor, wye.float32, half * 300, half * 300).tolist() == [[90000.0] * 2] * 2


@pytest.mark.parametrize(
    ("op", "words"),
    [
        (wye.add, "must be an OpOverload"),
        (aten.add_.Tensor, "needs to be a functional operator"),
        (aten.topk.default, "can only apply to ops that return a single tensor"),
        (aten.split_copy.Tensor, "can only apply to ops that return a single tensor"),
        (aten.sin.default, "only allows the following operators"),
    ],
)
def test_other_operators_are_refused(op, words, pair):
    with pytest.raises(ValueError, match=words):
        out_dtype(op, wye.int32, *pair)


def test_a_trace_has_one_node_with_the_arguments_as_they_are(pair):
    def call(x, y):
        return out_dtype(aten.mm.default, wye.int32, x, y)

    for traced in (make_fx(call)(*pair), make_fx(wye.func.functionalize(call))(*pair)):
        (node,) = [one for one in traced.graph.nodes if one.op == "call_function"]
        assert node.target is out_dtype
        assert (node.meta["val"].dtype, node.args[2].meta["val"].dtype) == (wye.int32, wye.int8)
        assert wye.equal(traced(*pair), call(*pair))
    assert (
        "out_dtype = wye.ops.higher_order.out_dtype(wye.ops.aten.mm.default, wye.int32, x_1, y_1)"
        in make_fx(call)(*pair).code
    )


def test_fake_tensors_batches_and_gradients_go_through_it(pair):
    x, y = pair
    with FakeTensorMode() as mode:
        made = out_dtype(aten.mm.default, wye.int32, mode.from_tensor(x), mode.from_tensor(y))
    assert (made.dtype, made.shape) == (wye.int32, (2, 2))
    batch = wye.stack([x, y])
    found = wye.vmap(lambda one: out_dtype(aten.mm.default, wye.int32, one, y))(batch)
    assert wye.equal(found[0], out_dtype(aten.mm.default, wye.int32, x, y))
    leaf = wye.ones(2, 2, dtype=wye.float16, requires_grad=True)
    out_dtype(aten.mul.Tensor, wye.float32, leaf, leaf * 3).sum().backward()
    assert leaf.grad.tolist() == [[6.0, 6.0]] * 2
    assert not out_dtype(aten.mm.default, wye.int32, leaf, leaf).requires_grad
