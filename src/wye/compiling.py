"""Questions of programs that may be compiled, and marks for compilers: nothing is compiled here."""

from __future__ import annotations

from typing import Any

__all__ = ["allow", "is_compiling", "marked", "unchanged"]


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
