import pytest

from wye.futures import Future, collect_all, wait_all


def test_functions_are_called_when_the_result_is_there():
    future, seen = Future(), []
    following = future.then(lambda done: done.wait() + 1)
    future.add_done_callback(lambda done: seen.append(done.value()))
    with pytest.raises(RuntimeError, match="not completed"):
        future.value()
    future.set_result(1)
    assert (seen, following.wait(), future.done()) == ([1], 2, True)
    with pytest.raises(RuntimeError, match="only be marked completed once"):
        future.set_result(2)


def test_errors_go_to_those_who_wait():
    future = Future()
    following = future.then(lambda done: done.wait())
    future.set_exception(ValueError("mine"))
    for one in (future, following):
        with pytest.raises(ValueError, match="mine"):
            one.wait()
    with pytest.raises(AssertionError, match="not an Exception"):
        Future().set_exception("text")


def test_several_futures_are_waited_for_together():
    first, second = Future(), Future()
    together = collect_all([first, second])
    first.set_result(1)
    assert not together.done()
    second.set_result(2)
    assert [one.wait() for one in together.wait()] == wait_all([first, second]) == [1, 2]
    assert collect_all([]).wait() == []
