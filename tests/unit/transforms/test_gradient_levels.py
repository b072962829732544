"""Levels of gradients and tangents by hand."""

from __future__ import annotations

import pytest

import wye
from wye import autograd
from wye.autograd import forward_ad
from wye.transforms import gradient_levels as levels
from wye.transforms.interpreters import current
from wye.transforms.levels import get_level

X = wye.tensor([1.0, 2.0])


def test_gradients_by_hand():
    level = levels.enter_grad()
    try:
        x = levels.create_differentiable(levels.wrap_for_grad(X, level))
        assert get_level(x) == level == 1
        y = (x * x).sum()
        (found,) = autograd.grad(y, x, create_graph=True)
        assert levels.unwrap_for_grad(found, level).tolist() == [2.0, 4.0]
    finally:
        assert levels.leave_grad() == 1
    assert levels.is_dead(x)
    assert (x * 1).tolist() == [1.0, 2.0]
    assert levels.unwrap_for_grad(X, level) is X


def test_tangents_by_hand():
    with levels.jvp_nesting() as level:
        x = levels.wrap_for_grad(X, level)
        with pytest.raises(RuntimeError, match="no level exists"):
            forward_ad.make_dual(x, X)
        with forward_ad.dual_level():
            primal, tangent = levels.primal_and_tangent(forward_ad.make_dual(x, X) ** 2, strict=True)
            assert levels.undo_create_differentiable(primal, level).tolist() == [1.0, 4.0]
            assert levels.undo_create_differentiable(tangent, level).tolist() == [2.0, 8.0]
            with pytest.raises(RuntimeError, match="independent of the inputs"):
                levels.primal_and_tangent(x, strict=True)
    assert current() is None


def test_a_tangent_by_hand_lives_at_the_level_of_gradients_too():
    def f(x):
        with forward_ad.dual_level():
            return forward_ad.unpack_dual(forward_ad.make_dual(x, wye.ones_like(x)) ** 3).tangent.sum()

    def of_captured(x):
        with forward_ad.dual_level():
            return x.sum() * forward_ad.unpack_dual(forward_ad.make_dual(X, wye.ones(2)) ** 2).tangent.sum()

    assert wye.grad(f)(X).tolist() == [6.0, 12.0]
    assert wye.grad(of_captured)(X).tolist() == [6.0, 6.0]


def test_only_levels_that_are_there_wrap_tensors():
    with pytest.raises(RuntimeError, match=r"with the current level \(7\)"):
        levels.wrap_for_grad(X, 7)
    with pytest.raises(RuntimeError, match=r"dynamicLayerStack\.empty"):
        levels.leave_jvp()


def test_requires_grad_is_refused_inside_unless_it_is_allowed():
    with levels.grad_nesting() as level:
        x = levels.wrap_for_grad(X, level)
        with pytest.raises(RuntimeError, match="inside of a function being transformed"):
            x.requires_grad_()
        with levels.enable_in_place_requires_grad():
            assert levels.may_require_grad_in_place()
            assert x.requires_grad_().requires_grad
    assert not levels.may_require_grad_in_place()


def test_batched_tensors_get_tangents_from_transforms_alone():
    def f(x):
        with forward_ad.dual_level():
            return forward_ad.make_dual(x, x)

    with pytest.raises(RuntimeError, match="aten::_make_dual"):
        wye.vmap(f)(X)


def test_a_tensor_of_a_level_is_not_wrapped_for_it_again():
    with levels.grad_nesting() as level:
        wrapped = levels.wrap_for_grad(X, level)
        with pytest.raises(RuntimeError, match="belongs to it already"):
            levels.wrap_for_grad(wrapped, level)


@pytest.mark.parametrize("part", ["real", "imag"])
def test_tensors_inside_know_that_they_are_conjugated(part):
    x, seen = wye.arange(3.0), []

    def f(x):
        conjugated = wye.complex(x, 2 * x).conj()
        seen.append((conjugated.is_conj(), conjugated.imag.is_neg()))
        return getattr(conjugated, part)

    expected = {"real": 1.0, "imag": -2.0}[part]
    assert wye.grad(lambda x: f(x).sum())(x).tolist() == [expected] * 3
    assert wye.jvp(f, (x,), (wye.ones(3),))[1].tolist() == [expected] * 3
    assert wye.vmap(wye.grad(f))(x).tolist() == [expected] * 3
    assert set(seen) == {(True, True)}
