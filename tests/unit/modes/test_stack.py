"""One mechanism holds dispatch modes and function modes: what is entered is left, whatever happens in between."""

import threading

import pytest

import wye
from wye import dispatch
from wye.modes import current_function_modes, current_modes
from wye.modes.stack import PYTHON_KEYS, ModeStack, ThreadStack

KINDS = [
    pytest.param(wye.DispatchMode, current_modes, id="dispatch"),
    pytest.param(wye.FunctionMode, current_function_modes, id="function"),
]


@pytest.mark.parametrize(("kind", "current"), KINDS)
def test_one_instance_may_be_entered_many_times(kind, current):
    mode, other = kind(), kind()
    with mode, other, mode:
        assert current() == (mode, other, mode)
    assert current() == ()


@pytest.mark.parametrize(("kind", "current"), KINDS)
def test_a_generator_that_is_closed_late_takes_only_its_own_mode_out(kind, current):
    inside, outside = kind(), kind()

    def generator():
        with inside:
            yield

    running = generator()
    next(running)
    with outside:
        running.close()
        assert current() == (outside,)
    assert current() == ()


@pytest.mark.parametrize(("kind", "current"), KINDS)
def test_a_mode_left_twice_is_an_error_and_changes_nothing(kind, current):
    mode, other = kind(), kind()
    with mode:
        pass
    with other:
        with pytest.raises(RuntimeError, match="left without having been entered"):
            mode.__exit__(None, None, None)
        assert current() == (other,)


@pytest.mark.parametrize(("kind", "current"), KINDS)
def test_every_thread_has_its_own_stack(kind, current):
    seen = []
    with kind():
        thread = threading.Thread(target=lambda: seen.append(current()))
        thread.start()
        thread.join()
    assert seen == [()]


@pytest.mark.parametrize(("kind", "current"), KINDS)
def test_the_two_kinds_do_not_see_each_other(kind, current):
    other = wye.FunctionMode if kind is wye.DispatchMode else wye.DispatchMode
    with other():
        assert current() == ()


def test_the_keys_are_included_exactly_while_a_mode_is_active():
    stack = ModeStack(PYTHON_KEYS, ThreadStack(), "__wye_dispatch__")
    before = dispatch.included_keys()
    modes = [wye.DispatchMode() for _ in range(3)]
    for mode in modes:
        stack.enter(mode, (mode, stack.thread.top))
        assert dispatch.included_keys() == before | PYTHON_KEYS
    with stack.popped() as top, stack.popped(), stack.popped():
        assert top is modes[-1]
        assert dispatch.included_keys() == before
        with pytest.raises(RuntimeError, match="empty mode stack"):
            stack.pop()
    with stack.emptied() as were:
        assert were == tuple(modes)
        assert dispatch.included_keys() == before
    for mode in modes:  # in the wrong order
        assert dispatch.included_keys() == before | PYTHON_KEYS
        stack.leave(mode)
    assert dispatch.included_keys() == before


def test_leaving_a_mode_that_was_popped_meanwhile_leaves_the_others_alone():
    mode, other = wye.DispatchMode(), wye.DispatchMode()
    mode.__enter__()
    wye.modes.pop()
    with other:
        mode.__exit__(None, None, None)
        assert current_modes() == (other,)
    assert current_modes() == ()
