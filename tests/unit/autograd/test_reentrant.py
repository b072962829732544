"""Backward inside of backward, in hooks and in functions; graphs that are very long."""

import pytest

import wye
from wye._engine import is_pure
from wye.amp import autocast
from wye.autograd.engine import queue_callback


def leaf(*values):
    return wye.tensor(list(values), requires_grad=True)


class Nested(wye.autograd.Function):
    """Backward runs another backward, so many levels deep."""

    @staticmethod
    def forward(ctx, x, depth):
        ctx.depth = depth
        with wye.enable_grad():
            ctx.inner = x.detach().requires_grad_()
            ctx.value = (Nested.apply(ctx.inner, depth - 1) if depth else ctx.inner * 2).sum()
        return ctx.value.detach()

    @staticmethod
    def backward(ctx, grad):
        with wye.enable_grad():
            ctx.value.backward()
        return ctx.inner.grad * grad, None


@pytest.mark.parametrize("depth", [0, 1, 10, 100])
def test_backward_runs_inside_the_backward_of_a_function(depth):
    x = leaf(3.0)
    Nested.apply(x, depth).backward()
    assert x.grad.tolist() == [2.0]


class Deep(wye.autograd.Function):
    """The same chain of levels, made without recursion in forward."""

    @staticmethod
    def forward(ctx, x, inner):
        (ctx.inner,) = inner  # in a tuple: no edge leads there
        return x * 1

    @staticmethod
    def backward(ctx, grad):
        if ctx.inner is not None:
            with wye.enable_grad():
                ctx.inner.backward()
        return grad, None


def test_a_thousand_levels_of_backward_run():
    leaves = [leaf(1.0) for _ in range(1000)]
    inner = None
    for x in leaves:
        inner = Deep.apply(x, (inner,))
    inner.backward()
    assert all(x.grad.tolist() == [1.0] for x in leaves)


def test_an_error_comes_out_of_many_levels():
    def fail(grad):
        raise ValueError("at the bottom")

    x = leaf(1.0)
    x.register_hook(fail)
    inner = x * 1
    for _ in range(300):
        inner = Deep.apply(leaf(1.0), (inner,))
    with pytest.raises(ValueError, match="at the bottom"):
        inner.backward()
    assert wye.is_grad_enabled()
    y = leaf(2.0)
    (y * y).backward()
    assert y.grad.tolist() == [4.0]


def test_deep_levels_have_the_modes_of_the_thread_that_began():
    seen = []

    class Look(wye.autograd.Function):
        @staticmethod
        def forward(ctx, x, inner):
            (ctx.inner,) = inner
            return x * 1

        @staticmethod
        def backward(ctx, grad):
            seen.append((wye.is_grad_enabled(), wye.mm(wye.ones(1, 1), wye.ones(1, 1)).dtype))
            if ctx.inner is not None:
                ctx.inner.backward()
            return grad, None

    inner = None
    for _ in range(200):
        inner = Look.apply(leaf(1.0), (inner,))
    with autocast("cpu", wye.bfloat16):
        inner.backward()
    assert set(seen) == {(False, wye.bfloat16)}


def test_a_hook_runs_backward_of_another_graph():
    x, y = leaf(1.0), leaf(2.0)
    other = (y * y).sum()
    z = x * 3
    z.register_hook(lambda grad: other.backward(retain_graph=True))
    z.backward()
    z = x * 3
    assert (x.grad.tolist(), y.grad.tolist()) == ([3.0], [4.0])


def test_a_hook_runs_backward_of_the_same_leaf():
    x = leaf(2.0)
    inner = (x * x).sum()
    z = x * 3
    z.register_hook(lambda grad: inner.backward())
    z.backward()
    assert x.grad.tolist() == [7.0]


def test_grad_inside_of_backward_sees_only_its_own_inputs():
    x, y = leaf(2.0), leaf(5.0)
    inner = x * y
    found = []
    z = x * 3
    z.register_hook(lambda grad: found.append(wye.autograd.grad(inner, y, retain_graph=True)[0].tolist()))
    z.backward()
    assert (found, x.grad.tolist(), y.grad) == ([[2.0]], [3.0], None)


def test_the_mode_of_the_outer_pass_is_back_after_an_inner_one():
    seen = []
    x = leaf(2.0)
    inner = x * x
    z = x * 3

    def hook(grad):
        seen.append(wye.is_grad_enabled())
        wye.autograd.grad(inner, x, create_graph=True)
        seen.append(wye.is_grad_enabled())

    z.register_hook(hook)
    z.backward()
    assert seen == [False, False]


def test_callbacks_run_at_the_end_of_their_own_pass():
    order = []
    x = leaf(1.0)
    inner = x * 2

    def inside(grad):
        queue_callback(lambda: order.append("end of inner"))

    inner.register_hook(inside)
    z = x * 3

    def outside(grad):
        queue_callback(lambda: order.append("end of outer"))
        inner.backward()
        order.append("after inner")

    z.register_hook(outside)
    z.backward()
    assert order == ["end of inner", "after inner", "end of outer"]


@pytest.mark.slow
@pytest.mark.parametrize("runs", [True, False], ids=["run", "dropped"])
def test_a_graph_of_very_many_operations_is_run_and_freed(runs):
    x = leaf(1.0)
    y = x
    for _ in range(200_000 if is_pure else 1_000_000):  # in Python each takes ten times as long
        y = y + 1
    if runs:
        y.backward()
        assert x.grad.tolist() == [1.0]
    del y


@pytest.mark.slow
def test_a_long_graph_of_a_recorded_pass_is_run_and_freed():
    x = leaf(1.0)
    y = x
    for _ in range(50_000 if is_pure else 200_000):
        y = y * 1.0
    (g,) = wye.autograd.grad(y * y, x, create_graph=True)
    (second,) = wye.autograd.grad(g, x)
    assert second.tolist() == [2.0]
    del g, y
