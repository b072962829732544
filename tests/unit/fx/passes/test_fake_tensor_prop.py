"""FakeTensorProp: fake values of a graph's nodes."""

import pytest

import wye
from wye.fake import FakeTensor, FakeTensorMode
from wye.fx import symbolic_trace
from wye.fx.passes.fake_tensor_prop import FakeTensorProp


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
