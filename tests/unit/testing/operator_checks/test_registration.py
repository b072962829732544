"""test_autograd_registration: where gradients are registered, and which are missing."""

import pytest

import wye
from wye.call.guards import Held, below_autograd
from wye.library import Library, custom_op
from wye.testing.operator_checks.registration import autograd_registration_check, check_autograd_registration


class Doubled(wye.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return g * 2


@pytest.fixture
def lib():
    with Library("registered", "FRAGMENT") as made:
        made.define("f(Tensor x) -> Tensor")
        made.impl("f", lambda x: x * 2, "CPU")
        yield made


def check(*shape):
    check_autograd_registration(wye.ops.registered.f.default, (wye.ones(3, requires_grad=True),), {})


@pytest.mark.parametrize("key", ["Autograd", "AutogradCPU", "CompositeImplicitAutograd"])
def test_a_function_at_an_autograd_key_or_a_composite_passes(lib, key):
    lib.impl("f", Doubled.apply, key)
    check()


def test_a_function_at_a_backend_key_is_found(lib):
    lib.impl("f", Doubled.apply, "CPU", allow_override=True)
    with pytest.raises(AssertionError, match="does not have an autograd kernel defined at an autograd key") as caught:
        check()
    assert "register_autograd" in "".join(caught.value.__notes__)


def test_results_that_require_grad_without_an_autograd_kernel_are_found(lib):
    with pytest.raises(AssertionError, match="at least one output of this operator has requires_grad=True"):
        check()


def test_results_that_the_kernel_detaches_need_no_autograd_kernel(lib):
    lib.impl("f", lambda x: x.detach() * 2, "CPU", allow_override=True)
    check()


def test_nothing_is_checked_without_an_argument_that_requires_grad(lib):
    op = wye.ops.registered.f.default
    check_autograd_registration(op, (wye.ones(3),), {})
    with pytest.raises(RuntimeError, match="no inputs have requires_grad=True"):
        autograd_registration_check(op, (wye.ones(3),), {})


def test_an_autograd_kernel_that_returns_a_detached_result_is_found(lib):
    lib.impl("f", lambda x: Doubled.apply(x).detach(), "Autograd")
    with pytest.raises(AssertionError, match="the autograd kernel returns a detached result"):
        check()


def test_a_result_without_history_may_be_a_step_function(lib):
    lib.impl("f", lambda x: x.detach().floor(), "Autograd")
    check()


def make(name, kernel, backward):
    op = custom_op(f"registered::{name}", kernel, mutates_args=(), schema="(Tensor x, Tensor y) -> Tensor")
    op.register_autograd(backward)
    return op._opoverload


@pytest.mark.parametrize("backward", [lambda ctx, g: (g, None), lambda ctx, g: (None, g)], ids=["y", "x"])
def test_a_backward_that_returns_none_for_an_input_the_result_depends_on_is_found(backward):
    op = make("product", lambda x, y: x * y, backward)
    given = tuple(wye.rand(3).requires_grad_() for _ in "xy")
    name = "y" if backward(None, 1)[1] is None else "x"
    with pytest.raises(AssertionError, match=f"returns None for '{name}', but its value depends on '{name}'"):
        check_autograd_registration(op, given, {})


def test_a_backward_may_return_none_for_an_input_that_changes_nothing():
    op = make("first", lambda x, y: x * y.numel(), lambda ctx, g: (g * 3, None))
    check_autograd_registration(op, tuple(wye.rand(3).requires_grad_() for _ in "xy"), {})


def test_an_operator_that_differs_from_call_to_call_is_not_blamed():
    count = iter(range(100))
    op = make("counted", lambda x, y: x + y + next(count), lambda ctx, g: (g, None))
    check_autograd_registration(op, tuple(wye.rand(3).requires_grad_() for _ in "xy"), {})


def test_a_backward_that_raises_is_left_to_the_other_checks():
    op = make("raising", lambda x, y: x + y, lambda ctx, g: 1 / 0)
    check_autograd_registration(op, tuple(wye.rand(3).requires_grad_() for _ in "xy"), {})


def test_a_kernel_that_leaves_autograd_off_says_nothing_about_gradients(lib):
    guards = []

    def kernel(x):
        guards.append(Held(below_autograd()))
        return wye.ops.registered.f.default(x)

    lib.impl("f", kernel, "Autograd")
    try:
        check()
    finally:
        guards.clear()
