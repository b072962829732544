"""Store what torch gives for some calls of every operator, for tests that run without torch.

    python tools/record_operator_samples.py

Writes tests/golden/operator_samples.json.gz: recorded and random calls of tests/conformance/operators on which torch
and wye agree now, with torch's results.
"""

from __future__ import annotations

import gzip
import json
import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.conformance.operators.compare import differences  # noqa: E402 - the path comes first
from tests.conformance.operators.known import UNINITIALISED  # noqa: E402
from tests.conformance.operators.search import calls_of, rows, seeds, sides  # noqa: E402
from tests.conformance.operators.stored import stored_result, without_bits  # noqa: E402

if TYPE_CHECKING:
    from tests.conformance.operators.calls import Call

TARGET = ROOT / "tests" / "golden" / "operator_samples.json.gz"
RECORDED, RANDOM, REFUSED = 4, 5, 1  # calls of each operator, about
SEED = 20261115
LARGEST = 120  # elements of a result that are stored


def words_of(outcome: dict[str, Any]) -> dict[str, Any] | None:
    """A result as JSON; None: too large."""
    if "raised" in outcome:
        return {"raised": outcome["raised"]}
    result = _plain(outcome["result"])
    return None if result is _TOO_LARGE else {"result": result}


_TOO_LARGE = object()


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        array = value["array"]
        if array.size > LARGEST:
            return _TOO_LARGE
        wide = array.astype(
            "complex128" if array.dtype.kind == "c" else "float64" if array.dtype.kind not in "iub" else array.dtype
        )
        parts = [np.real(wide), np.imag(wide)] if wide.dtype.kind == "c" else [wide]
        stored = [
            [
                repr(float(v))
                if not np.isfinite(v)
                else round(float(v), 7)
                if wide.dtype.kind == "f" or wide.dtype.kind == "c"
                else int(v)
                for v in p.reshape(-1)
            ]
            for p in parts
        ]
        kept = {key: value[key] for key in ("shape", "dtype", "strides", "offset", "shares", "is")}
        return {**kept, "values": stored}
    if isinstance(value, list):
        items = [_plain(item) for item in value]
        return _TOO_LARGE if any(item is _TOO_LARGE for item in items) else items
    if isinstance(value, complex):
        return {"$complex": [value.real, value.imag]}
    return value


def agrees(call: Call, seed: int, words: dict[str, Any]) -> bool:
    """Will the test that reads the stored words find no difference?"""
    ours = sides()[1].run(call, seed)
    if "raised" in words or "raised" in ours:
        return ("raised" in words) == ("raised" in ours)
    theirs, ours = {"result": stored_result(words["result"]), "inputs": []}, {**without_bits(ours), "inputs": []}
    shapes = sides()[2].run(call, seed)
    if "raised" not in shapes and differences(theirs, {**shapes, "inputs": []}, values=False):
        return False
    return not differences(theirs, ours, values=call.name not in UNINITIALISED)


def samples_of(name: str) -> list[dict[str, Any]]:
    """Calls with torch's results."""
    torch = sides()[0]
    found: list[dict[str, Any]] = []
    left = {"recorded": RECORDED, "random": RANDOM, "refused": REFUSED}
    n_recorded = len(seeds()[name])
    for position, (number, call) in enumerate(calls_of(name, SEED, 40)):
        outcome = torch.run(call, number)
        kind = "refused" if "raised" in outcome else "recorded" if position < n_recorded else "random"
        if left[kind] == 0:
            continue
        words = words_of(outcome)
        if words is None or not agrees(call, number, words):
            continue
        left[kind] -= 1
        found.append({**call.words(), "seed": number, **words})
    return found


def main() -> None:
    """Record and write."""
    warnings.simplefilter("ignore")
    stored = {}
    for position, name in enumerate(sorted(seeds())):
        print(f"\r{position + 1}/{len(seeds())} {name:50}", end="", file=sys.stderr)
        if "nondeterministic_seeded" not in rows()[name].tags:
            samples = samples_of(name)
            if samples:
                stored[name] = samples
    print(file=sys.stderr)
    text = json.dumps(stored, separators=(",", ":"))
    TARGET.write_bytes(gzip.compress(text.encode(), mtime=0))
    print(f"{len(stored)} operators, {sum(map(len, stored.values()))} calls, {TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
