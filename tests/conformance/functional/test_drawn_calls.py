"""Functions written in Python take, refuse and give what torch's do."""

import pytest
from tests.conformance.functional.drawing import POOLS, Side, calls, compare
from tests.conformance.functional.templates import FUNCTIONAL, MORE_POOLS, NN

import wye
import wye.nn.functional

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.torch
POOLS.update(MORE_POOLS)
TEMPLATES = [line for text in (FUNCTIONAL, NN) for line in text.strip().splitlines()]
DRAWS, SEED = 8, 1


@pytest.fixture(scope="module")
def sides():
    import torch.nn.functional

    return Side(torch, torch.nn.functional), Side(wye, wye.nn.functional)


@pytest.mark.parametrize("template", TEMPLATES)
def test_drawn_calls_of_a_function_agree_with_torch(template, sides):
    found = [compare(*sides, call, SEED) for call in calls(template, DRAWS, SEED)]
    assert [difference for difference in found if difference is not None] == []
