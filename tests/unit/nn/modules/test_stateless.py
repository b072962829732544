"""Modules that are a function and its options."""

import copy
import inspect
import pickle

import pytest

import wye
from wye import nn
from wye.nn.modules.stateless import Stateless, stateless


@stateless
class Shifted(Stateless):
    by: float
    times: float = 2.0
    function = staticmethod(lambda x, by, times: (x + by) * times)
    shown = "by={by}"


def test_fields_are_arguments_attributes_and_options():
    module = Shifted(1)
    assert (module.by, module.times) == (1, 2.0)
    assert module(3) == 8
    module.times = 1
    assert module(3) == 4
    assert repr(module) == "Shifted(by=1)"
    assert [*inspect.signature(Shifted).parameters] == ["by", "times"]
    with pytest.raises(TypeError, match="unexpected keyword argument 'other'"):
        Shifted(1, other=2)


def test_defaults_are_not_attributes_of_the_class():
    assert not hasattr(Shifted, "times")
    assert not hasattr(nn.CrossEntropyLoss, "weight")


def test_a_subclass_of_ones_own_adds_parts():
    class Mine(nn.ReLU):
        count: int = 0

        def __init__(self):
            super().__init__(inplace=True)
            self.layer = nn.Linear(1, 1)

        def forward(self, x):
            return super().forward(self.layer(x))

    module = Mine()
    assert module.inplace
    assert module(wye.ones(1)).item() >= 0
    assert len([*module.parameters()]) == 2


def test_copies_and_pickles():
    for copied in (copy.deepcopy(nn.LeakyReLU(0.3)), pickle.loads(pickle.dumps(nn.LeakyReLU(0.3)))):
        assert repr(copied) == "LeakyReLU(negative_slope=0.3)"


def test_the_tensors_of_a_loss_are_buffers():
    loss = nn.CrossEntropyLoss(wye.tensor([1.0, 0.0]))
    assert [*loss.state_dict()] == ["weight"]
    assert loss.double().weight.dtype is wye.float64
    assert loss(wye.ones(1, 2, dtype=wye.float64), wye.tensor([0])).dtype is wye.float64
