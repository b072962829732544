"""The engine: what order nodes run in, how long graphs may be, what is kept and released."""

import gc
import weakref

import pytest

import wye
from wye import autograd
from wye.autograd import engine
from wye.autograd.saved import SavedTensor


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


def test_a_captured_gradient_is_what_hooks_return_only_where_the_pass_ends() -> None:
    x = wye.ones(2, requires_grad=True)

    def hooked() -> wye.Tensor:
        y = x * 2
        y.register_hook(lambda grad: grad * 3)
        return y

    y = hooked()
    assert wye.autograd.grad(y.sum(), [y])[0].tolist() == [3.0, 3.0]
    y = hooked()
    assert [g.tolist() for g in wye.autograd.grad(y.sum(), [y, x])] == [[1.0, 1.0], [6.0, 6.0]]


def test_operators_without_gradients_store_results_of_tensors_that_require_grad() -> None:
    x = wye.tensor([1.0, 2.0], requires_grad=True)
    assert wye.eq(x, 1, out=wye.empty(0, dtype=wye.bool)).tolist() == [True, False]
    assert wye.argmax(x, out=wye.empty(0, dtype=wye.int64)).item() == 1
    with pytest.raises(RuntimeError, match="don't support automatic differentiation"):
        wye.mul(x, 2, out=wye.empty(2))


def test_a_batch_of_gradients_is_one_pass() -> None:
    x, unused = wye.tensor([1.0, 2.0, 3.0], requires_grad=True), wye.ones(2, requires_grad=True)
    y = x * x
    seen = []
    y.register_hook(lambda grad: seen.append(tuple(grad.shape)))
    found = wye.autograd.grad(y, (unused, x), wye.eye(3), allow_unused=True, is_grads_batched=True)
    assert found[0] is None
    assert found[1].tolist() == [[2.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 6.0]]
    assert seen == [(3,)]


def test_a_batch_of_gradients_can_be_differentiated() -> None:
    x = wye.tensor([1.0, 2.0], dtype=wye.float64, requires_grad=True)
    (rows,) = wye.autograd.grad(x**3, x, wye.eye(2, dtype=wye.float64), create_graph=True, is_grads_batched=True)
    (second,) = wye.autograd.grad(rows.sum(), x)
    assert second.tolist() == [6.0, 12.0]


def test_a_running_pass_says_whether_it_keeps_the_graph_and_runs_a_node() -> None:
    seen = []

    def look(grad):
        seen.append((engine.keeps_graph(), engine.will_run(y.grad_fn)))

    x = wye.ones(2, requires_grad=True)
    y = x * 2
    out = y.sum()
    out.register_hook(look)
    out.backward(retain_graph=True)
    out.backward()
    assert seen == [(True, True), (False, True)]
    assert engine.keeps_graph()


def test_a_pass_whose_gradients_are_returned_is_not_asked_for_leaves() -> None:
    x = wye.ones(2, requires_grad=True)
    y = x * 2
    out = y.sum()
    (leaf, _), *_ = y.grad_fn.next_functions
    asked = []

    def look(grad):
        with pytest.raises(RuntimeError, match=r"we are currently running autograd\.grad\(\)"):
            engine.will_run(leaf)
        asked.append(engine.will_run(y.grad_fn))

    out.register_hook(look)
    autograd.grad(out, x)
    assert asked == [True]


def test_saved_tensors_are_made_by_the_graph_alone() -> None:
    with pytest.raises(RuntimeError, match="Trying to create a SavedTensor object from Python is forbidden"):
        SavedTensor()
