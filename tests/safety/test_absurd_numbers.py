"""No public call with any numbers ends the process, hangs, or takes gigabytes for a small result."""

from __future__ import annotations

import os
import sys

import pytest
from tests.safety.absurd import drawn, findings

STRIDE = int(os.environ.get("WYE_ABSURD_STRIDE", "36"))  # 1: all calls, some minutes
SANITIZED = "asan" in os.environ.get("LD_PRELOAD", "")


@pytest.mark.skipif(SANITIZED, reason="a sanitizer needs more address space than the calls may have")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is capped with Linux's limits")
@pytest.mark.parametrize("sample", [0, 1])
def test_no_operator_breaks_with_an_extreme_number_in_its_place(sample):
    found = [f"{name} {said}: {words}" for name, words, said in findings(drawn(STRIDE, 5, sample))]
    assert found == []


@pytest.mark.parametrize(
    "call",
    [
        [
            "bincount",
            {"args": [{"shape": [1], "dtype": "int64", "values": [2**63 - 1]}], "kwargs": {"minlength": 1000}},
        ],
        ["tensor_split.sections", {"args": [{"shape": [3], "dtype": "float32"}, 2**40], "kwargs": {}}],
        ["chunk", {"args": [{"shape": [0], "dtype": "float32"}, 2**40], "kwargs": {}}],
        ["adaptive_avg_pool1d", {"args": [{"shape": [3, 4], "dtype": "float32"}, [10**6]], "kwargs": {}}],
        ["_adaptive_avg_pool2d", {"args": [{"shape": [0, 3, 4, 4], "dtype": "float32"}, [2, 2**31 - 1]], "kwargs": {}}],
        ["adaptive_max_pool3d", {"args": [{"shape": [0, 3, 4, 4, 4], "dtype": "float32"}, [9**9, 2, 2]], "kwargs": {}}],
        ["tril_indices", {"args": [2, 3 * 10**8], "kwargs": {}}],
        ["triu_indices", {"args": [3 * 10**8, 2], "kwargs": {}}],
        ["triu", {"args": [{"shape": [3, 3], "dtype": "float32"}, -(2**63)], "kwargs": {}}],
        ["combinations", {"args": [{"shape": [3], "dtype": "float32"}, 2**40], "kwargs": {}}],
        ["replication_pad2d", {"args": [{"shape": [0, 1, 3, 3], "dtype": "float32"}, [2**40] * 4], "kwargs": {}}],
        [
            "conv1d.padding",
            {"args": [*({"shape": [1, 1, 3], "dtype": "float32"},) * 2, None, [1], "same", [2**40]], "kwargs": {}},
        ],
        [
            "im2col",
            {"args": [{"shape": [1, 1, 3], "dtype": "float32"}, [1, 3], [1, 2**30], [0, 2**30], [1, 1]], "kwargs": {}},
        ],
        [
            "max_pool2d_with_indices",
            {"args": [{"shape": [1, 1, 3], "dtype": "float32"}, [1, 2**30], [1, 1], [0, 2**29]], "kwargs": {}},
        ],
        [
            "avg_pool2d",
            {"args": [{"shape": [1, 1, 3], "dtype": "float32"}, [1, 2**30], [1, 1], [0, 2**29]], "kwargs": {}},
        ],
        ["round.decimals", {"args": [{"shape": [3], "dtype": "float32"}], "kwargs": {"decimals": 2**31}}],
    ],
    ids=lambda call: call[0],
)
def test_small_calls_answer_or_refuse_at_once(call):
    assert list(findings([call])) == []
