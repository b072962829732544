"""Forward and backward in several threads at once: gradients add up, every thread has its own modes."""

import sys
import threading
from collections.abc import Iterator

import pytest

import wye

THREADS, ROUNDS = 6, 60


@pytest.fixture(autouse=True)
def _switch_often() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def together(*workers):
    """Run each worker in a thread; the first error of any of them is raised here."""
    errors, barrier = [], threading.Barrier(len(workers))

    def guarded(worker):
        try:
            barrier.wait()
            worker()
        except BaseException as error:  # noqa: BLE001 - it is raised in the test's thread
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=(worker,)) for worker in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def leaf(*values):
    return wye.tensor(list(values), requires_grad=True)


def test_gradients_of_a_shared_leaf_add_up():
    x = leaf(1.0, 2.0)

    def work():
        for _ in range(ROUNDS):
            (x * x).sum().backward()

    together(*[work] * THREADS)
    total = THREADS * ROUNDS
    assert x.grad.tolist() == [2.0 * total, 4.0 * total]


def test_one_graph_is_run_by_several_threads():
    x = leaf(1.0, 2.0)
    y = (x.sin() * x).sum()
    (expected,) = wye.autograd.grad(y, x, retain_graph=True)

    def work():
        for _ in range(ROUNDS):
            (found,) = wye.autograd.grad(y, x, retain_graph=True)
            assert found.tolist() == expected.tolist()

    together(*[work] * THREADS)


def test_second_derivatives_in_several_threads():
    x = leaf(2.0)

    def work():
        for _ in range(ROUNDS):
            (first,) = wye.autograd.grad(x * x * x, x, create_graph=True)
            (second,) = wye.autograd.grad(first, x)
            assert second.tolist() == [12.0]

    together(*[work] * THREADS)


def test_a_graph_made_in_one_thread_is_run_in_another():
    made = []
    x = leaf(3.0)
    together(lambda: made.append(x * x))
    together(made[0].backward)
    assert x.grad.tolist() == [6.0]


def test_hooks_run_in_the_thread_that_called_backward():
    seen = []
    x = leaf(1.0)
    y = x * 2
    y.register_hook(lambda grad: seen.append(threading.get_ident()))
    own = []

    def work():
        own.append(threading.get_ident())
        y.backward()

    together(work)
    assert seen == own


def test_each_thread_has_its_own_grad_mode_while_backward_runs():
    inside, done = threading.Event(), threading.Event()
    modes = []

    def hook(grad):
        inside.set()
        assert done.wait(100)
        modes.append(wye.is_grad_enabled())

    y = leaf(1.0) * 2
    y.register_hook(hook)

    def other():
        assert inside.wait(100)
        modes.append(wye.is_grad_enabled())
        done.set()

    together(y.backward, other)
    assert modes == [True, False]


def test_a_new_thread_begins_with_grad_mode_on():
    seen = []
    with wye.no_grad():
        together(lambda: seen.append(wye.is_grad_enabled()))
    assert seen == [True]


def test_modes_of_the_calling_thread_are_kept_in_hooks():
    seen = []
    x = leaf(1.0)
    y = x * 2
    y.register_hook(lambda grad: seen.append((wye.is_grad_enabled(), wye.is_inference_mode_enabled())))

    def work():
        with wye.autograd.set_grad_enabled(False):
            y.backward()

    together(work)
    assert seen == [(False, False)]


def test_hooks_are_registered_and_removed_while_others_run():
    x = leaf(1.0)
    stop = threading.Event()

    def change():
        while not stop.is_set():
            handle = x.register_hook(lambda grad: grad * 1)
            handle.remove()

    def work():
        try:
            for _ in range(ROUNDS * 3):
                (x * 2).backward()
        finally:
            stop.set()

    together(change, work)
    assert x.grad.tolist() == [2.0 * ROUNDS * 3]


def test_accumulators_made_by_several_threads_at_once_are_one():
    for _ in range(ROUNDS):
        x = leaf(1.0)
        found = []
        together(*[lambda x=x, found=found: found.append((x * 2).grad_fn)] * THREADS)
        assert len({id(node.next_functions[0][0]) for node in found}) == 1


def test_an_error_in_one_thread_does_not_touch_the_others():
    x = leaf(1.0)

    def fails():
        for _ in range(ROUNDS):
            y = leaf(1.0) * 2
            y.register_hook(lambda grad: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                y.backward()
            assert wye.is_grad_enabled()

    def works():
        for _ in range(ROUNDS):
            (x * x).backward()

    together(fails, works, fails, works)
    assert x.grad.tolist() == [4.0 * ROUNDS]


def test_graphs_are_freed_by_whatever_thread_lets_go_of_them():
    queue = []

    def make():
        for _ in range(20):
            y = leaf(1.0)
            for _ in range(500):
                y = y * 1.0
            queue.append(y)

    def drop():
        for _ in range(2000):
            if queue:
                queue.pop()

    together(make, drop, make, drop)
