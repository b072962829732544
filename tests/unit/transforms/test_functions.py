"""`autograd.Function` under transforms: its own backward counts at every level."""

from __future__ import annotations

import pytest

import wye
from wye.autograd import Function
from wye.autograd.function import SingleLevelFunction
from wye.library import custom_op
from wye.transforms import grad, vmap

X = wye.arange(1.0, 7.0).view(2, 3)


class Cube(Function):
    """With a gradient of its own: ten times the right one."""

    generate_vmap_rule = True

    @staticmethod
    def forward(x):
        return x * x * x

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * 30 * x * x


def close(a, b):
    return wye.allclose(a, b, atol=1e-4)


def test_its_backward_is_used_under_grad_and_vmap_in_any_order():
    assert close(grad(lambda x: Cube.apply(x).sum())(X), 30 * X * X)
    assert close(vmap(grad(lambda x: Cube.apply(x).sum()))(X), 30 * X * X)
    assert close(grad(lambda x: vmap(Cube.apply)(x).sum())(X), 30 * X * X)
    assert close(grad(lambda x: vmap(Cube.apply, in_dims=1)(x).sum())(X), 30 * X * X)


def test_its_backward_is_differentiated_for_the_second_order():
    second = grad(lambda x: grad(lambda y: Cube.apply(y).sum())(x).sum())
    assert close(second(X), 60 * X)


def test_an_input_that_the_examples_share_gets_the_sum_of_their_gradients():
    class Product(Function):
        generate_vmap_rule = True

        @staticmethod
        def forward(x, w):
            return x * w

        @staticmethod
        def setup_context(ctx, inputs, output):
            ctx.save_for_backward(*inputs)

        @staticmethod
        def backward(ctx, g):
            x, w = ctx.saved_tensors
            return g * w, g * x

    w = wye.ones(3)
    found = grad(lambda w: vmap(Product.apply, in_dims=(0, None))(X, w).sum())(w)
    assert close(found, X.sum(0))


def test_a_rule_of_its_own_gets_the_tensors_inside():
    seen = []

    class Twice(Function):
        @staticmethod
        def forward(x):
            return x * 2

        @staticmethod
        def setup_context(ctx, inputs, output):
            pass

        @staticmethod
        def backward(ctx, g):
            return g * 2

        @staticmethod
        def vmap(info, in_dims, x):
            seen.append((info.batch_size, in_dims, tuple(x.shape)))
            return Twice.apply(x), in_dims[0]

    assert close(vmap(Twice.apply, in_dims=1)(X), (X * 2).t())
    assert seen == [(3, (1,), (2, 3))]
    Twice.generate_vmap_rule = True
    with pytest.raises(RuntimeError, match="both generate_vmap_rule=True and an overridden vmap staticmethod"):
        vmap(Twice.apply)(X)


def test_what_a_function_lacks_is_named():
    class Old(Function):
        @staticmethod
        def forward(ctx, x):
            return x

    class Plain(Function):
        @staticmethod
        def forward(x):
            return x * 1

        @staticmethod
        def setup_context(ctx, inputs, output):
            pass

    with pytest.raises(RuntimeError, match="must override the setup_context staticmethod"):
        vmap(Old.apply)(X)
    with pytest.raises(RuntimeError, match="Plain, but it does not have vmap support"):
        vmap(Plain.apply)(X)


def test_a_function_without_output_has_no_gradients():
    for transform in (wye.func.vjp, lambda f, x: wye.func.jvp(f, (x,), (x,))):
        for nothing in (None, (), {}):
            with pytest.raises(RuntimeError, match="non-empty output"):
                transform(lambda x: nothing, wye.ones(2))  # noqa: B023


def test_a_function_of_a_single_level_is_not_taken_apart():
    class Twice(SingleLevelFunction):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g * 2

    x = wye.ones(2, requires_grad=True)
    wye.vmap(lambda y: Twice.apply(x) + y)(wye.ones(3)).sum().backward()
    assert x.grad.tolist() == [6, 6]


