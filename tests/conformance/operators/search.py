"""Search for differences between torch and wye, one operator at a time.

    python -m tests.conformance.operators.search --seed 7 --count 1000 add.Tensor mm

Without names it goes through all operators.  Prints every kind of difference once, with the call that shows it.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from tests.conformance.operators.calls import TARGET, Call
from tests.conformance.operators.compare import differences
from tests.conformance.operators.fit import fitted
from tests.conformance.operators.hand import HAND
from tests.conformance.operators.hand_elementwise import HAND as HAND_ELEMENTWISE
from tests.conformance.operators.hand_elementwise import borrowed
from tests.conformance.operators.hand_linalg import HAND as HAND_LINALG
from tests.conformance.operators.hand_nn import HAND as HAND_NN
from tests.conformance.operators.hand_reduce import HAND as HAND_REDUCE
from tests.conformance.operators.hand_view import HAND as HAND_VIEW
from tests.conformance.operators.known import UNINITIALISED, ends_torch, known
from tests.conformance.operators.matrices import defined, is_undefined
from tests.conformance.operators.mutate import mutated
from tests.conformance.operators.sides import Torch, Wye, WyeMeta

from wye.aten.grid import build

if TYPE_CHECKING:
    from collections.abc import Iterator


@cache
def sides() -> tuple[Torch, Wye, WyeMeta]:
    return Torch(), Wye(), WyeMeta()


@cache
def rows() -> dict[str, Any]:
    return build()


@cache
def seeds() -> dict[str, list[dict[str, Any]]]:
    """Recorded and hand-written calls by operator, and those of functional operators for their variants."""
    found: dict[str, list[dict[str, Any]]] = {}
    for source in (
        json.loads(TARGET.read_text()),
        HAND,
        HAND_ELEMENTWISE,
        HAND_LINALG,
        HAND_NN,
        HAND_REDUCE,
        HAND_VIEW,
    ):
        for name, calls in source.items():
            found.setdefault(name, []).extend(calls)
    _add_variants(found)
    for name in rows():
        if name not in found and borrowed(name) in found:
            found[name] = found[borrowed(name)]
    return {name: calls for name, calls in found.items() if name in rows()}


def _add_variants(found: dict[str, list[dict[str, Any]]]) -> None:
    for row in rows().values():
        packet, dot, overload = row.name.partition(".")
        functional = f"{packet.removesuffix('_')}{dot}{overload}"
        if row.is_in_place and row.name not in found and functional in found:  # also those that have their own kernels
            found[row.name] = found[functional]
        of = row.functional
        if row.name not in found and of is not None and of.name in found:
            if row.is_in_place:
                found[row.name] = found[of.name]
            elif row.outs:
                found[row.name] = [_with_out(call, row.outs) for call in found[of.name]]


def _with_out(call: dict[str, Any], names: Any) -> dict[str, Any]:
    kept = {
        key: value for key, value in call["kwargs"].items() if key not in ("dtype", "layout", "device", "pin_memory")
    }
    return {"args": call["args"], "kwargs": {**kept, **{name: {"shape": [0], "dtype": "float32"} for name in names}}}


def calls_of(name: str, seed: int, count: int) -> Iterator[tuple[int, Call]]:
    """The recorded calls of an operator, then random variations of them."""
    recorded, row = seeds()[name], rows()[name]
    for number, words in enumerate(recorded):
        if not ends_torch(Call.of(name, words)):
            yield number, Call.of(name, words)
    rng = np.random.default_rng([seed, sum(map(ord, name))])
    for number in range(count):
        call = Call.of(name, recorded[rng.integers(len(recorded))])
        tensors = len(call.tensors())
        written = frozenset([0] if row.is_in_place else range(tensors - len(row.outs), tensors))
        varied = mutated(call, rng, pointwise="pointwise" in row.tags, written=written)
        if not ends_torch(varied):
            yield number, fitted(varied, row, sides()[0], rng)


def check(call: Call, seed: int) -> list[str]:
    """Where torch and wye differ about a call, tensors without data included; known differences left out."""
    torch, wye, meta = sides()
    row = rows()[call.name]
    has_values = "nondeterministic_seeded" not in row.tags and call.name not in UNINITIALISED
    theirs, ours = torch.run(call, seed), wye.run(call, seed)
    if is_undefined(call, seed):
        has_values = False
        if ("raised" in theirs) != ("raised" in ours):
            return []
    found = differences(defined(call, theirs), defined(call, ours), values=has_values)
    if not found and "raised" not in theirs:
        shapes = meta.run(call, seed)
        found = [f"on meta: {line}" for line in differences(theirs, shapes, values=False)]
    return [line for line in found if not known(call, line)]


def search(name: str, seed: int, count: int) -> dict[str, tuple[dict[str, Any], int, str, int]]:
    """Differences of an operator by kind: an example, its seed, the words, and how often it was seen."""
    kinds: dict[str, tuple[dict[str, Any], int, str, int]] = {}
    for number, call in calls_of(name, seed, count):
        for line in check(call, number)[:1]:
            kind = re.sub(r"-?\d[\d.e+-]*|nan|inf", "#", line)[:90]
            first = kinds.get(kind)
            kinds[kind] = (call.words(), number, line, 1) if first is None else (*first[:3], first[3] + 1)
    return kinds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("names", nargs="*", help="operators, or packets; all when left out")
    options = parser.parse_args()
    wanted = [n for n in seeds() if not options.names or n in options.names or n.partition(".")[0] in options.names]
    bad = calls = 0
    for position, name in enumerate(wanted):
        print(f"\r{position + 1}/{len(wanted)} {name:50}", end="", file=sys.stderr, flush=True)
        kinds = search(name, options.seed, options.count)
        calls += len(seeds()[name]) + options.count
        bad += bool(kinds)
        for words, number, line, times in kinds.values():
            print(f"{name} x{times}: {line}\n    {json.dumps(words)[:400]} seed {number}")
    print(file=sys.stderr)
    print(f"{calls} calls of {len(wanted)} operators with seed {options.seed}: {bad} operators differ")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
