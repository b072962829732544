"""Gradients equal torch's, for every operator that torch differentiates, in double precision; real and complex.

Each call has its results projected on random directions; a fixed share of the calls is differentiated twice.
"""

from __future__ import annotations

from functools import cache
from math import prod
from typing import Any

import pytest

pytest.importorskip("torch")

from tests.conformance.gradients.comparing import both, differences, widened
from tests.conformance.gradients.hand import HAND
from tests.conformance.gradients.known import is_known
from tests.conformance.operators.calls import Call
from tests.conformance.operators.known import ends_torch
from tests.conformance.operators.search import rows, seeds

MOST = 8  # calls of each operator
LARGEST = 3000  # elements of a tensor

pytestmark = [pytest.mark.torch, pytest.mark.filterwarnings("ignore")]
sides = cache(both)


def _has_kernel(row: Any) -> bool:
    takes = any(a.type.has_tensors for a in row.schema.arguments)
    gives = any(r.type.has_tensors for r in row.schema.returns)
    return takes and gives and not row.outs and not row.is_in_place and "implicit" not in row.source.rules


NAMES = sorted(n for n, row in rows().items() if _has_kernel(row) and (n in seeds() or n in HAND))


def _calls(name: str) -> list[tuple[int, Call]]:
    made = [widened(Call.of(name, words)) for words in [*HAND.get(name, ()), *seeds().get(name, ())]]
    safe = [(i, call) for i, call in enumerate(made) if not ends_torch(call)]
    small = [(i, call) for i, call in safe if all(prod(w["shape"]) <= LARGEST for w in call.tensors())]
    step = max(1, len(small) // MOST)
    return small[::step]


@pytest.mark.parametrize("name", NAMES)
def test_an_operator_has_torchs_gradients(name):
    theirs, ours = sides()
    found = []
    for number, call in _calls(name):
        expected = theirs.run(call, number, twice=number % 2 == 0)
        if "raised" in expected:
            continue
        actual = ours.run(call, number, twice=number % 2 == 0)
        found += [
            f"{line}\n    {call.words()!r:.300}" for line in differences(expected, actual) if not is_known(call, line)
        ]
    assert not found, "\n".join(found)
