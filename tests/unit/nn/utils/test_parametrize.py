"""Tensors that are computed whenever they are read."""

import pickle

import pytest

import wye
from wye import nn
from wye.nn.utils import parametrizations, parametrize


class Doubled(nn.Module):
    def forward(self, x):
        return x * 2

    def right_inverse(self, x):
        return x / 2


def test_a_tensor_is_computed_assigned_and_made_plain_again():
    layer = parametrize.register_parametrization(nn.Linear(2, 1), "weight", Doubled())
    layer.weight = wye.tensor([[2.0, 4.0]])
    assert layer.parametrizations.weight.original.tolist() == [[1.0, 2.0]]
    layer(wye.ones(2)).sum().backward()
    assert layer.parametrizations.weight.original.grad.tolist() == [[2.0, 2.0]]
    with pytest.raises(RuntimeError, match="only supported through state_dict"):
        pickle.dumps(layer)
    parametrize.remove_parametrizations(layer, "weight")
    assert type(layer) is nn.Linear
    assert layer.weight.tolist() == [[2.0, 4.0]]


def test_a_cached_tensor_is_computed_once():
    layer = parametrize.register_parametrization(nn.Linear(2, 1), "weight", Doubled())
    with parametrize.cached():
        assert layer.weight is layer.weight
    assert layer.weight is not layer.weight


@pytest.mark.parametrize("how", ["matrix_exp", "cayley", "householder"])
@pytest.mark.parametrize("shape", [(3, 4), (4, 3), (3, 3)])
def test_orthogonal_weights_stay_orthogonal_while_they_are_trained(how, shape):
    layer = parametrizations.orthogonal(nn.Linear(*shape), orthogonal_map=how)
    steps = wye.optim.SGD(layer.parameters(), lr=0.1)
    layer(wye.ones(shape[0])).sum().backward()
    steps.step()
    weight = layer.weight if shape[0] <= shape[1] else layer.weight.mT
    assert wye.allclose(weight.mT @ weight, wye.eye(3), atol=1e-5)
