"""Every operator gives torch's results: values, shapes, dtypes, strides, aliases, versions, and errors where it raises.

Calls are recorded from PyTorch's own samples and varied at random; the seed is fixed here and fresh in `make fuzz`.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

pytest.importorskip("torch")

from tests.conformance.operators.search import search, seeds

COUNT = os.environ.get("WYE_OPERATOR_SAMPLES")  # random calls of each; by default more of those that matter most
SEED = int(os.environ.get("WYE_FUZZ_SEED", "20261115"))
CORE = json.loads((Path(__file__).parents[2] / "golden" / "core_ops.json").read_text())["core"]

CORE_NAMES = frozenset(op["name"].removeprefix("aten::") for op in CORE)

pytestmark = [pytest.mark.torch, pytest.mark.filterwarnings("ignore")]


def test_every_core_operator_has_calls_to_compare():
    missing = [op["name"] for op in CORE if op["name"].removeprefix("aten::") not in seeds()]
    assert missing == []


@pytest.mark.parametrize("name", sorted(seeds()))
def test_an_operator_gives_torchs_results(name):
    found = search(name, SEED, int(COUNT) if COUNT else 50 if name in CORE_NAMES else 8)
    text = "\n".join(f"x{times}: {line}\n    {json.dumps(words)} seed {n}" for words, n, line, times in found.values())
    assert not found, text
