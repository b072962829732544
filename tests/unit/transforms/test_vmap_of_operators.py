"""Every operator under vmap gives what a loop over the examples gives.

The calls are those of the conformance tests; the batch dimension is at every position, one and two levels deep, and
all tensors, the first one, or all but the first are batched.
"""

from __future__ import annotations

import pytest
from tests.conformance.operators.calls import Call
from tests.conformance.operators.search import seeds
from tests.unit.transforms.against_loop import FRONT_ONLY, compare, is_small

import wye
from wye.aten.columns import COLUMNS
from wye.aten.lines import lines
from wye.registry.rules import find_rule

COUNT = 2  # calls of each operator
# What vmap refuses by design, with an error of its own.
REFUSED = (
    "out= or view ops",
    "can output dynamic shape",
    "dynamic shape. Attempting to batch over indexing",
    "randomness error mode",
    "is not possible because",
    "doesn't match the broadcast shape",
    "Can't detach views in-place",
    "over `mask`",
    "data-dependent control flow",
    ".item()",
    "doesn't have storage",
    "one_hot needs num_classes",
    "NYI: resize_",
    "out variants of random operations",
    "do not yet support aten::rrelu",
    "not supported inside of vmap",
    "which will be updated in place, were not batched",
)
UNSET = ("empty", "set_")  # results without particular values, and memory that belongs to no batch
# Their sizes depend on values that differ between the examples, or on what is left undefined.
OTHER = ("_embedding_bag", "embedding_bag", "_unsafe_index.Tensor")


def _names() -> list[str]:
    return [name for name in sorted(seeds()) if not any(word in name for word in UNSET) and name not in OTHER]


def test_every_rule_is_found_by_its_operator():
    wye.vmap(wye.sin)(wye.ones(2))
    for family in sorted(set(lines().families.values())):
        for name, rule in COLUMNS["vmap"].table(family).items():
            packet, _, overload = name.partition(".")
            found = find_rule(getattr(getattr(wye.ops.aten, packet), overload or "default"), "vmap")
            assert found is not None, name
            assert found.fn is rule, name


@pytest.mark.parametrize("name", _names())
def test_an_operator_under_vmap_equals_a_loop_over_the_examples(name):
    calls = [call for call in (Call.of(name, words) for words in seeds()[name]) if is_small(call)]
    for number, call in enumerate(calls[:: max(1, len(calls) // COUNT)][:COUNT]):
        for which in range(3):
            for two in (False, True):
                try:
                    found = compare(call, which, 0 if name.startswith(FRONT_ONLY) else number, two=two)
                except Exception as error:
                    if not any(text in str(error) for text in REFUSED):
                        raise
                    found = None
                assert found is None, f"{found}\n{call.words()} which={which} two={two}"
