import pickle

import pytest

import wye.compat.torch as torch
from wye.futures import Future, collect_all, fork, wait, wait_all


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
    with pytest.raises(ValueError, match="mine"):
        future.wait()
    with pytest.raises(RuntimeError, match="ValueError: mine"):
        following.wait()
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


def test_an_error_in_a_function_says_which_and_where_to_those_who_wait():
    future = Future[int]()

    def fails(done):
        raise ValueError("mine")

    following = future.then(fails)
    without_parameters = future.then(lambda: 1)
    future.set_result(1)
    with pytest.raises(
        RuntimeError, match=r"Got the following error when running the callback: ValueError: mine[^$]*fails"
    ):
        following.wait()
    with pytest.raises(RuntimeError, match="takes 0 positional arguments but 1 was given"):
        without_parameters.wait()


def test_futures_that_are_none_are_refused_and_futures_are_not_pickled():
    for together in (wait_all, collect_all):
        with pytest.raises(RuntimeError, match="Future can't be None"):
            together([Future(), None])
    with pytest.raises(RuntimeError, match="Can not pickle"):
        pickle.dumps(Future())


def test_a_function_that_is_forked_has_run():
    done = fork(divmod, 7, 2)
    assert done.done()
    assert wait(done) == (3, 1)
    assert wait(fork(dict, a=1)) == {"a": 1}
    with pytest.raises(ZeroDivisionError):
        fork(divmod, 1, 0)


def test_what_is_waited_for_is_a_future():
    with pytest.raises(RuntimeError, match="Future can't be None"):
        wait(None)
    with pytest.raises(TypeError, match="takes a Future, not int"):
        wait(3)
    assert (torch.jit.fork, torch.jit.wait) == (fork, wait)
