"""Questions of programs that may be compiled, and marks for compilers: nothing is compiled here."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["NamedPart", "allow", "is_compiling", "marked", "patcher", "unchanged", "unseen"]


def is_compiling() -> bool:
    """Is the program being compiled?  Never."""
    return False


def marked(fn: Any = None, *args: Any, **options: Any) -> Any:
    """A decorator that says something to a compiler, with or without arguments: the function is as it was."""
    return fn if callable(fn) else (lambda other: other)


def allow(fn: Any) -> Any:
    """Let a compiler take a function into its graph as it is."""
    return fn


def unchanged(annotated: Any = None, value: Any = None) -> Any:
    """The value that a compiler would be told the type of."""
    return value


def unseen(msg: str = "") -> None:
    """A mark in a program that only a compiler would see."""


def patcher(module: str) -> Callable[..., Any]:
    """The function ``patch`` of a module of settings: a context, or decorator, with other values.

    It takes ``patch(name=value)``, ``patch("name", value)`` or ``patch({"name": value})``.
    """

    @contextlib.contextmanager
    def patch(arg1: Any = None, arg2: Any = None, **values: Any) -> Iterator[None]:
        settings = sys.modules[module]
        given = {**(arg1 if isinstance(arg1, dict) else {} if arg1 is None else {arg1: arg2}), **values}
        before = {name: getattr(settings, name) for name in given}
        try:
            for name, value in given.items():
                setattr(settings, name, value)
            yield
        finally:
            for name, value in before.items():
                setattr(settings, name, value)

    return patch


class NamedPart(contextlib.ContextDecorator):
    """A name for a part of a program, for those who measure it: a block, or a decorator."""

    def __init__(self, name: str, args: str | None = None) -> None:
        """Name it; ``args`` is more text."""
        self.name, self.args = name, args

    def __enter__(self) -> NamedPart:
        """The part begins."""
        return self

    def __exit__(self, *error: object) -> None:
        """The part ends."""
