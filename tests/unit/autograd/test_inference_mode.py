"""Tensors made in inference mode, and views of normal ones made there."""

import pytest

import wye
from wye.autograd.checkpoint import checkpoint
from wye.grad_mode import inference_mode, no_grad


def test_a_tensor_made_there_has_no_keys_of_autograd():
    with inference_mode():
        made = wye.ones(2)
    assert made.is_inference()
    assert not [key for key in made.keys if "Autograd" in key.name or key.name == "ADInplaceOrView"]


def test_a_view_of_a_normal_tensor_is_normal():
    x = wye.ones(2, 2)
    with inference_mode():
        view = x[0]
    assert not view.is_inference()
    assert view._made


def test_modes_nest_and_restore_what_was_there():
    before = wye.dispatch.included_keys(), wye.dispatch.excluded_keys()
    with inference_mode():
        with no_grad(), inference_mode(False):
            assert not wye.ones(1).is_inference()
        assert wye.ones(1).is_inference()
    assert (wye.dispatch.included_keys(), wye.dispatch.excluded_keys()) == before


def test_requiring_grad_later_is_refused():
    with inference_mode():
        made = wye.ones(2)
    with pytest.raises(RuntimeError, match="Setting requires_grad=True on inference tensor"):
        made.requires_grad_()


def test_a_checkpoint_runs_once_where_nothing_is_recorded():
    x = wye.ones(2, requires_grad=True)
    with wye.inference_mode():
        made = checkpoint(lambda x, y: x * y, x, wye.full((2,), 3.0), use_reentrant=False)
    assert made.tolist() == [3.0, 3.0]
    assert made.is_inference()
