"""Modules that hold modules."""

from collections import OrderedDict

import pytest

from wye import nn


def names(model):
    return [type(module).__name__ for module in model]


def test_a_sequence_calls_one_after_another():
    model = nn.Sequential(OrderedDict(first=nn.Identity(), second=nn.Identity()))
    assert model(3) == 3
    assert model.first is model[0]
    assert [*model[:1].state_dict()] == []


def test_a_sequence_changes_like_a_list():
    model = nn.Sequential(nn.ReLU())
    model.append(nn.Tanh()).insert(0, nn.ELU()).extend([nn.GELU()])
    assert names(model) == ["ELU", "ReLU", "Tanh", "GELU"]
    del model[1:3]
    assert names(model) == ["ELU", "GELU"]
    assert [*model._modules] == ["0", "1"]
    assert names(model * 2) == names(model + model) == ["ELU", "GELU", "ELU", "GELU"]
    assert type(model.pop(0)) is nn.ELU
    with pytest.raises(IndexError, match="index 5 is out of range"):
        model[5]
    with pytest.raises(AssertionError, match="module should be of type"):
        model.insert(0, 3)


def test_a_list_prints_equal_modules_once():
    model = nn.ModuleList([nn.ReLU(), nn.ReLU(), nn.Tanh()])
    assert repr(model) == "ModuleList(\n  (0-1): 2 x ReLU()\n  (2): Tanh()\n)"
    model += [nn.ELU()]
    model.insert(0, nn.GELU())
    assert names(model) == ["GELU", "ReLU", "ReLU", "Tanh", "ELU"]
    with pytest.raises(TypeError, match="should be called with an iterable"):
        model.extend(3)


def test_a_dictionary_of_modules():
    model = nn.ModuleDict([("a", nn.ReLU())])
    model.update({"b": nn.Tanh()})
    model["c"] = nn.ELU()
    assert [*model] == [*model.keys()] == ["a", "b", "c"]
    assert "b" in model
    assert type(model.pop("b")) is nn.Tanh
    with pytest.raises(ValueError, match="has length 1; 2 is required"):
        model.update([["x"]])
    with pytest.raises(TypeError, match="iterable of key/value pairs"):
        model.update(3)