class Loose(Function):
    """Its gradient is what it is told, which need not have the shape of the input."""

    generate_vmap_rule = True
    gradient = staticmethod(lambda g: g)

    @staticmethod
    def forward(x):
        return x * 2

    @staticmethod
    def setup_context(ctx, inputs, output):
        pass

    @staticmethod
    def backward(ctx, g):
        return Loose.gradient(g)


@pytest.mark.parametrize("size", [2, 4])
@pytest.mark.parametrize(
    ("gradient", "expected"),
    [(lambda g: wye.tensor([3.0, 5.0]), [3.0, 5.0]), (lambda g: g.expand(4, 2), [4.0, 4.0])],
)
@pytest.mark.parametrize("dim", [0, 1])
def test_gradients_of_examples_are_spread_or_summed_to_the_examples(dim, gradient, expected, size, monkeypatch):
    monkeypatch.setattr(Loose, "gradient", staticmethod(gradient))
    x = wye.ones((size, 2) if dim == 0 else (2, size))
    found = grad(lambda x: vmap(Loose.apply, in_dims=dim)(x).sum())(x)
    assert found.movedim(dim, 0).tolist() == [expected] * size


def test_the_nodes_of_a_level_have_a_name_of_their_own():
    names = []

    def f(x):
        y = Cube.apply(x).sum()
        names.append(Cube.apply(x).grad_fn.name())
        return y

    grad(f)(X)
    assert names == ["CubeGeneratedBackward"]
    assert Cube.apply(X.clone().requires_grad_()).grad_fn.name() == "CubeBackward"


def test_a_function_in_the_backward_of_another_takes_what_a_level_that_has_ended_has_saved():
    class Scaled(Function):
        @staticmethod
        def forward(x, by):
            return x * by

        @staticmethod
        def setup_context(ctx, inputs, output):
            ctx.save_for_backward(*inputs)

        @staticmethod
        def backward(ctx, g):
            x, by = ctx.saved_tensors
            return Scaled.apply(g, by), Scaled.apply(g, x)

        @staticmethod
        def vmap(info, in_dims, x, by):
            x, by = (t.movedim(dim, 0) if dim is not None else t for t, dim in zip((x, by), in_dims, strict=True))
            return Scaled.apply(x, by), 0

    def pulled(x, by):
        y, pull_back = wye.func.vjp(Scaled.apply, x, by)
        return pull_back(y)  # here the level of `vjp` has ended

    found = vmap(pulled)(X, X + 1)
    assert close(found[0], X * (X + 1) ** 2)
    assert close(found[1], X**2 * (X + 1))
    again, pull_back = wye.func.vjp(pulled, X, X + 1)
    assert not any(one.requires_grad for one in (*again, *pull_back(again)))  # nothing of the levels stays


@pytest.mark.parametrize("as_operator", [True, False])
@pytest.mark.parametrize(
    ("rule", "told"),
    [
        (lambda x: (x, 2), r"out_dims=2 for an output of shape \(3, 2\): it must be the number"),
        (lambda x: (x, -3), "out_dims=-3 for an output"),
        (lambda x: (x, "a"), "out_dims='a' for an output"),
        (lambda x: (x, True), "out_dims=True for an output"),
        (lambda x: (x.sum(), 0), "out_dims=0 for an output"),
        (lambda x: (x, (0, 0)), "to be compatible with the structure of `output`"),
        (lambda x: (x[:2], 0), "with out_dims=0: that dimension must have the 3 examples of the batch"),
    ],
)
def test_the_place_of_the_batch_that_a_rule_returns_is_checked(rule, told, as_operator):
    if as_operator:
        called = custom_op("places::double", lambda x: x * 2, mutates_args=(), schema="(Tensor x) -> Tensor")
        called.register_vmap(lambda info, dims, x: rule(x))
    else:

        class Double(Function):
            @staticmethod
            def forward(x):
                return x * 2

            @staticmethod
            def setup_context(ctx, inputs, output):
                pass

            @staticmethod
            def vmap(info, dims, x):
                return rule(x)

        called = Double.apply
    with pytest.raises(RuntimeError, match=told):
        vmap(called)(wye.ones(3, 2))
    assert vmap(wye.sin)(wye.zeros(2)).tolist() == [0.0, 0.0]
