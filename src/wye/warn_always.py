"""Warnings that are given once per process, and whether they are given every time."""

from __future__ import annotations

import warnings

__all__ = ["is_warn_always_enabled", "set_warn_always", "warn_once"]

_always = False
_given: set[str] = set()


def set_warn_always(value: bool) -> None:
    """Give warnings that are given once every time, or not."""
    global _always  # noqa: PLW0603 - a switch of the process
    _always = bool(value)


def is_warn_always_enabled() -> bool:
    """Are warnings that are given once given every time?"""
    return _always


def warn_once(topic: str, text: str, *, stacklevel: int = 2) -> None:
    """Warn, unless a warning of the same topic was given in this process.

    Args:
        topic: What it is about; texts of one topic may differ.
        text: The warning.
        stacklevel: As of `warnings.warn`, counted from the caller.
    """
    if topic not in _given or _always:
        _given.add(topic)
        warnings.warn(text, stacklevel=stacklevel + 1)
