"""Removes the registrations of libraries that were garbage-collected, without disturbing one that is in progress.

Cold path.  In: low-level libraries whose owner was collected.  Out: their `reset`, at a moment when that is safe.
"""

from __future__ import annotations

import collections
import gc
from typing import TYPE_CHECKING, Any, Final

from wye.registry import registry

if TYPE_CHECKING:
    from wye.registry import Library as LowLibrary

__all__ = ["settle", "take_back_later", "waiting"]

# Note [Finalizers wait]
# A collection may run at any allocation, so also while this thread is inside the registry, iterating over a dict that
# `reset` would change; the registry's lock does not help, for a thread may take it twice. And a finalizer must not wait
# for a lock that another thread holds: that thread may wait for something this one holds.
# So a finalizer takes the lock only if it is free. Else the library waits in `waiting`, which is emptied before and
# after each registration of `wye.library`, and after the collections that follow.
# Broken by: calling `reset` from a finalizer or a weakref callback.
# Guarded by: tests/unit/library/test_lifetimes.py::test_a_library_collected_inside_the_registry_waits

waiting: Final[collections.deque[LowLibrary]] = collections.deque()


def take_back_later(library: LowLibrary) -> None:
    """Remove a library's registrations now if that is safe, else soon.  Called by finalizers."""
    waiting.append(library)
    settle()
    if waiting and _after_collection not in gc.callbacks:
        gc.callbacks.append(_after_collection)


def settle() -> None:
    """Remove the libraries that wait, unless a thread is inside the registry."""
    if not waiting or registry.is_inside() or not registry.lock.acquire(blocking=False):
        return
    try:
        while waiting:
            waiting.popleft().reset()
    finally:
        registry.lock.release()


def _after_collection(phase: str, info: dict[str, Any]) -> None:
    if phase != "stop":
        return
    settle()
    if not waiting and _after_collection in gc.callbacks:
        gc.callbacks.remove(_after_collection)
