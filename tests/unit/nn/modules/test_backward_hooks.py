"""Hooks on the gradients of a module.  More of them are compared with PyTorch's in tests/conformance/nn."""

import gc
import weakref

import pytest

import wye
from wye import nn


def test_hooks_see_and_change_gradients():
    module, seen = nn.Identity(), []
    module.register_full_backward_pre_hook(lambda m, grads: (grads[0] * 2,))
    module.register_full_backward_hook(lambda m, inputs, outputs: seen.append((inputs[0].item(), outputs[0].item())))
    module.register_full_backward_hook(lambda m, inputs, outputs: inputs[0] + 1)
    x = wye.tensor(1.0, requires_grad=True)
    module(x).backward()
    assert seen == [(2, 2)]
    assert x.grad.item() == 3


def test_inputs_that_are_no_tensors_have_no_gradient():
    class Scaled(nn.Module):
        def forward(self, x, by):
            return x * by

    module, seen = Scaled(), []
    module.register_full_backward_hook(lambda m, inputs, outputs: seen.append(inputs))
    module(wye.ones(1, requires_grad=True), 3.0).sum().backward()
    ((first, second),) = seen
    assert first.tolist() == [3]
    assert second is None


def test_an_output_that_is_no_tensor_is_warned_about():
    class Listed(nn.Module):
        def forward(self, x):
            return [x]

    module = Listed()
    module.register_full_backward_hook(lambda *a: None)
    with pytest.warns(UserWarning, match="module output should be a Tensor or a tuple of Tensors"):
        module(wye.ones(1, requires_grad=True))


def test_the_two_kinds_of_hooks_exclude_each_other():
    module = nn.Tanh()
    module.register_backward_hook(lambda *a: None)
    with pytest.raises(RuntimeError, match="Cannot use both regular backward hooks and full backward hooks"):
        module.register_full_backward_hook(lambda *a: None)


def test_a_call_with_hooks_is_freed_with_its_result():
    module = nn.Tanh()
    module.register_full_backward_hook(lambda *a: None)
    x = wye.ones(2, requires_grad=True)
    result = module(x)
    seen = weakref.ref(result.grad_fn)
    result.sum().backward()
    del result
    gc.collect()
    assert seen() is None
