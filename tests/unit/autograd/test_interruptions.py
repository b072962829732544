"""Errors and interrupts in the middle of backward: they come out, and the thread's state is as before."""

import _thread
import gc
import signal
import sys
import threading
import time
import weakref

import pytest

import wye
from wye._engine import engine
from wye.autograd import anomaly, graph
from wye.autograd.engine import current_task, queue_callback
from wye.dispatch import excluded_keys, included_keys


def leaf(*values):
    return wye.tensor(list(values), requires_grad=True)


def state():
    """Everything of a thread that a pass changes while it runs."""
    flags = wye.is_grad_enabled(), wye.is_inference_mode_enabled(), anomaly.is_enabled()
    return *flags, current_task(), included_keys(), excluded_keys()


def fail(*_):
    raise ValueError("out of the middle")


def check_that_all_works():
    x = leaf(1.0, 2.0)
    (g,) = wye.autograd.grad((x * x * x).sum(), x, create_graph=True)
    g.sum().backward()
    assert x.grad.tolist() == [6.0, 12.0]


class Failing(wye.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 1

    @staticmethod
    def backward(ctx, grad):
        raise ValueError("out of the middle")


def with_tensor_hook(x):
    y = x * 2
    y.register_hook(fail)
    return y


def with_leaf_hook(x):
    x.register_hook(fail)
    return x * 2


def with_post_hook(x):
    x.register_post_accumulate_grad_hook(fail)
    return x * 2


def with_node_hook(x):
    y = x * 2
    y.grad_fn.register_hook(fail)
    return y


def with_prehook(x):
    y = x * 2
    y.grad_fn.register_prehook(fail)
    return y


def with_unpack_hook(x):
    with graph.saved_tensors_hooks(lambda t: t, fail):
        return x * x


WAYS = [
    Failing.apply, with_tensor_hook, with_leaf_hook, with_post_hook, with_node_hook, with_prehook, with_unpack_hook,
]  # fmt: skip


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__qualname__)
@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.filterwarnings("ignore:Using backward")
def test_an_error_out_of_backward_leaves_the_state_as_it_was(way, create_graph):
    before = state()
    y = (way(leaf(1.0, 2.0)).sin() * 3).sum()
    with pytest.raises(ValueError, match="out of the middle"):
        y.backward(create_graph=create_graph)
    assert state() == before
    check_that_all_works()


@pytest.mark.parametrize("mode", [wye.no_grad, wye.enable_grad, wye.autograd.detect_anomaly])
@pytest.mark.filterwarnings("ignore")
def test_the_modes_around_backward_stay_after_an_error(mode):
    y = with_tensor_hook(leaf(1.0)).sum()
    with mode():
        inside = state()
        with pytest.raises(ValueError, match="out of the middle"):
            y.backward()
        assert state() == inside


def test_an_error_in_a_kernel_during_backward_comes_out():
    x = leaf(1.0, 2.0)
    y = x * 2
    y.register_hook(lambda grad: wye.matmul(grad.reshape(1, 2), grad.reshape(1, 2)))
    before = state()
    with pytest.raises(RuntimeError, match="mat1 and mat2 shapes cannot be multiplied"):
        y.sum().backward()
    assert state() == before
    assert x.grad is None


def test_a_graph_whose_pass_failed_runs_when_the_cause_is_gone():
    x = leaf(3.0)
    y = x * x
    handle = x.register_hook(fail)
    with pytest.raises(ValueError, match="out of the middle"):
        y.backward(retain_graph=True)
    handle.remove()
    y.backward()
    assert x.grad.tolist() == [6.0]


def test_gradients_that_were_added_before_the_error_stay():
    x, y = leaf(1.0), leaf(1.0)
    first = x * 2
    first.register_hook(fail)
    with pytest.raises(ValueError, match="out of the middle"):
        (first + y * 3).backward()  # y is reached before: later nodes run first
    assert (x.grad, y.grad.tolist()) == (None, [3.0])


