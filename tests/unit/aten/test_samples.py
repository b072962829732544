"""Every operator gives what torch gave for the same calls, as tools/record_operator_samples.py stored it."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.conformance.operators.calls import Call, numpy_dtype
from tests.conformance.operators.compare import differences
from tests.conformance.operators.known import UNINITIALISED
from tests.conformance.operators.sides import Wye, WyeMeta

STORED = json.loads(
    gzip.decompress((Path(__file__).parents[2] / "golden" / "operator_samples.json.gz").read_bytes()).decode()
)
CORE = json.loads((Path(__file__).parents[2] / "golden" / "core_ops.json").read_text())["core"]
# Random streams are compared in test_random.py.
WITHOUT_SAMPLES = frozenset(op["name"].removeprefix("aten::") for op in CORE if "nondeterministic_seeded" in op["tags"])


@cache
def sides() -> tuple[Wye, WyeMeta]:
    return Wye(), WyeMeta()


def stored_result(words: Any) -> Any:
    """A stored result as a side tells it."""
    if isinstance(words, dict) and "values" in words:
        numbers = [np.array([float(v) if isinstance(v, str) else v for v in part]) for part in words["values"]]
        flat = numbers[0] + 1j * numbers[1] if len(numbers) == 2 else numbers[0]
        with np.errstate(all="ignore"):
            array = flat.astype(numpy_dtype(words["dtype"])).reshape(words["shape"])
        return {**words, "array": array, "bits": None}
    if isinstance(words, dict):
        return complex(*words["$complex"])
    return [stored_result(item) for item in words] if isinstance(words, list) else words


def test_every_core_operator_has_samples():
    missing = {op["name"].removeprefix("aten::") for op in CORE} - STORED.keys() - WITHOUT_SAMPLES
    assert missing == set()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", sorted(STORED))
def test_an_operator_gives_the_stored_results(name):
    wye, meta = sides()
    for words in STORED[name]:
        call = Call.of(name, words)
        ours = wye.run(call, words["seed"])
        if "raised" in words:
            assert "raised" in ours, words
            continue
        assert "raised" not in ours, (ours, words)
        theirs = {"result": stored_result(words["result"]), "inputs": []}
        ours["inputs"] = []
        found = differences(theirs, _without_bits(ours), values=name not in UNINITIALISED)
        assert not found, (found, words)
        shapes = meta.run(call, words["seed"])
        if "raised" not in shapes:
            shapes["inputs"] = []
            assert not differences(theirs, shapes, values=False), words


def _without_bits(told: Any) -> Any:
    if isinstance(told, dict):
        return {key: None if key == "bits" else _without_bits(value) for key, value in told.items()}
    return [_without_bits(item) for item in told] if isinstance(told, list) else told
