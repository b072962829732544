"""Gradients that are not too large."""

import pytest

import wye
from wye import nn
from wye.nn import utils


def weight(grad):
    value = nn.Parameter(wye.zeros(len(grad)))
    value.grad = wye.tensor(grad)
    return value


def test_the_norm_of_all_gradients_is_bounded():
    values = [weight([3.0]), weight([4.0]), nn.Parameter(wye.ones(1))]
    assert utils.clip_grad_norm_(values, 1.0).item() == pytest.approx(5.0)
    assert utils.get_total_norm([v.grad for v in values[:2]]).item() == pytest.approx(1.0, rel=1e-5)
    assert utils.clip_grad_norm_(values, 10.0).item() == pytest.approx(1.0, rel=1e-5)
    assert utils.clip_grad_norm_(values[0], 9.0, float("inf")).item() == pytest.approx(0.6, rel=1e-5)


def test_elements_are_bounded():
    value = weight([3.0, -4.0, 0.5])
    utils.clip_grad_value_([value], 1.0)
    assert value.grad.tolist() == [1, -1, 0.5]


def test_no_parameters_are_warned_about():
    with pytest.warns(UserWarning, match="empty generator"):
        assert utils.clip_grad_norm_((p for p in ()), 1.0).item() == 0


def test_the_former_name_warns():
    with pytest.warns(FutureWarning, match="deprecated in favor"):
        utils.clip_grad_norm([weight([1.0])], 1.0)
