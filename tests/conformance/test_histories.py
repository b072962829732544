"""Random registration histories give the same states on torch 2.13 and on wye; `make fuzz` runs more of them."""

import os

import pytest
from tests.conformance.histories import find_mismatch

from wye.registry import registry

COUNT = int(os.environ.get("WYE_HISTORIES", "300"))
PART = 100  # histories of one test


@pytest.fixture(autouse=True)
def _without_the_built_in_operators():
    """Set thousands of operators aside, whose tables every fallback would push anew."""
    made = [entry.name for entry in registry.entries.values() if entry.name.startswith("aten::")]
    aside = {name: registry.entries.pop(name) for name in made}
    yield
    registry.entries.update(aside)


@pytest.mark.torch
@pytest.mark.parametrize("first", range(0, COUNT, PART))
def test_random_registration_histories_give_the_states_of_torch(first):
    mismatch = find_mismatch(20250213, range(first, min(first + PART, COUNT)))
    assert mismatch is None, mismatch