def test_an_error_does_not_keep_the_graph_alive():
    x = leaf(1.0)
    y = with_tensor_hook(x).sin()
    seen = weakref.ref(y.grad_fn)
    with pytest.raises(ValueError, match="out of the middle") as caught:
        y.backward()
    del y, caught
    gc.collect()
    assert seen() is None


def test_callbacks_of_a_pass_that_failed_are_not_called():
    called = []
    x = leaf(1.0)
    y = x * 2
    y.register_hook(lambda grad: queue_callback(lambda: called.append(1)))
    x.register_hook(fail)
    with pytest.raises(ValueError, match="out of the middle"):
        y.backward()
    assert called == []


def long_chain(n):
    y = leaf(1.0)
    for _ in range(n):
        y = y * 1.0
    return y


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers")
def test_a_signal_handler_interrupts_a_long_pass():
    def handler(*_):
        raise KeyboardInterrupt

    y = long_chain(5_000)
    before, old = state(), signal.signal(signal.SIGALRM, handler)
    try:
        with pytest.raises(KeyboardInterrupt):  # noqa: PT012 - the signal comes in some round
            signal.setitimer(signal.ITIMER_REAL, 0.01)
            while True:
                y.backward(retain_graph=True)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)
    assert state() == before
    check_that_all_works()


def test_interrupt_main_stops_a_pass_in_the_main_thread():
    if threading.current_thread() is not threading.main_thread():
        pytest.skip("only the main thread is interrupted")
    y = long_chain(5_000)
    # a process that a shell started in the background ignores the signal
    before, old = state(), signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.02, _thread.interrupt_main)
    try:
        with pytest.raises(KeyboardInterrupt):  # noqa: PT012 - the signal comes in some round
            timer.start()
            while True:
                y.backward(retain_graph=True)
        timer.join()
    finally:
        signal.signal(signal.SIGINT, old)
    assert state() == before
    check_that_all_works()


@pytest.mark.skipif(engine.__name__ != "wye._hot", reason="in Python, an interrupt may come between any two steps")
def test_interrupts_at_many_places_leave_the_state_as_it_was():
    """A signal every few hundred microseconds, wherever backward is just then."""
    hits = 0

    def handler(*_):
        raise KeyboardInterrupt

    x = leaf(1.0, 2.0)
    before, old = state(), signal.signal(signal.SIGALRM, handler)
    end = time.monotonic() + 0.5
    try:
        while time.monotonic() < end:
            y = (x.sin() * x).exp().sum()
            try:
                try:
                    signal.setitimer(signal.ITIMER_REAL, 0.0002)
                    for _ in range(100):
                        y.backward(retain_graph=True)
                finally:
                    signal.setitimer(signal.ITIMER_REAL, 0)  # the signal may come just before it
            except KeyboardInterrupt:
                hits += 1
            assert state() == before
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)
    assert hits
    check_that_all_works()


def test_garbage_is_collected_while_backward_runs():
    x = leaf(1.0, 2.0)
    y = x
    for i in range(200):
        y = y.sin() + x
        if i % 50 == 0:
            y.register_hook(lambda grad: [gc.collect(), None][1])
    expected = None
    for _ in range(2):
        x.grad = None
        y.sum().backward(retain_graph=True)
        expected = x.grad.tolist() if expected is None else expected
        assert x.grad.tolist() == expected


def test_a_hook_may_drop_everything_that_the_program_holds():
    held = {"x": leaf(1.0, 2.0)}
    held["y"] = held["x"] * 2
    held["z"] = held["y"].sin().sum()
    seen = []

    def drop(grad):
        held.clear()
        gc.collect()
        seen.append(grad.tolist())

    held["y"].register_hook(drop)
    held["z"].backward()
    assert len(seen) == 1


def test_frames_of_a_failed_pass_do_not_pile_up():
    x = leaf(1.0)
    y = with_tensor_hook(x)
    before = sys.getrefcount(x)
    for _ in range(50):
        with pytest.raises(ValueError, match="out of the middle"):
            y.backward(retain_graph=True)
    gc.collect()
    assert sys.getrefcount(x) <= before + 1
