"""What nodes keep, seen from outside; and what is said where a write or an error makes it unusable."""

from __future__ import annotations

import warnings

import pytest

import wye
from wye.autograd import Function, anomaly
from wye.autograd.saved import SavedTensor


class _Keeping(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x, None)
        return x * 2

    @staticmethod
    def backward(ctx, gradient):
        with pytest.warns(DeprecationWarning, match="saved_variables"):
            assert ctx.saved_variables[1] is None
        return gradient * 2


def test_none_among_saved_tensors_is_an_object_without_hooks() -> None:
    x = wye.ones(2, requires_grad=True)
    node = _Keeping.apply(x).grad_fn
    first, second = node._raw_saved_tensors
    assert isinstance(first, SavedTensor)
    assert isinstance(second, SavedTensor)
    with pytest.raises(RuntimeError, match="None is forbidden"):
        second.register_hooks(lambda t: t, lambda t: t)
    for wrong in ((1, 1), (lambda t: t,)):
        with pytest.raises(TypeError, match="incompatible function arguments"):
            first.register_hooks(*wrong)
    (gradient,) = wye.autograd.grad(_Keeping.apply(x).sum(), x)
    assert gradient.tolist() == [2, 2]


def test_hooks_of_the_items_of_a_kept_list() -> None:
    x, places = wye.rand(2, 3, requires_grad=True), wye.tensor([0, 0])
    y = x[:, places]
    none, kept = y.grad_fn._raw_saved_indices
    seen = []
    with pytest.raises(RuntimeError, match="None is forbidden"):
        none.register_hooks(lambda t: t, lambda t: t)
    kept.register_hooks(lambda t: t, lambda t: seen.append(1) or t)
    assert y.grad_fn._saved_indices[0] is None
    y.sum().backward()
    assert x.grad.tolist() == [[2, 0, 0], [2, 0, 0]]
    assert seen


@pytest.mark.parametrize(("mode", "words"), [(wye.no_grad, "no_grad"), (wye.inference_mode, "inference_mode")])
def test_a_view_of_a_view_that_was_made_unseen_is_not_written_to(mode, words) -> None:
    x = wye.zeros(2)
    with mode():
        y = x.view(2)
    y.requires_grad_()
    with pytest.raises(RuntimeError, match=f"is a view of a view which was created in .* inside the {words} block"):
        y.view(2).mul_(2)


def test_warnings_as_errors_do_not_replace_the_error_of_a_pass(capsys) -> None:
    x = wye.rand(2, requires_grad=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with anomaly.set_detect_anomaly(True):
            y = x + 1
            z = y**2
            y += 1
            with pytest.raises(RuntimeError, match="modified by an inplace operation"):
                wye.autograd.grad(z.sum(), x)
    assert "Error detected in PowBackward0" in capsys.readouterr().err


def test_a_guard_on_a_class_warns_that_it_decorates_its_constructor() -> None:
    with pytest.warns(FutureWarning, match="Decorating classes is deprecated"):

        @wye.no_grad()
        class Made:
            def __init__(self) -> None:
                self.follows = wye.is_grad_enabled()

    assert not Made().follows
