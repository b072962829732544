"""`grad`, `grad_and_value`, `vjp`, `jacrev`: values, nesting with vmap and autograd, and what is refused."""

from __future__ import annotations

import math

import pytest

import wye
from wye.autograd.graph import saved_tensors_hooks
from wye.transforms import grad, grad_and_value, jacrev, jvp, vjp, vmap
from wye.transforms.gradients import in_tuple
from wye.transforms.interpreters import current
from wye.transforms.levels import get_level

X = wye.arange(6.0).view(2, 3)


def close(a, b):
    return wye.allclose(a, b, atol=1e-6)


def test_gradients_of_any_order():
    f, x = wye.sin, wye.tensor(0.5)
    for wanted in (math.cos(0.5), -math.sin(0.5), -math.cos(0.5)):
        f = grad(f)
        assert close(f(x), wye.tensor(wanted))


def test_the_value_and_what_stands_beside_it_are_returned_too():
    def f(x, y):
        return (x * y).sum(), {"twice": x * 2}

    found, (value, aux) = grad_and_value(f, argnums=(0, 1), has_aux=True)(X, X + 1)
    assert [g.tolist() for g in found] == [(X + 1).tolist(), X.tolist()]
    assert value.item() == (X * (X + 1)).sum().item()
    assert aux["twice"].tolist() == (X * 2).tolist()


def test_gradients_of_each_example_and_of_a_batch():
    def cubes(x):
        return (x * x * x).sum()

    assert close(vmap(grad(cubes))(X), 3 * X * X)
    assert close(grad(lambda x: vmap(cubes)(x).sum())(X), 3 * X * X)
    assert close(grad(lambda x: vmap(grad(cubes))(x).sum())(X), 6 * X)


def test_an_argument_that_does_not_matter_has_a_gradient_of_zeros():
    assert grad(lambda x, y: y.sum())(X, X).tolist() == wye.zeros(2, 3).tolist()


def test_the_gradient_of_a_tensor_that_requires_grad_is_differentiable_outside():
    x = X.clone().requires_grad_()
    grad(lambda a: (a * a * a).sum())(x).backward(wye.ones(2, 3))
    assert close(x.grad, 6 * X)


def test_no_grad_inside_hides_from_this_level_alone():
    def f(x):
        with wye.autograd.no_grad():
            y = x * x
        return (x * y).sum()

    x = X.clone().requires_grad_()
    found = grad(f)(x)
    assert close(found, X * X)
    found.backward(wye.ones(2, 3))
    assert close(x.grad, 2 * X)


def test_vjp_gives_the_value_and_a_function_that_can_be_mapped():
    value, pull_back = vjp(lambda x: x * x, X[0])
    assert close(value, X[0] * X[0])
    assert close(pull_back(wye.ones(3))[0], 2 * X[0])
    assert close(vmap(pull_back)(wye.eye(3))[0], wye.diag(2 * X[0]))


def test_jacobians_nest():
    assert close(jacrev(lambda x: x * x)(X[0]), wye.diag(2 * X[0]))
    second = jacrev(jacrev(lambda x: (x * x * x).sum()))(X[0])
    assert close(second, wye.diag(6 * X[0]))
    assert jacrev(lambda x, y: {"a": x * y}, argnums=(0, 1))(X[0], X[1])["a"][1].shape == (3, 3)


def test_inside_tensors_belong_to_the_level_also_new_ones():
    seen = []
    grad(lambda x: (seen.append((get_level(x), get_level(wye.ones(2)), x.requires_grad)), x.sum())[1])(X)
    assert seen == [(1, 1, True)]


def test_a_write_to_a_captured_tensor_is_refused():
    captured = wye.zeros(2, 3)
    with pytest.raises(RuntimeError, match="would mutate a captured Tensor"):
        grad(lambda x: captured.add_(x).sum())(X)


@pytest.mark.parametrize(
    "view", [lambda x: x[0], lambda x: x.view(6)[:3], lambda x: x.split(1)[0][0], lambda x: x.detach()[0]]
)
def test_a_write_to_a_view_of_a_captured_tensor_is_refused(view):
    captured = wye.zeros(2, 3)
    x = wye.ones(3)
    for run in (lambda f: vjp(f, x), lambda f: jvp(f, (x,), (x,)), lambda f: grad(lambda y: f(y).sum())(x)):
        with pytest.raises(RuntimeError, match="would mutate a captured Tensor"):
            run(lambda y: view(captured).copy_(y))
    assert captured.tolist() == [[0.0] * 3] * 2


def test_tensors_made_of_numbers_inside_may_be_written_to():
    def f(x):
        made = wye.tensor([1.0, 2.0, 3.0])
        made.mul_(2)
        made[0].add_(x[0])
        return (made * x).sum()

    assert grad(f)(wye.ones(3)).tolist() == [4.0, 4.0, 6.0]
    assert jvp(f, (wye.ones(3),), (wye.ones(3),))[1].item() == 14.0


def test_a_write_inside_is_differentiated():
    def f(x):
        y = x.clone()
        y.mul_(x)
        y[0] = 0.0
        return y.sum()

    wanted = 2 * X
    wanted[0] = 0.0
    assert close(grad(f)(X), wanted)


def test_a_tensor_of_a_transform_that_has_ended_is_the_tensor_inside():
    kept = []
    grad(lambda x: (kept.append(x), x.sum())[1])(X)
    assert "lvl=-2" in repr(kept[0])
    assert (kept[0] + 1).tolist() == (X + 1).tolist()


