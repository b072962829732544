"""Count what a loop leaves behind: references, objects, blocks of memory."""

import gc
import os
import resource
import sys
from collections.abc import Callable

from wye._engine import is_pure

# A million calls in C take a second; the pure twin and a sanitized build show a leak with far fewer.
SLOW = is_pure or "asan" in os.environ.get("LD_PRELOAD", "")


def times(n: int) -> int:
    """How often to repeat what should be repeated ``n`` times."""
    return max(n // 50, 200) if SLOW else n


def rss() -> int:
    """Bytes of memory that this process has touched at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def counts(participants: tuple[object, ...]) -> tuple[list[int], int, int, int]:
    gc.collect()
    blocks = sys.getallocatedblocks()
    total = getattr(sys, "gettotalrefcount", int)()
    return [sys.getrefcount(value) for value in participants], len(gc.get_objects()), blocks, total


def assert_no_leak(repeat: Callable[[int], object], n: int, *participants: object) -> None:
    """Run ``repeat(n)`` after a warm-up and fail when it leaves more behind than noise.

    A leak leaves something at every turn, in every round; noise (a cache that fills, a table that grows) is there once.
    """
    repeat(min(n, 500))
    repeat(min(n, 500))
    for _ in range(3):
        found = growth(repeat, n, participants)
        if not found:
            return
    raise AssertionError(f"{n} turns left behind: {found}")


def growth(repeat: Callable[[int], object], n: int, participants: tuple[object, ...]) -> dict[str, int]:
    """What grew by more than a few, or by more than a few megabytes."""
    before, memory = counts(participants), rss()
    repeat(n)
    after = counts(participants)
    grown = {f"references to {p!r}": b - a for p, a, b in zip(participants, before[0], after[0], strict=True)}
    limits = {name: min(10, n // 2) for name in grown}
    for name, a, b in zip(("objects", "blocks", "all references"), before[1:], after[1:], strict=True):
        grown[name], limits[name] = b - a, min(200, n // 2)
    grown["bytes"], limits["bytes"] = rss() - memory, 16 << 20
    return {name: value for name, value in grown.items() if abs(value) > limits[name] and (value > 0 or "ref" in name)}
