"""The count finds what it is there to find: one object left behind in a round is enough."""

import sys

import pytest
from tests.leaks.counting import ATTEMPTS, ROUNDS, assert_no_leak

TURNS = 1000


def leaking(make, every=1):
    """Work that keeps what ``make`` gives, at every so many turns."""
    kept, turn = [None] * (1 << 16), iter(range(1 << 30))  # room for all, so that only what is kept is new

    def repeat(n):
        for _ in range(n):
            number = next(turn)
            if number % every == 0:
                kept[number // every] = make()

    return repeat


def test_work_that_keeps_nothing_passes():
    def repeat(n):
        for _ in range(n):
            cycle = []
            cycle.append(cycle)

    assert_no_leak(repeat, TURNS, repeat, None)


def test_a_reference_left_at_every_turn_is_found():
    thing = object()
    with pytest.raises(AssertionError, match="references to <object"):
        assert_no_leak(leaking(lambda: thing), TURNS, thing)


def test_a_single_reference_in_a_round_is_found():
    thing = object()
    once_in_a_round = leaking(lambda: thing, every=TURNS // (ROUNDS + 1))
    with pytest.raises(AssertionError, match="references to <object"):
        assert_no_leak(once_in_a_round, TURNS, thing)


def test_a_single_object_in_a_round_is_found():
    with pytest.raises(AssertionError, match="objects"):
        assert_no_leak(leaking(list, every=TURNS // (ROUNDS + 1)), TURNS)


@pytest.mark.skipif(sys.getallocatedblocks() == 0, reason="this build's allocator does not count blocks")
def test_objects_that_are_not_tracked_are_found_as_blocks():
    numbers = iter(range(10**9, 2 * 10**9))
    with pytest.raises(AssertionError, match="blocks"):
        assert_no_leak(leaking(lambda: next(numbers)), TURNS)


def test_what_another_thread_held_during_one_attempt_is_no_leak():
    thing = object()
    # two calls for each reading: a reference is held at one of the readings of the first attempt
    calls, held = iter(range(1 << 30)), []

    def repeat(n):
        number = next(calls)
        held[:] = [thing] if number == ROUNDS + 3 else []

    assert_no_leak(repeat, TURNS, thing)
    assert next(calls) > 2 * (ROUNDS + 1)
    assert ATTEMPTS > 1


def test_a_reference_that_is_given_away_is_found():
    thing = object()
    kept = [thing] * 100_000

    def repeat(n):
        del kept[-n:]

    with pytest.raises(AssertionError, match="references to <object"):
        assert_no_leak(repeat, TURNS, thing)
