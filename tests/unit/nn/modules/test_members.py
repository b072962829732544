"""What a module is made of, by name and by place."""

import pytest

import wye
from wye import nn


def tree():
    return nn.Sequential(nn.Linear(1, 1), nn.Sequential(nn.BatchNorm1d(1)))


def test_everything_has_a_full_name():
    model = tree()
    assert [name for name, _ in model.named_modules()] == ["", "0", "1", "1.0"]
    assert model.get_submodule("1.0") is model[1][0]
    assert model.get_parameter("0.weight") is model[0].weight
    assert model.get_buffer("1.0.running_mean") is model[1][0].running_mean
    for find, name in (("get_submodule", "2"), ("get_parameter", "0.x"), ("get_buffer", "0.weight")):
        with pytest.raises(AttributeError):
            getattr(model, find)(name)


def test_what_is_shared_comes_once():
    model = tree()
    model.tied = model[0]
    model.again = nn.Module()
    model.again.weight = model[0].weight
    assert len([*model.parameters()]) == 4
    assert len([*model.named_parameters(remove_duplicate=False)]) == 7
    assert len([*model.children()]) == 3
    assert len([*model.modules(remove_duplicate=False)]) == 6


def test_a_module_is_put_in_a_place():
    model = tree()
    model.set_submodule("1.0", nn.ReLU())
    assert isinstance(model[1][0], nn.ReLU)
    with pytest.raises(AttributeError, match="has no attribute `9`"):
        model.set_submodule("1.9", nn.ReLU(), strict=True)


def test_apply_starts_at_the_leaves():
    seen = []
    tree().apply(lambda m: seen.append(type(m).__name__))
    assert seen == ["Linear", "BatchNorm1d", "Sequential", "Sequential"]
    assert wye.is_tensor(next(tree().parameters()))
