"""Modes that are entered in one thread and left in another: each thread's stack stays its own."""

from __future__ import annotations

import threading

import pytest

import wye
from wye import dispatch
from wye.errors import ModePlaceError
from wye.keys import DispatchKey
from wye.modes import DispatchMode, FunctionMode
from wye.modes.function import current_function_modes
from wye.modes.mode import disable_current_modes, pop_mode_temporarily
from wye.modes.stack import ModeKey, current_modes


class Dispatching(DispatchMode):
    def __init__(self):
        super().__init__()
        self.seen = 0

    def __wye_dispatch__(self, func, types, args=(), kwargs=None):
        self.seen += 1
        return func(*args, **(kwargs or {}))


class Functions(FunctionMode):
    def __init__(self):
        self.seen = 0

    def __wye_function__(self, func, types, args=(), kwargs=None):
        self.seen += 1
        return func(*args, **(kwargs or {}))


def in_thread(fn):
    """Run ``fn`` in another thread; its result, or the error that it raised."""
    found = []

    def run():
        try:
            found.append(fn())
        except BaseException as error:  # noqa: BLE001 - told to the caller
            found.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return found[0]


def holding(mode):
    with mode:
        yield


def state():
    return tuple(keys.bits for keys in wye.call.guards.engine.get_state())


@pytest.mark.parametrize("cls", [Dispatching, Functions])
def test_a_mode_that_another_thread_leaves_is_gone_where_it_was_entered(cls):
    before, mode, x = state(), cls(), wye.ones(2)
    held = holding(mode)
    next(held)
    x + x
    assert mode.seen == 1
    assert in_thread(held.close) is None
    assert (x + x).tolist() == [2.0, 2.0]
    assert mode.seen == 1
    assert state() == before
    assert current_modes() == ()
    assert current_function_modes() == ()


@pytest.mark.parametrize("cls", [Dispatching, Functions])
def test_the_thread_that_leaves_a_mode_of_another_keeps_its_own(cls):
    mode, own = cls(), cls()
    held = holding(mode)
    next(held)

    def work():
        with own:
            held.close()
            wye.ones(2)
            return own.seen, mode.seen

    assert in_thread(work) == (1, 0)
    wye.ones(2)
    assert mode.seen == 0


def test_one_mode_in_two_threads_is_left_by_each_for_itself():
    mode, ready, go = Dispatching(), threading.Event(), threading.Event()
    results = []

    def other():
        with mode:
            ready.set()
            go.wait(100)
            results.append(current_modes())
        results.append(current_modes())

    thread = threading.Thread(target=other)
    with mode:
        thread.start()
        ready.wait(100)
    assert current_modes() == ()
    go.set()
    thread.join()
    assert results == [(mode,), ()]


def test_a_mode_entered_again_stays_when_another_thread_leaves_it_once():
    mode = Dispatching()
    held = holding(mode)
    next(held)
    with mode:
        assert in_thread(held.close) is None
        assert current_modes() == (mode,)
        wye.ones(1)
        assert mode.seen == 1
    assert current_modes() == ()


def test_a_mode_left_while_its_handler_runs_goes_when_the_handler_is_done():
    held = None

    class Closing(Dispatching):
        def __wye_dispatch__(self, func, types, args=(), kwargs=None):
            self.seen += 1
            assert in_thread(held.close) is None
            assert current_modes() == ()
            return func(*args, **(kwargs or {}))

    mode = Closing()
    held = holding(mode)
    next(held)
    wye.ones(1)
    wye.ones(1)
    assert mode.seen == 1
    assert current_modes() == ()


@pytest.mark.parametrize("context", [pop_mode_temporarily, disable_current_modes])
def test_a_stack_that_another_thread_brings_back_comes_back_where_it_was(context):
    mode = Dispatching()
    with mode:
        held = holding(context())
        next(held)
        assert current_modes() == ()
        assert in_thread(lambda: (held.close(), current_modes())) == (None, ())
        assert current_modes() == (mode,)
    assert current_modes() == ()


def test_a_pre_dispatch_mode_is_left_where_it_was_entered():
    class Proxy(DispatchMode):
        _mode_key = ModeKey.PROXY

    mode = Proxy(DispatchKey.PreDispatch)
    held = holding(mode)
    next(held)
    assert isinstance(in_thread(held.close), ModePlaceError)
    mode.__exit__(None, None, None)
    assert not dispatch.is_included("PreDispatch")


def test_a_guard_refuses_to_be_left_by_another_thread_and_stays():
    guard = dispatch.exclude("AutogradCPU")
    held = holding(guard)
    next(held)
    error = in_thread(held.close)
    assert isinstance(error, RuntimeError)
    assert "in the thread that entered it" in str(error)
    assert dispatch.is_excluded("AutogradCPU")
    guard.__exit__()
    assert not dispatch.is_excluded("AutogradCPU")
