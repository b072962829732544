"""Operators that have a batching rule in PyTorch have one here: no loop over the examples."""

from __future__ import annotations

import warnings

import pytest
from tests.conformance.operators.calls import Call
from tests.conformance.operators.search import seeds
from tests.unit.transforms.against_loop import Sample, is_small

import wye

COUNT = 2  # calls of each operator
# Operators that PyTorch has no rule for either, and those that change which memory a tensor shows.
LOOPING = (
    "_embedding_bag", "embedding_bag", "embedding_bag.padding_idx", "histc", "histogram.bin_ct",
    "histogram.bins_tensor", "ormqr", "renorm", "renorm_", "resize_as_", "set_", "set_.source_Tensor",
    "set_.source_Tensor_storage_offset", "mm.dtype", "bmm.dtype", "addmm.dtype", "baddbmm.dtype",
)  # fmt: skip


@pytest.mark.parametrize("name", sorted(set(seeds()) - set(LOOPING)))
def test_an_operator_under_vmap_does_not_loop(name, monkeypatch):
    def refuse(name):
        raise AssertionError(f"{name} has no batching rule")

    monkeypatch.setattr("wye.transforms.loop._warn", refuse)
    calls = [call for call in (Call.of(name, words) for words in seeds()[name]) if is_small(call)]
    for call in calls[:: max(1, len(calls) // COUNT)][:COUNT]:
        sample = Sample(call, 2)
        if not sample.examples[0]:
            continue
        stacked = [wye.stack(list(pair)) for pair in zip(*sample.examples, strict=True)]
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                wye.vmap(sample, randomness="different")(*stacked)
        except AssertionError:
            raise
        except Exception:  # noqa: BLE001 - calls that raise are the business of the other test
            continue
