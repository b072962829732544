"""Futures: results that come later, with functions that are called when they do."""

from __future__ import annotations

import concurrent.futures
import traceback
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar

from wye import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["Future", "collect_all", "fork", "wait", "wait_all"]

_T = TypeVar("_T")


class Future(Generic[_T]):
    """A result that is not there yet.

    >>> future = Future()
    >>> doubled = future.then(lambda done: done.wait() * 2)
    >>> future.set_result(21)
    >>> doubled.wait()
    42
    """

    def __init__(self, *, devices: Sequence[Any] | None = None) -> None:
        """No result yet; ``devices`` is accepted."""
        self._inner: concurrent.futures.Future[Any] = concurrent.futures.Future()

    def done(self) -> bool:
        """Is there a result, or an error?"""
        return self._inner.done()

    def wait(self) -> Any:
        """The result, when it is there.

        Raises:
            Exception: the error that was set, or that a function of `then` raised.
        """
        return self._inner.result()

    def value(self) -> Any:
        """The result, which must be there.

        Raises:
            RuntimeError: it is not.
        """
        if not self.done():
            raise RuntimeError("The future is not completed: wait() waits for its value")
        return self.wait()

    def set_result(self, result: Any) -> None:
        """Give it a result; everybody who waits goes on.

        Raises:
            RuntimeError: it has one.
        """
        try:
            self._inner.set_result(result)
        except concurrent.futures.InvalidStateError:
            raise RuntimeError("Future can only be marked completed once") from None

    def set_exception(self, result: BaseException) -> None:
        """Give it an error; `wait` raises it."""
        if not isinstance(result, Exception):
            raise AssertionError(f"{result} is of type {type(result)}, not an Exception.")
        self._inner.set_exception(result)

    def add_done_callback(self, callback: Callable[[Future[Any]], Any]) -> None:
        """Call a function with this future when it is done, or now if it is."""
        self._inner.add_done_callback(lambda _: callback(self))

    def then(self, callback: Callable[[Future[Any]], Any]) -> Future[Any]:
        """A future of what a function returns that is called with this one when it is done."""
        following: Future[Any] = Future()

        def run(done: Future[Any]) -> None:
            try:
                result = callback(done)
            except Exception as error:  # noqa: BLE001 - it is raised where the result is waited for
                following.set_exception(_failed(error))
            else:
                following.set_result(result)

        self.add_done_callback(run)
        return following

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise RuntimeError(f"Can not pickle {shown.package}.futures.Future")


def _failed(error: Exception) -> RuntimeError:
    """What those see who wait for the result of a function that failed: which error, and where."""
    calls = traceback.extract_tb(error.__traceback__)[1:]  # without the call of the function
    places = "".join(f"  {call.filename}({call.lineno}): {call.name}\n" for call in reversed(calls))
    failed = RuntimeError(
        f"Got the following error when running the callback: {type(error).__name__}: {error}\n\nAt:\n{places}"
    )
    failed.__cause__ = error
    return failed


def _check_there(futures: Sequence[Future[Any]]) -> None:
    if any(future is None for future in futures):
        raise RuntimeError("Future can't be None")


def collect_all(futures: Sequence[Future[Any]]) -> Future[Any]:
    """A future of the list of these, when all of them are done.

    Raises:
        RuntimeError: one of them is None.
    """
    _check_there(futures)
    together: Future[Any] = Future()
    missing = [len(futures)]

    def count(_: Future[Any]) -> None:
        missing[0] -= 1
        if not missing[0]:
            together.set_result(list(futures))

    if not futures:
        together.set_result([])
    for future in futures:
        future.add_done_callback(count)
    return together


def wait_all(futures: Sequence[Future[Any]]) -> list[Any]:
    """The results of all of them, when they are done.

    Raises:
        RuntimeError: one of them is None.
    """
    _check_there(futures)
    return [future.wait() for future in futures]


def fork(func: Callable[..., Any], *args: Any, **kwargs: Any) -> Future[Any]:
    """Call a function now, as PyTorch does outside of TorchScript; the future of its result is done.

    >>> wait(fork(max, 1, 2))
    2
    """
    done: Future[Any] = Future()
    done.set_result(func(*args, **kwargs))
    return done


def wait(future: Future[Any]) -> Any:
    """The result of one future.

    Raises:
        RuntimeError: it is None.
        TypeError: it is no future.
    """
    _check_there([future])
    if not isinstance(future, Future):
        raise TypeError(f"wait(): incompatible function arguments: takes a Future, not {type(future).__name__}")
    return future.wait()
