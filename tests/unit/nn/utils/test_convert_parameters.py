"""Parameters as one vector."""

import pytest

import wye
from wye import nn
from wye.nn.utils import parameters_to_vector, vector_to_parameters


def test_parameters_go_into_a_vector_and_come_back():
    layer = nn.Linear(2, 1)
    vector = parameters_to_vector(layer.parameters())
    assert vector.shape == (3,)
    vector_to_parameters(wye.arange(3.0), layer.parameters())
    assert layer.weight.tolist() == [[0, 1]]
    assert layer.bias.tolist() == [2]


def test_devices_may_not_differ():
    with pytest.raises(TypeError, match="different devices"):
        parameters_to_vector([wye.ones(1), wye.ones(1, device="meta")])
    with pytest.raises(TypeError, match=r"expected wye.Tensor, but got: int"):
        vector_to_parameters(3, [])