def test_an_error_leaves_no_level_behind():
    with pytest.raises(ZeroDivisionError):
        vmap(grad(lambda x: 1 / 0))(X)
    assert current() is None


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: grad(lambda x: x)(X), "to return a scalar Tensor, got tensor with 2 dims"),
        (lambda: grad(lambda x: 3.0)(X), "to return a Tensor, got <class 'float'>"),
        (lambda: grad(wye.sum, argnums=2)(X), "Got argnum=2, but only 1 positional inputs"),
        (lambda: grad(wye.sum, argnums=())(X), "argnums must be non-empty"),
        (lambda: grad(wye.sum)(wye.tensor([1, 2])), "only Tensors of floating point dtype"),
    ],
)
def test_what_has_no_gradient_says_why(call, text):
    with pytest.raises(RuntimeError, match=text):
        call()


def test_backward_and_requires_grad_are_refused_inside():
    with pytest.raises(RuntimeError, match=r"backward\(\) called inside a functorch transform"):
        grad(lambda x: (x.sum().backward(), x.sum())[1])(X)
    with pytest.raises(RuntimeError, match=r"Tensor.requires_grad_\(\)"):
        vmap(lambda x: x.requires_grad_())(X)


def test_what_a_level_has_saved_is_not_followed_after_it_ended():
    value = jacrev(lambda x: x.exp().prod())(X[0])
    assert not value.requires_grad


def test_a_write_to_a_part_is_differentiated_for_each_example():
    def f(x):
        y = x * 1
        y[0] = y[1] * 2
        return (y * y).sum()

    assert close(vmap(grad(f))(X), wye.stack([grad(f)(x) for x in X]))


def test_several_arguments_have_a_tuple_of_jacobians():
    made = jacrev(lambda x, y: x * y, argnums=(0, 1))(X[0], X[1])
    assert type(made) is tuple
    assert close(made[1], wye.diag(X[0]))


def test_hooks_on_saved_tensors_are_refused_inside_a_transform():
    hooks = saved_tensors_hooks(lambda x: x, lambda x: x)

    def inside(x):
        with hooks:
            return (x * x).sum()

    for call in (lambda: wye.grad(inside)(wye.ones(2)), lambda: wye.vjp(inside, wye.ones(2))):
        with pytest.raises(RuntimeError, match="don't yet support saved tensor hooks"):
            call()
    with hooks, pytest.raises(RuntimeError, match="don't yet support saved tensor hooks"):
        wye.grad(lambda x: x.sum())(wye.ones(2))


def test_a_pull_back_may_be_told_to_free_the_graph():
    _, pull_back = wye.vjp(lambda x: x * x, wye.ones(2))
    assert pull_back(wye.ones(2), retain_graph=False)[0].tolist() == [2.0, 2.0]
    with pytest.raises(RuntimeError, match="second time"):
        pull_back(wye.ones(2))
    with pytest.raises(TypeError, match="only integer tensors of a single element"):
        wye.vjp(lambda x: x * x, wye.ones(2))[1](wye.ones(2), wye.ones(2))


def test_gradients_of_values_inside_cannot_be_retained():
    with pytest.raises(RuntimeError, match=r"call Tensor.retain_grad\(\) inside of a function being transformed"):
        grad(lambda x: ((x * 2).retain_grad(), x.sum())[1])(wye.ones(3))


def test_rows_one_by_one_are_computed_without_vmap():
    class Dynamic(wye.autograd.Function):
        @staticmethod
        def forward(x):
            return x * 2

        @staticmethod
        def setup_context(ctx, inputs, output):
            pass

        @staticmethod
        def backward(ctx, gradient):
            assert len(gradient.nonzero()) <= 1  # has another shape for each row
            return gradient * 2

    def f(x):
        return Dynamic.apply(x["a"]), x["b"] * 3

    given = {"a": X, "b": wye.ones(2)}
    first, second = jacrev(f, chunk_size=1)(given)
    assert close(first["a"].reshape(6, 6), 2 * wye.eye(6))
    assert close(second["b"], 3 * wye.eye(2))
    assert not first["b"].any()
    assert close(jacrev(Dynamic.apply, chunk_size=1)(X).reshape(6, 6), 2 * wye.eye(6))
    with pytest.raises(RuntimeError, match="dynamic shape"):
        jacrev(Dynamic.apply, chunk_size=2)(X)


def test_one_value_is_put_into_a_tuple():
    assert in_tuple(3) == (3,)
    assert in_tuple((1, [2])) == (1, [2])
    assert in_tuple([1]) == ([1],)


def test_what_is_detached_in_place_has_no_gradient():
    def f(x):
        y = x.sin()
        y.detach_()
        return (y * x).sum()

    assert close(grad(f)(X), X.sin())
    assert close(vjp(f, X)[1](wye.tensor(1.0))[0], X.sin())
    assert not grad(lambda x: x.detach_().square().sum())(X[0]).any()
    with pytest.raises(RuntimeError, match="would mutate a captured Tensor"):
        grad(lambda x: (X.detach_() * x).sum())(X.clone())


def test_detaching_in_place_is_for_one_level():
    def f(x):
        y = x.sin()
        y.detach_()
        return (y * x).sum()

    assert close(grad(lambda x: grad(f)(x).sum())(X), X.cos())
