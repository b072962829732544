"""FakeTensorProp: fake values of a graph's nodes."""

import pytest

import wye
from wye.fake import FakeTensor, FakeTensorMode
from wye.fx import make_fx, symbolic_trace
from wye.fx.passes.fake_tensor_prop import FakeTensorProp
from wye.symbolic import ShapeEnv
from wye.symbolic.asking import statically_known_true


def test_every_node_gets_its_fake_value():
    traced = symbolic_trace(lambda x: x.view(-1).sum(0, keepdim=True))
    result = FakeTensorProp(traced).propagate(wye.ones(2, 3))
    assert type(result) is FakeTensor
    assert [tuple(node.meta["val"].shape) for node in traced.graph.nodes] == [(2, 3), (6,), (1,), (1,)]


def test_parameters_must_be_fake_or_allowed():
    traced = symbolic_trace(wye.nn.Linear(3, 2))
    x = wye.ones(4, 3)
    with pytest.raises(AssertionError, match="Please convert all Tensors"):
        FakeTensorProp(traced, FakeTensorMode()).propagate(x)
    mode = FakeTensorMode(allow_non_fake_inputs=True)
    assert tuple(FakeTensorProp(traced, mode).propagate(x).shape) == (4, 2)


def test_sizes_that_depend_on_data_keep_the_symbols_of_the_graph():
    mode = FakeTensorMode(shape_env=ShapeEnv())
    with mode:
        x = wye.ones(5)
        module = make_fx(lambda x: x.nonzero())(x)
    (node,) = [node for node in module.graph.nodes if node.target is wye.ops.aten.nonzero.default]
    before = node.meta["val"].shape[0]
    FakeTensorProp(module, mode).propagate(x)
    assert node.meta["val"].shape[0] is not before
    assert statically_known_true(node.meta["val"].shape[0] == before)
