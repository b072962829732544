"""Draws calls of every public function and method and keeps those on which torch and wye differ.

``python -m tests.conformance.public.search --count 40 sum var`` prints them, and how many there are of each kind.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from functools import cache
from typing import Any

from tests.conformance.operators.known import UNINITIALISED
from tests.conformance.operators.search import seeds
from tests.conformance.public.comparing import PublicTorch, PublicWye, difference, run
from tests.conformance.public.drawing import Drawer, PublicCall
from tests.conformance.public.known import crashes_torch, reason

import wye
from wye.aten.functions import names
from wye.call.packets import ops

RANDOM = re.compile(
    r"rand|normal|bernoulli|multinomial|dropout|rrelu|uniform|exponential|geometric|cauchy|empty|resize"
)


@cache
def sides() -> tuple[PublicTorch, PublicWye]:
    return PublicTorch(), PublicWye()


@cache
def public_names() -> list[str]:
    """Names that both libraries have, with recorded calls."""
    recorded = {name.partition(".")[0] for name in seeds()}
    public = (name for name in names() if not name.startswith("_"))  # what torch does with private ones may crash
    return [name for name in public if name in recorded and any(callable_in(name))]


def callable_in(name: str) -> tuple[bool, bool]:
    """Have both libraries a function, and a method, of this name?"""
    theirs, _ = sides()
    function = callable(theirs.function(PublicCall(name, False, [])))
    method = all(callable(getattr(cls, name, None)) for cls in (theirs.torch.Tensor, wye.Tensor))
    return function, method


def search(name: str, seed: int, count: int) -> tuple[int, list[tuple[str, PublicCall]]]:
    """How many calls were drawn, and the differences that have no reason."""
    theirs, ours = sides()
    function, method = callable_in(name)
    schemas: dict[str, Any] = {
        f"{name}.{key}" if key else name: s for key, s in getattr(ops.aten, name)._schemas.items()
    }
    drawn = Drawer(name, schemas, seed).calls(count, function=function, method=method)
    values = not RANDOM.search(name) and name not in UNINITIALISED
    found = []
    for call in drawn:
        if crashes_torch(call):
            continue
        line = difference(run(theirs, call), run(ours, call), values=values)
        if line is not None and reason(call, line) is None:
            found.append((line, call))
    return len(drawn), found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("names", nargs="*", help="functions; all when left out")
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    for name in options.names or public_names():
        drawn, found = search(name, options.seed, options.count)
        counts["calls"] += drawn
        for line, call in found:
            counts[line.partition(":")[0]] += 1
            print(f"{call}\n    {line}")
    print(dict(counts))
    return 0


if __name__ == "__main__":
    sys.exit(main())
