"""Locks that a forked child finds free: a thread that the child does not have would never release them.

Cold path.  All such locks are taken just before a fork and released on both sides after it, so what they protect is in
order in the child as well.  They are taken in one order, outermost first: a thread that holds two took them so.
"""

from __future__ import annotations

import os
import threading
from enum import IntEnum
from typing import Any, Final
from weakref import WeakKeyDictionary

__all__ = ["Rank", "fork_safe_lock"]


class Rank(IntEnum):
    """The order in which locks are taken: a thread that holds one may take locks of higher ranks only."""

    FAKES = 0  # making a tensor without data calls operators
    KEYS = 1  # registering a backend tells the registry
    REGISTRY = 2
    GENERATOR = 3
    GRADIENTS = 4  # adding to the gradient of a leaf may draw nothing and register nothing
    TRACING = 5  # replacing functions while a program is traced


_ranks: Final[WeakKeyDictionary[Any, Rank]] = WeakKeyDictionary()
_adding: Final = threading.Lock()  # no lock is added while they are counted
_taken: list[Any] = []


def fork_safe_lock(rank: Rank) -> Any:
    """A reentrant lock that is free in a forked child, whichever thread held it in the parent.

    >>> lock = fork_safe_lock(Rank.GENERATOR)
    >>> with lock:
    ...     pass
    """
    lock = threading.RLock()
    with _adding:
        _ranks[lock] = rank
    return lock


def _before() -> None:
    _adding.acquire()
    locks = sorted(_ranks.items(), key=lambda item: item[1])
    for lock, _ in locks:
        lock.acquire()
        _taken.append(lock)


def _after() -> None:
    while _taken:
        _taken.pop().release()
    _adding.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before, after_in_parent=_after, after_in_child=_after)
