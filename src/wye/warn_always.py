"""Whether warnings that are given once per process are given every time.  A switch; read by code that warns once."""

from __future__ import annotations

__all__ = ["is_warn_always_enabled", "set_warn_always"]

_always = False


def set_warn_always(value: bool) -> None:
    """Give warnings that are given once every time, or not."""
    global _always  # noqa: PLW0603 - a switch of the process
    _always = bool(value)


def is_warn_always_enabled() -> bool:
    """Are warnings that are given once given every time?"""
    return _always
