"""Modules that are told how to take converted or loaded parameters."""

import pytest

import wye
import wye.process_settings as settings
from wye import nn
from wye.testing.surroundings import swapping_parameters


def test_parameters_stay_the_same_objects_where_they_are_swapped():
    @swapping_parameters(True)
    def convert(layer):
        layer.weight.grad = wye.ones(2, 2)
        before, grad = layer.weight, layer.weight.grad
        layer.double()
        assert layer.weight is before
        assert before.dtype is wye.float64
        assert before.grad is grad
        assert grad.dtype is wye.float64

    convert(nn.Linear(2, 2))
    assert not settings.get_swap_module_params_on_conversion()


@swapping_parameters(True)
def test_loaded_values_are_swapped_in():
    layer, other = nn.Linear(2, 2), nn.Linear(2, 2)
    before = layer.weight
    layer.load_state_dict(other.state_dict(), assign=True)
    assert layer.weight is before
    assert isinstance(before, nn.Parameter)
    assert before.tolist() == other.weight.tolist()


@swapping_parameters(True)
def test_an_error_names_the_parameter_that_could_not_be_swapped():
    layer = nn.Linear(2, 2)
    view = layer.weight[0]
    with pytest.raises(RuntimeError, match=r"_apply\(\): Couldn't swap Linear.weight"):
        layer.double()
    assert view.shape == (2,)


def test_new_parameters_take_the_place_of_old_ones_where_that_is_asked_for():
    layer = nn.Linear(2, 2)
    before = layer.weight
    settings.set_overwrite_module_params_on_conversion(True)
    try:
        layer.double()
    finally:
        settings.set_overwrite_module_params_on_conversion(False)
    assert layer.weight is not before
    assert before.dtype is wye.float32
