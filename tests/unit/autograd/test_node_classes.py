"""Classes of nodes by name; nodes that end a path with an error, or without a gradient."""

import pytest

import wye
from wye.autograd.node_classes import DelayedError, UndefinedGrad, node_class


def test_nodes_are_asked_for_by_name():
    x = wye.ones(2, requires_grad=True)
    node = x.sin().grad_fn
    assert isinstance(node, node_class("SinBackward0"))
    assert issubclass(type(node), node_class("SinBackward0"))
    assert not isinstance(node, node_class("CosBackward0"))
    assert not isinstance(3, node_class("SinBackward0"))
    assert isinstance(node.next_functions[0][0], node_class("AccumulateGrad"))
    add = node_class("AddBackward0")  # the class of several operators
    assert isinstance((x + x).grad_fn, add)
    assert isinstance(x.clone().add_(x).grad_fn, add)
    written = x.clone()
    written[0].mul_(2)
    assert isinstance(written.grad_fn, node_class("CopySlices"))
    with pytest.raises(TypeError, match="cannot create"):
        add()
    with pytest.raises(AttributeError, match="NoSuchBackward0"):
        node_class("NoSuchBackward0")


def test_a_delayed_error_is_raised_when_it_is_differentiated():
    x = wye.ones(2, requires_grad=True)
    first, second = DelayedError("not here", 2)(x, wye.zeros(2))
    assert (first.tolist(), type(second.grad_fn).__name__) == ([1, 1], "Error")
    with pytest.raises(RuntimeError, match="not here"):
        (first + second).sum().backward()


def test_an_undefined_gradient_stays_so():
    x = wye.ones(2, requires_grad=True)
    passed = UndefinedGrad()(x)
    assert isinstance(passed.grad_fn, node_class("UndefinedGradBackward"))
    passed.sum().backward()
    assert x.grad is None
    assert not UndefinedGrad()(wye.ones(2)).requires_grad
