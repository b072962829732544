import weakref

import pytest

import wye
from wye.autograd.checkpoint import (
    CheckpointError,
    checkpoint,
    set_checkpoint_debug_enabled,
    set_checkpoint_early_stop,
)
from wye.autograd.engine import queue_callback, task_number
from wye.autograd.function import Function
from wye.testing.surroundings import without_collections


def _leaf(value=2.0):
    return wye.tensor(value, requires_grad=True)


def _changing(first, then):
    """A function whose second run differs from its first."""
    runs = iter([first])

    def run(x):
        chosen = next(runs, then)
        return chosen(x)

    return run


def test_each_look_at_a_saved_tensor_outside_of_backward_runs_the_function_again():
    runs = []

    def function(x):
        runs.append(None)
        return (x * x).exp()

    out = checkpoint(function, _leaf(1.0), use_reentrant=False)
    first, second = out.grad_fn._saved_result, out.grad_fn._saved_result
    assert (first.item(), len(runs)) == (second.item(), 3)
    out.backward()
    assert len(runs) == 4


def test_a_tensor_is_unpacked_once_in_a_pass():
    class Square(Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            with pytest.raises(CheckpointError, match="already unpacked once"):
                ctx.saved_tensors  # noqa: B018 - it raises
            return grad * 2 * x

    x = _leaf()
    checkpoint(Square.apply, x, use_reentrant=False).backward()
    assert x.grad.item() == 4


def test_a_gradient_may_be_taken_inside_of_a_checkpoint():
    def slope(x):
        with wye.enable_grad():
            (grad,) = wye.autograd.grad(x.sin().exp(), x, create_graph=True)
        return grad

    for early_stop in (True, False):
        with set_checkpoint_early_stop(early_stop):
            x, y = _leaf(0.5), _leaf(0.5)
            checkpoint(slope, x, use_reentrant=False).backward()
            slope(y).backward()
            assert x.grad.item() == pytest.approx(y.grad.item())


def test_a_second_run_that_saves_more_is_an_error_unless_it_stops_early():
    def make():
        return _changing(lambda x: x.sin(), lambda x: x.sin() * x.cos())

    with set_checkpoint_early_stop(False), pytest.raises(CheckpointError, match="trying to save more tensors"):
        checkpoint(make(), _leaf(), use_reentrant=False).backward()
    checkpoint(make(), _leaf(), use_reentrant=False).backward()


def test_errors_list_the_operators_of_both_runs_if_asked_to():
    def make():
        return _changing(lambda x: x.sin(), lambda x: x.expand(3).cos().sum())

    with pytest.raises(CheckpointError, match=r"aten.sin[^$]*aten.expand[^$]*debug=True"):
        checkpoint(make(), _leaf(), use_reentrant=False, debug=True).backward()
    with (
        set_checkpoint_debug_enabled(False),
        pytest.raises(CheckpointError, match=r"different metadata(?![^$]*aten)"),
    ):
        checkpoint(make(), _leaf(), use_reentrant=False, debug=True).backward()


@pytest.mark.parametrize("reentrant", [True, False])
def test_the_second_run_casts_as_the_first_did(reentrant):
    seen = []

    def function(x):
        made = wye.mm(x, x)
        seen.append(made.dtype)
        return wye.mm(made, x)  # whose inputs are asked for: the second run gets here

    x = wye.ones(2, 2, requires_grad=True)
    with wye.amp.autocast("cpu", dtype=wye.bfloat16):
        out = checkpoint(function, x, use_reentrant=reentrant).sum()
    out.backward()
    assert seen == [wye.bfloat16, wye.bfloat16]


def test_a_callback_of_a_pass_may_add_another_and_passes_are_counted():
    called, numbers = [], []

    def first():
        called.append("first")
        queue_callback(lambda: called.append("second"))

    def hook(grad):
        queue_callback(first)
        numbers.append(task_number())

    x = _leaf()
    y = x * 1
    y.register_hook(hook)
    y.backward(retain_graph=True)
    y.backward()
    assert called == ["first", "second"] * 2
    assert numbers[1] == numbers[0] + 1
    assert task_number() == -1


def test_a_graph_with_checkpoints_dies_without_a_collection():
    class Mark:
        pass

    def make():
        x = _leaf(0.5)
        out = checkpoint(lambda y: y.sin().exp().sin(), x, use_reentrant=False)
        (grad,) = wye.autograd.grad(out, x, create_graph=True)
        mark = grad.grad_fn.metadata["mark"] = Mark()
        return weakref.ref(mark)

    with without_collections():
        assert make()() is None
