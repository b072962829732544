"""Random programs with gradients do on wye what they do on torch 2.13; `make fuzz` draws more of them."""

import os

import pytest

pytest.importorskip("torch")

from tests.conformance.autograd.programs import find_mismatch

COUNT = int(os.environ.get("WYE_PROGRAMS", "400"))
PART = 100  # programs of one test


@pytest.mark.torch
@pytest.mark.parametrize("first", range(0, COUNT, PART))
def test_random_programs_have_the_gradients_and_the_states_of_torch(first):
    mismatch = find_mismatch(20261116, range(first, min(first + PART, COUNT)))
    assert mismatch is None, mismatch
