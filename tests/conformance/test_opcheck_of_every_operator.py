"""opcheck raises no false alarm: every operator of the set passes every check, on the stored calls."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pytest
from tests.conformance.operators.calls import Call
from tests.conformance.operators.known import UNINITIALISED
from tests.conformance.operators.sides import Wye

import wye
from wye.testing import opcheck

STORED = json.loads(
    gzip.decompress((Path(__file__).parents[1] / "golden" / "operator_samples.json.gz").read_bytes()).decode()
)
SIDE = Wye()
UTILS = ("test_schema", "test_autograd_registration")


def calls_of(name):
    """The stored calls of an operator that do not raise."""
    for words in STORED[name]:
        if "raised" not in words:
            call, made = Call.of(name, words), []
            rng = np.random.default_rng(words["seed"])
            yield tuple(SIDE.values(call.args, rng, made)), SIDE.values(call.kwargs, rng, made)


def with_gradients(op, tree):
    """The arguments, those of floating-point numbers requiring grad, where the operator writes to none."""
    if op.schema.is_mutable or "running_mean" in (a.name for a in op.schema.arguments):
        return tree
    return wye.pytree.tree_map_only(wye.Tensor, lambda t: t.requires_grad_() if t.is_floating_point() else t, tree)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", sorted(STORED.keys() - UNINITIALISED))
def test_an_operator_of_the_set_passes_every_check(name):
    op = SIDE.operator(name)
    for args, kwargs in calls_of(name):
        mine, by_name = with_gradients(op, (args, kwargs))
        opcheck(op, mine, by_name, test_utils=UTILS)
