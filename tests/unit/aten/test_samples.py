"""Every operator gives what torch gave for the same calls, as tools/record_operator_samples.py stored it."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path

import pytest
from tests.conformance.operators.calls import Call
from tests.conformance.operators.compare import differences
from tests.conformance.operators.known import UNINITIALISED
from tests.conformance.operators.sides import Wye, WyeMeta
from tests.conformance.operators.stored import stored_result, without_bits

STORED = json.loads(
    gzip.decompress((Path(__file__).parents[2] / "golden" / "operator_samples.json.gz").read_bytes()).decode()
)
CORE = json.loads((Path(__file__).parents[2] / "golden" / "core_ops.json").read_text())["core"]
# Random streams are compared in test_random.py.
WITHOUT_SAMPLES = frozenset(op["name"].removeprefix("aten::") for op in CORE if "nondeterministic_seeded" in op["tags"])


@cache
def sides() -> tuple[Wye, WyeMeta]:
    return Wye(), WyeMeta()


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
        found = differences(theirs, without_bits(ours), values=name not in UNINITIALISED)
        assert not found, (found, words)
        shapes = meta.run(call, words["seed"])
        if "raised" not in shapes:
            shapes["inputs"] = []
            assert not differences(theirs, shapes, values=False), words
