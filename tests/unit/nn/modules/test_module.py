"""Modules: attributes, registration, training, printing."""

import copy
import pickle

import pytest

import wye
from wye import nn


class Scale(nn.Module):
    def __init__(self, by=2.0):
        super().__init__()
        self.by = nn.Parameter(wye.tensor(by))
        self.register_buffer("calls", wye.tensor(0))
        self.inner = nn.Linear(2, 2)

    def forward(self, x):
        self.calls += 1
        return x * self.by


def test_members_are_attributes_and_are_found():
    scale = Scale()
    assert [name for name, _ in scale.named_parameters()] == ["by", "inner.weight", "inner.bias"]
    assert [name for name, _ in scale.named_buffers()] == ["calls"]
    assert [name for name, _ in scale.named_children()] == ["inner"]
    assert scale(wye.ones(2)).tolist() == [2, 2]
    assert scale.calls.item() == 1
    with pytest.raises(AttributeError, match="'Scale' object has no attribute 'nothing'"):
        scale.nothing  # noqa: B018 - asking is the point


def test_assignment_moves_a_name():
    scale = Scale()
    scale.calls = nn.Parameter(wye.ones(1))
    assert not scale._buffers
    scale.by = None
    assert scale._parameters["by"] is None
    del scale.inner
    assert not scale._modules
    scale.plain = nn.Linear(1, 1)
    with pytest.raises(TypeError, match=r"cannot assign 'int' as child module 'plain' \(wye.nn.Module or None"):
        scale.plain = 3


def test_parameters_before_init_are_refused():
    class Early(nn.Module):
        def __init__(self):
            self.w = nn.Parameter(wye.ones(1))

    with pytest.raises(AttributeError, match=r"cannot assign parameters before Module.__init__\(\) call"):
        Early()


def test_init_goes_on_where_it_is_asked_to():
    class Base:
        def __init__(self, value):
            self.value = value

    class Both(nn.Module, Base):
        call_super_init = True

    assert Both(3).value == 3
    assert Both(4).training


def test_copies_and_pickles_have_members_of_their_own():
    scale = Scale()
    for copied in (copy.deepcopy(scale), pickle.loads(pickle.dumps(scale))):
        assert copied.by is not scale.by
        assert copied.by.item() == 2
        assert copied(wye.ones(1)).item() == 2


def test_every_test_of_training_reaches_all_modules():
    model = nn.Sequential(Scale(), nn.Dropout())
    assert not any(module.training for module in model.eval().modules())
    assert all(module.training for module in model.train().modules())
    with pytest.raises(ValueError, match="boolean"):
        model.train("yes")


def test_gradients_are_removed_or_made_zero():
    scale = Scale()
    scale.by.grad = wye.tensor(3.0)
    scale.zero_grad(set_to_none=False)
    assert scale.by.grad.item() == 0
    scale.zero_grad()
    assert scale.by.grad is None
    scale.requires_grad_(False)
    assert not any(p.requires_grad for p in scale.parameters())


def test_a_repr_shows_the_tree():
    assert repr(nn.Sequential(Scale(), nn.ReLU())) == (
        "Sequential(\n  (0): Scale(\n    (inner): Linear(in_features=2, out_features=2, bias=True)\n  )\n"
        "  (1): ReLU()\n)"
    )


def test_dir_has_the_members():
    assert {"by", "calls", "inner", "forward"} <= {*dir(Scale())}
