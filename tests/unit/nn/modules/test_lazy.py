"""Lazy modules."""

import copy
import pickle

import pytest

import wye
from wye import nn

pytestmark = pytest.mark.filterwarnings("ignore:Lazy modules")


def test_a_lazy_module_takes_its_sizes_from_the_first_input():
    model = nn.Sequential(nn.LazyLinear(4), nn.ReLU(), nn.LazyBatchNorm1d(), nn.LazyLinear(1))
    assert model(wye.ones(2, 3)).shape == (2, 1)
    assert [type(one) for one in model] == [nn.Linear, nn.ReLU, nn.BatchNorm1d, nn.Linear]
    assert [tuple(one.shape) for one in model.parameters()] == [(4, 3), (4,), (4,), (4,), (1, 4), (1,)]


def test_a_lazy_module_takes_its_sizes_from_what_is_loaded():
    lazy, saved = nn.LazyLinear(4), nn.Linear(3, 4)
    lazy.load_state_dict(saved.state_dict())
    assert lazy.weight.tolist() == saved.weight.tolist()
    assert lazy(wye.ones(3)).shape == (4,)
    assert lazy.in_features == 3


def test_a_lazy_module_takes_what_has_no_sizes_either():
    lazy, saved = nn.LazyLinear(4), nn.LazyLinear(4)
    assert str(lazy.load_state_dict(saved.state_dict())) == "<All keys matched successfully>"
    assert lazy.has_uninitialized_params()


def test_an_uninitialized_parameter_cannot_be_computed_with():
    value = nn.UninitializedParameter()
    with pytest.raises(RuntimeError, match="Can't access the shape"):
        value.shape  # noqa: B018 - it is refused
    with pytest.raises(ValueError, match="Attempted to use an uninitialized parameter"):
        value + 1


def test_uninitialized_tensors_are_copied_and_pickled():
    for value in (nn.UninitializedParameter(dtype=wye.float64), nn.UninitializedBuffer(dtype=wye.float64)):
        for made in (copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
            assert type(made) is type(value)
            assert made.dtype is wye.float64
