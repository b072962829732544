"""What a dispatch mode sees of public calls and of composites: PyTorch's operators, order and arguments.

Arguments that equal their defaults are left out on both sides.
"""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.conformance.operators.calls import Call
from tests.conformance.seen.calls import CALLS
from tests.conformance.seen.known import COMPOSITES, MISSING, SEEN

torch = pytest.importorskip("torch")
pytestmark = [pytest.mark.torch, pytest.mark.filterwarnings("ignore")]

from tests.conformance.seen.sides import sides  # noqa: E402 - torch may be missing

STORED = json.loads(
    gzip.decompress((Path(__file__).parents[1] / "golden" / "operator_samples.json.gz").read_bytes()).decode()
)
IMPLICIT = [
    name
    for name in sorted(STORED)
    if torch._C._dispatch_has_kernel_for_dispatch_key(f"aten::{name}", "CompositeImplicitAutograd")
]

both = cache(sides)


def difference(wanted: Any, found: Any) -> str:
    """In words, how what wye's mode saw differs from what PyTorch's saw; empty: not at all."""
    if isinstance(found, str):
        return f"raised {found}"
    names = [[name for name, _ in seen] for seen in (wanted, found)]
    if names[0] != names[1]:
        return f"operators {names[1]} instead of {names[0]}"
    return "".join(f"{a} instead of {b}\n" for b, a in zip(wanted, found, strict=True) if a != b)


def test_several_hundred_calls_are_compared():
    assert len(CALLS) == len(set(CALLS)) > 1400


@pytest.mark.parametrize("call", CALLS)
def test_a_mode_sees_the_same_operators_of_a_public_call(call: str):
    pytorch, wye = both()
    wanted = pytorch.run(call)
    assert not isinstance(wanted, str), wanted
    found = difference(wanted, wye.run(call))
    is_known = call in SEEN or any(name in call for name in MISSING)
    assert is_known == bool(found), found or f"{call} is no known difference any more"


@pytest.mark.parametrize("name", IMPLICIT)
def test_a_composite_decomposes_into_the_same_operators(name: str):
    pytorch, wye = both()
    differences = []
    for words in STORED[name]:
        if "raised" in words:
            continue
        call, seed = Call.of(name, words), words["seed"]
        wanted = pytorch.run_operator(call, seed)
        if isinstance(wanted, str):
            continue  # a mode cannot run it in PyTorch
        found = difference(wanted, wye.run_operator(call, seed))
        if found:
            differences.append(found)
    is_known = name in COMPOSITES
    assert is_known == bool(differences), differences[:1] or f"{name} is no known difference any more"


def test_known_differences_are_of_calls_and_operators_that_are_compared():
    assert set(SEEN) - set(CALLS) == set()
    assert set(COMPOSITES) - set(IMPLICIT) == set()
    assert all((*SEEN.values(), *COMPOSITES.values(), *MISSING.values()))
