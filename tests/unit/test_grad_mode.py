"""Whether operations may record gradients: guards and decorators."""

import threading

import pytest

from wye.grad_mode import (
    enable_grad,
    force_original_view_tracking,
    inference_mode,
    is_grad_enabled,
    is_inference_mode_enabled,
    is_multithreading_enabled,
    no_grad,
    set_grad_enabled,
    set_multithreading_enabled,
    thread,
)


def state():
    return is_grad_enabled(), is_inference_mode_enabled()


@pytest.fixture(autouse=True)
def _state_is_restored():
    assert state() == (True, False)
    yield
    assert state() == (True, False)


def test_guards_nest_and_restore_what_they_saw():
    with no_grad():
        assert state() == (False, False)
        with enable_grad():
            assert state() == (True, False)
            with inference_mode():
                assert state() == (False, True)
                with inference_mode(False):
                    assert state() == (True, False)
        assert state() == (False, False)
    with pytest.raises(ValueError, match="x"), no_grad():
        raise ValueError("x")


def test_one_guard_can_be_entered_inside_itself():
    guard = no_grad()
    with guard, enable_grad(), guard:
        assert not is_grad_enabled()


def test_setting_takes_effect_at_once():
    guard = set_grad_enabled(False)
    assert not is_grad_enabled()
    with guard:
        assert not is_grad_enabled()
    assert is_grad_enabled()
    set_grad_enabled(False)
    assert not is_grad_enabled()
    set_grad_enabled(True)


@pytest.mark.parametrize("decorator", [no_grad, no_grad(), inference_mode, inference_mode()])
def test_decorators_hold_during_the_call(decorator):
    @decorator
    def function():
        """Doc."""
        return is_grad_enabled()

    assert is_grad_enabled()
    assert function() is False
    assert function.__doc__ == "Doc."


def test_a_setting_as_a_decorator_holds_during_the_call_alone():
    function = set_grad_enabled(False)(is_grad_enabled)
    assert (is_grad_enabled(), function()) == (True, False)


def test_a_generator_is_guarded_while_it_runs():
    @no_grad()
    def numbers():
        received = []
        try:
            received.append((yield is_grad_enabled()))
            yield is_grad_enabled()
        except KeyError:
            yield is_grad_enabled(), received
        return "end"

    running = numbers()
    assert next(running) is False
    assert is_grad_enabled()
    assert running.send(1) is False
    assert running.throw(KeyError()) == (False, [1])
    with pytest.raises(StopIteration) as stop:
        next(running)
    assert stop.value.value == "end"
    other = numbers()
    next(other)
    other.close()


def test_threads_have_their_own_state():
    seen = []
    with no_grad():
        thread = threading.Thread(target=lambda: seen.append(is_grad_enabled()))
        thread.start()
        thread.join()
    assert seen == [True]


def test_whether_backward_may_use_threads_is_remembered():
    with set_multithreading_enabled(False):
        assert not is_multithreading_enabled()
    assert is_multithreading_enabled()


def test_how_views_are_tracked_is_kept_and_restored():
    with force_original_view_tracking(True):
        assert thread.view_tracking
    assert not thread.view_tracking
