"""Handlers of symbolic arithmetic: a tracer sees each operation on symbolic numbers before it is computed.

In: a handler, entered for a block.  Out: it is called for each operation as ``handler(function, args, kwargs)``, where
``function`` is that of `operator`, `math` or `wye.symbolic`, and answers with the result.  While it runs it is not
entered, so it computes the result by calling the function; what it returns is the result of the operation.
"""

from __future__ import annotations

import contextlib
import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Handler = Callable[[Any, tuple[Any, ...], dict[str, Any]], Any]

__all__ = ["handling", "innermost", "run_handler", "without_handlers"]


class _Entered(threading.local):
    def __init__(self) -> None:
        self.stack: tuple[Handler, ...] = ()


_entered = _Entered()


def innermost() -> Handler | None:
    """The handler that sees the next operation of this thread; None if there is none."""
    stack = _entered.stack
    return stack[-1] if stack else None


@contextlib.contextmanager
def handling(handler: Handler) -> Iterator[None]:
    """Inside, ``handler`` sees the operations on symbolic numbers of this thread.

    Example:
        >>> def log(function, args, kwargs):
        ...     print(function.__name__)
        ...     return function(*args, **kwargs)
        >>> from wye.symbolic import ConstantSource, ShapeEnv
        >>> env = ShapeEnv()
        >>> n = env.create_symintnode(env.create_symbol(4, ConstantSource("n")), hint=4)
        >>> with handling(log):
        ...     print(n + 1)
        add
        s69 + 1
    """
    saved = _entered.stack
    _entered.stack = (*saved, handler)
    try:
        yield
    finally:
        _entered.stack = saved


@contextlib.contextmanager
def without_handlers() -> Iterator[None]:
    """Inside, no handler sees operations."""
    saved = _entered.stack
    _entered.stack = ()
    try:
        yield
    finally:
        _entered.stack = saved


def run_handler(function: Any, args: tuple[Any, ...]) -> Any:
    """Give an operation to the innermost handler, which is not entered while it runs."""
    saved = _entered.stack
    _entered.stack = saved[:-1]
    try:
        return saved[-1](function, args, {})
    finally:
        _entered.stack = saved
