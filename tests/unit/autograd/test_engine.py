"""The engine: what order nodes run in, how long graphs may be, what is kept and released."""

import gc
import weakref

import pytest

import wye


def leaf(*values):
    return wye.tensor(list(values), requires_grad=True)


def test_gradients_of_several_paths_are_added():
    x = leaf(1.0, 2.0)
    y = x.sin()
    (y * x + y).sum().backward()
    expected = wye.cos(x.detach()) * (x.detach() + 1) + wye.sin(x.detach())
    assert wye.allclose(x.grad, expected)


def test_a_second_pass_needs_what_the_first_released():
    x = leaf(1.0)
    y = (x * x).sum()
    y.backward(retain_graph=True)
    y.backward()
    assert x.grad.tolist() == [4.0]
    with pytest.raises(RuntimeError, match="second time"):
        y.backward()


def test_a_long_chain_runs_and_is_freed_without_recursion():
    x = leaf(1.0)
    y = x
    for _ in range(200_000):
        y = y + 1
    y.backward()
    assert x.grad.tolist() == [1.0]
    del y


def test_a_graph_is_freed_by_reference_counts():
    x = leaf(1.0, 2.0)
    y = x.sin() * x
    seen = weakref.ref(y.grad_fn)
    gc.disable()
    try:
        del y
        assert seen() is None
    finally:
        gc.enable()


def test_writing_to_a_saved_tensor_names_the_operator():
    x = leaf(1.0)
    y = x * 2
    z = y * y
    y.add_(1)
    with pytest.raises(RuntimeError, match=r"output 0 of Add.*is at version 1; expected version 0"):
        z.backward()
