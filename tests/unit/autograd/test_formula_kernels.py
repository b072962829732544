"""Kernels at Autograd made of formulas by hand; functions whose arguments are lists of tensors."""

import pytest

import wye
from wye.autograd.formula_kernels import (
    Info,
    make_autograd_impl,
    not_list_of_optional_tensor,
    not_list_of_tensor,
    supports_tensorlist,
)


@pytest.fixture
def lib():
    with wye.library._scoped_library("formula_kernels", "FRAGMENT") as made:
        yield made


def test_a_formula_becomes_a_kernel(lib):
    lib.define("scaled(Tensor x, float by) -> Tensor")
    lib.impl("scaled", lambda x, by: x.sin() * by, "CPU")
    op = wye.ops.formula_kernels.scaled.default

    def keep(ctx, inputs, output):
        ctx.save_for_backward(inputs[0])
        ctx.by = inputs[1]

    def back(ctx, grad):
        return grad * ctx.saved_tensors[0].cos() * ctx.by, None

    lib.impl("scaled", make_autograd_impl(op, Info(back, keep)), "Autograd", with_keyset=True)
    x = wye.tensor([1.0, 2.0], requires_grad=True)
    (found,) = wye.autograd.grad(op(x, 2.0).sum(), [x])
    assert wye.allclose(found, x.cos() * 2)
    assert not op(wye.ones(2), 2.0).requires_grad


def test_without_a_formula_backward_says_so(lib):
    lib.define("same(Tensor x) -> Tensor")
    lib.impl("same", lambda x: x.clone(), "CPU")
    op = wye.ops.formula_kernels.same.default
    lib.impl("same", make_autograd_impl(op, Info(None, None)), "Autograd", with_keyset=True)
    with pytest.raises(RuntimeError, match="no autograd formula was registered"):
        op(wye.ones(2, requires_grad=True)).sum().backward()


@supports_tensorlist
class Scaled(wye.autograd.Function):
    @staticmethod
    def forward(ctx, tensors, by):
        ctx.by = by
        return [one * by for one in tensors], tensors[0].clone()

    @staticmethod
    def backward(ctx, grads, _):
        return [grad * ctx.by for grad in grads], None


def test_functions_take_and_return_lists():
    a, b = wye.ones(2, requires_grad=True), wye.ones(3, requires_grad=True)
    (first, second), copy = Scaled.apply([a, b], 3.0)
    assert type(first.grad_fn).__name__ == "ScaledBackward"
    assert copy.requires_grad
    (first.sum() * 2 + second.sum()).backward()
    assert (a.grad.tolist(), b.grad.tolist()) == ([6, 6], [3, 3, 3])


def test_a_list_needs_as_many_gradients():
    @supports_tensorlist
    class Sum(wye.autograd.Function):
        @staticmethod
        def forward(ctx, tensors):
            return tensors[0] + tensors[1]

        @staticmethod
        def backward(ctx, grad):
            return [grad]

    a, b = wye.ones(2, requires_grad=True), wye.ones(2, requires_grad=True)
    with pytest.raises(RuntimeError, match="a list of 2 gradients"):
        Sum.apply([a, b]).sum().backward()


def test_lists_of_tensors_are_no_leaves():
    x = wye.ones(1)
    values = ([x], [1], (1,), [None, x], 3)
    assert [not_list_of_tensor(one) for one in values] == [False, True, False, True, True]
    assert [not_list_of_optional_tensor(one) for one in values] == [False, True, False, False, True]


def test_a_function_of_lists_knows_which_items_need_gradients_and_runs_by_apply_alone():
    seen = []

    @supports_tensorlist
    class Sum(wye.autograd.Function):
        @staticmethod
        def forward(ctx, tensors, by):
            return tensors[0] * by + tensors[1] * by

        @staticmethod
        def backward(ctx, grad):
            seen.append(tuple(ctx.needs_input_grad))
            return [grad, None], None

    a = wye.ones(2, requires_grad=True)
    result = Sum.apply([a, wye.ones(2)], 2.0).sum()
    result.backward(retain_graph=True)
    result.backward()
    assert seen == [([True, False], False)] * 2
    for function in (Sum.forward, Sum.backward):
        with pytest.raises(NotImplementedError, match="directly"):
            function(None, [a])
