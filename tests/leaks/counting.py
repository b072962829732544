"""Count what a loop leaves behind: references, objects, blocks of memory."""

import gc
import os
import resource
import sys
from array import array
from collections.abc import Callable
from itertools import pairwise

from wye._engine import is_pure

# A million calls in C take a second; the pure twin and a sanitized build show a leak with far fewer.
IS_SANITIZED = "asan" in os.environ.get("LD_PRELOAD", "")
SLOW = is_pure or IS_SANITIZED

# Note [Nothing grows]
# After a warm-up, in which caches fill and tables grow, and a collection, rounds of the same work must find the very
# same number of references to everything that takes part, of tracked objects and, in a debug build, of references at
# all: what rounds leave behind in every attempt is a leak, even one reference. Only blocks of memory and resident
# bytes have a limit, below one block for two turns: the interpreter keeps a bounded number of its own, for texts and
# patterns.
# Broken by: reading the numbers into objects that are counted themselves, or work that differs between rounds.
# Guarded by: tests/leaks/test_counting.py

ROUNDS = 3
ATTEMPTS = 3
MOST_BLOCKS = 100
MOST_BYTES = 256 << 20 if IS_SANITIZED else 16 << 20  # a sanitizer keeps what was freed for a while, to find its users


def times(n: int) -> int:
    """How often to repeat what should be repeated ``n`` times."""
    return max(n // 50, 200) if SLOW else n


def rss() -> int:
    """Bytes of memory that this process has touched at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def read(into: array, participants: tuple[object, ...]) -> None:
    """Read all numbers, without leaving an object behind that the next reading would count."""
    gc.collect()
    for i, participant in enumerate(participants):
        into[i] = sys.getrefcount(participant)
    into[-4] = len(gc.get_objects())
    into[-3] = getattr(sys, "gettotalrefcount", int)()
    into[-2] = sys.getallocatedblocks()
    into[-1] = rss()


def assert_no_leak(repeat: Callable[[int], object], n: int, *participants: object) -> None:
    """Run ``repeat`` for ``n`` turns, in rounds after a warm-up, and fail when a round leaves anything behind.

    See Note [Nothing grows].
    """
    each = max(n // (1 + ROUNDS), 1)
    gc.collect()
    gc.freeze()  # what was there before the test is not looked through again at every reading
    try:
        found = _grown(repeat, each, participants)
    finally:
        gc.unfreeze()
    assert not found, f"{each} turns in each of {ROUNDS} rounds left behind: {found}"


def _grown(repeat: Callable[[int], object], each: int, participants: tuple[object, ...]) -> dict[str, list[int]]:
    """What grew in each of up to three attempts.

    Other threads of the process, those that hand out tests, make objects and hold builtin types now and then: what
    they do shows in one attempt, a leak in all of them.
    """
    found: dict[str, list[int]] = {}
    for attempt in range(ATTEMPTS):
        readings = [array("q", bytes(8 * (len(participants) + 4))) for _ in range(1 + ROUNDS)]
        for turns in (min(each, 500), each):  # everything that a round does is done before it counts
            for reading in readings:
                repeat(turns)
                read(reading, participants)
        grown = growth(readings, participants, min(MOST_BLOCKS, each * ROUNDS // 2))
        found = {name: steps for name, steps in grown.items() if attempt == 0 or name in found}
        if not found:
            break
    return found


def growth(readings: list[array], participants: tuple[object, ...], most_blocks: int) -> dict[str, list[int]]:
    """What grew between the readings, or shrank, and by how much in every round."""
    names = [f"references to {p!r}" for p in participants] + ["objects", "all references", "blocks", "bytes"]
    grown = {}
    for i, name in enumerate(names):
        steps = [after[i] - before[i] for before, after in pairwise(readings)]
        limit = {"blocks": most_blocks, "bytes": MOST_BYTES}.get(name)
        if any(steps) if limit is None else sum(steps) > limit:
            grown[name] = steps
    return grown
