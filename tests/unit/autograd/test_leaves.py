"""Tensors that begin a history: factories, copies, conversions to numbers."""

import copy
import warnings

import pytest

import wye
from wye.grad_mode import no_grad
from wye.warn_always import set_warn_always


@pytest.mark.parametrize(
    "make",
    [
        lambda: wye.ones(2, dtype=wye.int64, requires_grad=True),
        lambda: wye.tensor([1, 2], requires_grad=True),
        lambda: wye.arange(3, requires_grad=True),
        lambda: wye.zeros_like(wye.arange(3), requires_grad=True),
        lambda: wye.asarray([True], requires_grad=True),
    ],
)
def test_a_factory_refuses_gradients_of_integers(make):
    with pytest.raises(RuntimeError, match=r"^Only Tensors of floating point and complex dtype can require gradients"):
        make()


def test_requires_grad_is_set_to_bools_only():
    with pytest.raises(RuntimeError, match="requires_grad must be a bool"):
        wye.ones(2).requires_grad = "yes"


def test_a_tensor_made_of_a_tensor_warns_and_has_no_history():
    x = wye.ones(2, requires_grad=True)
    with pytest.warns(UserWarning, match=r"sourceTensor\.detach\(\)\.clone\(\)"):
        assert not wye.tensor(x).requires_grad
    with pytest.warns(UserWarning, match=r"rather than tensor\.new_tensor\(sourceTensor\)"):
        assert not x.new_tensor(x).requires_grad


def test_conversions_of_tensors_keep_the_history():
    x = wye.ones(2, requires_grad=True)
    for y in (wye.as_tensor(x, dtype=wye.float64), wye.asarray(x, copy=True)):
        assert y.requires_grad
        assert not y.is_leaf
        y.sum().backward()
    assert x.grad.tolist() == [2.0, 2.0]


def test_a_number_of_a_tensor_with_history_warns():
    x = wye.tensor(2.5, requires_grad=True)
    set_warn_always(True)
    try:
        for convert in (float, complex):
            with pytest.warns(UserWarning, match="may lead to unexpected behavior"):
                assert convert(x) == 2.5
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert int(x) == 2
            assert bool(x)
            assert x.item() == 2.5
            assert float(x.detach()) == 2.5
    finally:
        set_warn_always(False)


def test_a_deep_copy_has_its_own_gradient_and_counts_its_filling():
    x = wye.ones(2, requires_grad=True)
    x.sum().backward()
    y = copy.deepcopy(x)
    assert (y._version, y.requires_grad, y.is_leaf) == (1, True, True)
    assert y.grad is not x.grad
    assert y.grad.tolist() == [1.0, 1.0]


def test_a_gradient_has_the_dtype_of_its_tensor():
    x = wye.ones(2, requires_grad=True)
    with pytest.raises(RuntimeError, match="gradient with dtype 'double' to a tensor with grad_dtype 'Float'"):
        x.grad = wye.ones(2, dtype=wye.float64)


def test_a_gradient_that_lies_otherwise_than_its_tensor_is_told():
    x = wye.ones(2, 3, requires_grad=True)
    x.grad = wye.zeros(3, 2).t()
    set_warn_always(True)
    try:
        with pytest.warns(UserWarning, match=r"do not obey the gradient layout contract.*\n.*\[1, 2\]"):
            (x * 2).sum().backward()
    finally:
        set_warn_always(False)
    assert x.grad.stride() == (1, 2)


def test_a_view_made_without_gradients_is_not_written_to_with_them():
    for x in (wye.ones(2, 2, requires_grad=True), wye.ones(2, 2, requires_grad=True) * 1):
        with no_grad():
            views = [x[0], x.unbind(0)[0]]
        for view in views:
            with pytest.raises(RuntimeError, match="Given that this use case is ambiguous"):
                view.mul_(2)


def test_requires_grad_takes_a_truth_value():
    with pytest.raises(TypeError, match="must be bool, not str"):
        wye.ones(2).requires_grad_("yes")
    assert not wye.ones(2).requires_grad_().requires_grad_(False).requires_grad


def test_hooks_after_accumulation_must_return_none():
    x = wye.ones(2, requires_grad=True)
    x.register_post_accumulate_grad_hook(lambda leaf: leaf.grad)
    with pytest.raises(RuntimeError, match="hooks should return None"):
        x.sum().backward()
    y = wye.ones(2, requires_grad=True)
    y.register_post_accumulate_grad_hook(lambda leaf: 3)
    with pytest.raises(TypeError, match="hook returned 'int'"):
        y.sum().backward()
