"""Factories make leaves, whatever their arguments require; the operators that they call are recorded, as in PyTorch."""

import pytest

import wye


@pytest.mark.parametrize("name", ["linspace", "logspace"])
def test_ranges_between_tensors_that_require_grad_are_leaves(name):
    first = wye.tensor(0.0, requires_grad=True)
    for ends in ((first, 3.0), (0.0, first), (first, first)):
        made = getattr(wye, name)(*ends, 2)
        assert made.is_leaf
        assert not made.requires_grad
        assert getattr(wye, name)(*ends, 2, requires_grad=True).is_leaf


def test_random_numbers_like_a_tensor_that_requires_grad_are_a_leaf():
    like = wye.ones(2, requires_grad=True)
    for made in (wye.randint_like(like, 3), wye.randint_like(like, 0, 3), wye.randint_like(like, high=3)):
        assert made.grad_fn is None
        assert not made.requires_grad
    assert wye.randint_like(like, 3, requires_grad=True).is_leaf
    assert wye.ops.aten.randint_like(like, 3).requires_grad


def test_conversions_are_no_factories():
    like = wye.ones(2, requires_grad=True)
    assert like.to(wye.float64).requires_grad
    assert wye.ops.aten._to_copy(like, dtype=wye.float64).requires_grad
