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
from wye.errors import GuardOnDataDependentSymNode
from wye.fake import DataDependentOutputException, DynamicOutputShapeException
from wye.testing import opcheck

STORED = json.loads(
    gzip.decompress((Path(__file__).parents[1] / "golden" / "operator_samples.json.gz").read_bytes()).decode()
)
SIDE = Wye()
# Graphs cannot compute what depends on elements with sizes that are numbers; PyTorch's check fails, too.
NEEDS_DATA = (DataDependentOutputException, DynamicOutputShapeException)
UTILS = (
    "test_schema", "test_autograd_registration", "test_faketensor", "test_aot_dispatch_static",
    "test_aot_dispatch_dynamic",
)  # fmt: skip
# The number of pieces or classes, a truth value, and a complex number that only data says: PyTorch's check fails, too.
BRANCHES_ON_DATA = dict.fromkeys(
    ("is_nonzero", "item", "one_hot", "tensor_split.tensor_indices_or_sections"),
    (GuardOnDataDependentSymNode, NotImplementedError),
)
BRANCHES_ON_DATA["as_strided"] = (RuntimeError,)  # of memory beside the tensor, which symbols for sizes do not know
LEFT_OUT = frozenset(
    (
        "set_", "set_.source_Tensor", "set_.source_Tensor_storage_offset",  # other memory for an argument is no write
        "lift",  # returns its argument itself
        "kron.out",  # writes through a view of its result, which lies otherwise where it was computed without writes
    )
)  # fmt: skip
# Its gradients grow with the square of how badly a matrix is conditioned, and so does how products are rounded.
TOLERANCES = {"linalg_pinv": {"rtol": 1e-4, "atol": 1e-4}}


def calls_of(name):
    """The stored calls of an operator that do not raise."""
    for words in STORED[name]:
        if "raised" not in words:
            call, made = Call.of(name, words), []
            rng = np.random.default_rng(words["seed"])
            args, kwargs = tuple(SIDE.values(call.args, rng, made)), SIDE.values(call.kwargs, rng, made)
            if not any(map(repeats, wye.pytree.tree_leaves((args, kwargs)))):
                yield args, kwargs


def repeats(value):
    """Is it a tensor whose elements lie at one place?  Writes to such are refused, or not, in different places."""
    pairs = zip(value.shape, value.stride(), strict=True) if isinstance(value, wye.Tensor) else ()
    return any(size > 1 and step == 0 for size, step in pairs)


def with_outputs(op, tree):
    """The arguments, those that results are stored in having their right sizes."""
    if any(argument.is_out for argument in op.schema.arguments):
        op(*tree[0], **tree[1])
    return tree


def with_gradients(op, tree):
    """The arguments, those of floating-point numbers requiring grad, where there are gradients."""
    floats = [t for t in wye.pytree.tree_leaves(tree) if isinstance(t, wye.Tensor) and t.is_floating_point()]
    if not op.schema.is_mutable and all(t.isfinite().all() for t in floats):
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
        if not floats or not isinstance(total, wye.Tensor):
            return False
        wye.autograd.grad(total, floats, allow_unused=True)
    except (RuntimeError, NotImplementedError, TypeError):
        return False
    return True


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", sorted(STORED.keys() - UNINITIALISED - LEFT_OUT))
def test_an_operator_of_the_set_passes_every_check(name):
    op = SIDE.operator(name)
    for args, kwargs in calls_of(name):
        mine, by_name = with_gradients(op, with_outputs(op, (args, kwargs)))
        tolerances = TOLERANCES.get(name, {})
        for check, found in opcheck(op, mine, by_name, test_utils=UTILS, raise_exception=False, **tolerances).items():
            if isinstance(found, Exception) and not isinstance(found, NEEDS_DATA + BRANCHES_ON_DATA.get(name, ())):
                raise AssertionError(check) from found
