"""`wye.autograd.functional`: products with Jacobians and Hessians, and what strict mode refuses."""

from __future__ import annotations

from typing import Any

import pytest

import wye
from wye.autograd import functional
from wye.autograd.functional_jacobians import standard_basis


def cubes(x: Any) -> Any:
    return (x**3).sum()


X = wye.tensor([1.0, 2.0])
V = wye.tensor([1.0, 10.0])


def test_products_with_the_jacobian_from_both_sides() -> None:
    outputs, found = functional.vjp(lambda x: x * x.sum(), X, V)
    assert outputs.tolist() == [3.0, 6.0]
    assert found.tolist() == [24.0, 51.0]
    assert functional.jvp(lambda x: x * x.sum(), X, V)[1].tolist() == [14.0, 52.0]


def test_products_with_the_hessian_from_both_sides() -> None:
    for product in (functional.vhp, functional.hvp):
        output, found = product(cubes, X, V)
        assert output.item() == 9.0
        assert found.tolist() == [6.0, 120.0]


@pytest.mark.parametrize("strategy", ["reverse-mode", "forward-mode"])
def test_a_jacobian_has_the_shape_of_the_output_and_then_of_the_input(strategy: str) -> None:
    found = functional.jacobian(lambda x: x.outer(x), X, strategy=strategy, vectorize=True)
    assert tuple(found.shape) == (2, 2, 2)
    assert found.tolist() == [[[2.0, 0.0], [2.0, 1.0]], [[2.0, 1.0], [0.0, 4.0]]]


@pytest.mark.parametrize("strategy", ["reverse-mode", "forward-mode"])
def test_a_hessian_has_a_block_for_each_pair_of_inputs(strategy: str) -> None:
    found = functional.hessian(lambda x, y: (x**2 * y).sum(), (X, V), outer_jacobian_strategy=strategy, vectorize=True)
    assert found[0][0].tolist() == [[2.0, 0.0], [0.0, 20.0]]
    assert found[0][1].tolist() == [[2.0, 0.0], [0.0, 4.0]]
    assert found[1][1].tolist() == [[0.0, 0.0], [0.0, 0.0]]


def test_results_have_history_only_with_create_graph() -> None:
    x = wye.tensor([1.0, 2.0], requires_grad=True)
    assert not functional.jacobian(lambda x: x**3, x).requires_grad
    functional.jacobian(lambda x: x**3, x, create_graph=True).sum().backward()
    assert x.grad.tolist() == [6.0, 12.0]


def test_strict_mode_refuses_what_would_be_zeros() -> None:
    assert functional.vjp(lambda x, y: x * 2, (X, X), V)[1][1].tolist() == [0.0, 0.0]
    with pytest.raises(RuntimeError, match="is independent of input 1"):
        functional.vjp(lambda x, y: x * 2, (X, X), V, strict=True)
    with pytest.raises(RuntimeError, match="Output 0 of the user-provided function does not require gradients"):
        functional.jacobian(lambda x: X, X, strict=True)
    with pytest.raises(RuntimeError, match="twice differentiable"):
        functional.hvp(lambda x: x.sum(), X, V, strict=True)


def test_vectors_that_do_not_fit_are_refused() -> None:
    with pytest.raises(RuntimeError, match="v has invalid size"):
        functional.vjp(lambda x: x * 2, X, wye.ones(3))
    with pytest.raises(RuntimeError, match="can only be None if the input to the user-provided function is a single"):
        functional.jvp(lambda x: x * 2, X)
    with pytest.raises(TypeError, match="must be either a Tensor or a tuple of Tensors"):
        functional.vhp(cubes, [X], V)


@pytest.mark.parametrize("strategy", ["reverse-mode", "forward-mode"])
def test_a_jacobian_at_once_is_that_of_a_loop(strategy):
    import wye.func

    calls = []

    def f(x, y):
        calls.append(1)
        return x.sin() * x[0], (y @ y).sum(0) * x[1], wye.ones(2)

    inputs = wye.tensor([1.0, 2.0, 3.0]), wye.tensor([[1.0, 2.0], [3.0, 4.0]])
    wanted = functional.jacobian(f, inputs)
    calls.clear()
    found = functional.jacobian(f, inputs, vectorize=True, strategy=strategy)
    assert len(calls) == 1
    for row, other in zip(found, wanted, strict=True):
        assert all(wye.allclose(a, b) and a.shape == b.shape for a, b in zip(row, other, strict=True))
    nothing = functional.jacobian(lambda x: x, wye.zeros(0), vectorize=True, strategy=strategy)
    assert nothing.shape == (0, 0)


def test_the_columns_of_an_identity_matrix_belong_to_the_elements_of_tensors():
    first, second = standard_basis((wye.ones(2), wye.ones(1, dtype=wye.float64)), (2, 1))
    assert (first.tolist(), second.tolist()) == ([[1, 0], [0, 1], [0, 0]], [[0], [0], [1]])
    assert (first.dtype, second.dtype) == (wye.float32, wye.float64)


class _CosineTimes(wye.autograd.Function):
    @staticmethod
    def forward(ctx: Any, g: Any, x: Any) -> Any:
        ctx.save_for_backward(g, x)
        return g * x.cos()

    @staticmethod
    def backward(ctx: Any, gradient: Any) -> Any:
        g, x = ctx.saved_tensors
        return gradient * x.cos(), -gradient * g * x.sin()


class _Sine(wye.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x.sin()

    @staticmethod
    def backward(ctx: Any, gradient: Any) -> Any:
        return _CosineTimes.apply(gradient, *ctx.saved_tensors)

    @staticmethod
    def jvp(ctx: Any, tangent: Any) -> Any:
        return tangent * X.cos()


def test_rows_are_computed_at_once_through_functions_that_know_nothing_of_transforms() -> None:
    diagonal = wye.diag(X.cos())
    assert wye.allclose(functional.jacobian(_Sine.apply, X, vectorize=True), diagonal)
    assert wye.allclose(functional.jacobian(_Sine.apply, X, vectorize=True, strategy="forward-mode"), diagonal)
    found = functional.hessian(lambda x: _Sine.apply(x).sum(), X, vectorize=True)
    assert wye.allclose(found, wye.diag(-X.sin()))
    x = X.clone().requires_grad_()
    rows = wye.autograd.grad(_Sine.apply(x), x, wye.eye(2), is_grads_batched=True)
    assert wye.allclose(rows[0], diagonal)
    with pytest.raises(RuntimeError, match="setup_context"):
        wye.vmap(_Sine.apply)(X)


def test_a_strict_hessian_names_the_output_that_has_no_gradient() -> None:
    with pytest.raises(RuntimeError, match="Output 0 of the user-provided function does not require gradients"):
        functional.hessian(lambda x: x.detach().sum(), X, strict=True)
    assert not functional.hessian(lambda x: x.detach().sum(), X).any()
