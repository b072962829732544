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
UTILS = ("test_schema", "test_autograd_registration", "test_faketensor")


def calls_of(name):
    """The stored calls of an operator that do not raise."""
    for words in STORED[name]:
        if "raised" not in words:
            call, made = Call.of(name, words), []
            rng = np.random.default_rng(words["seed"])
            yield tuple(SIDE.values(call.args, rng, made)), SIDE.values(call.kwargs, rng, made)


def with_outputs(op, tree):
    """The arguments, those that results are stored in having their right sizes."""
    if any(argument.is_out for argument in op.schema.arguments):
        op(*tree[0], **tree[1])
    return tree


def with_gradients(op, tree):
    """The arguments, those of floating-point numbers requiring grad, where there are gradients."""
    floats = [t for t in wye.pytree.tree_leaves(tree) if isinstance(t, wye.Tensor) and t.is_floating_point()]
    if not op.schema.is_mutable:
        for tensor in floats:
            tensor.requires_grad_()
        if not has_gradients(op, tree, floats):
            for tensor in floats:
                tensor.requires_grad_(False)
    return tree


def has_gradients(op, tree, floats):
    try:
        outs = [t for t in wye.pytree.tree_leaves(op(*tree[0], **tree[1])) if isinstance(t, wye.Tensor)]
        total = sum(t.abs().sum() for t in outs if t.requires_grad)
        wye.autograd.grad(total, floats, allow_unused=True)
    except (RuntimeError, NotImplementedError, TypeError):
        return False
    return True


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", sorted(STORED.keys() - UNINITIALISED))
def test_an_operator_of_the_set_passes_every_check(name):
    op = SIDE.operator(name)
    for args, kwargs in calls_of(name):
        mine, by_name = with_gradients(op, with_outputs(op, (args, kwargs)))
        opcheck(op, mine, by_name, test_utils=UTILS)
