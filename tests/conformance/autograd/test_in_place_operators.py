"""Operators that write to their first argument have torch's gradients and nodes."""

from __future__ import annotations

import warnings
from functools import cache
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")

from tests.conformance.gradients.comparing import Gradients, both, differences, widened
from tests.conformance.operators.calls import Call
from tests.conformance.operators.known import ends_torch
from tests.conformance.operators.search import rows, seeds

pytestmark = [pytest.mark.torch, pytest.mark.filterwarnings("ignore")]
MOST = 3  # calls of each operator
sides = cache(both)
# torch writes a matrix over a number, which then has another shape.
LEFT_OUT = ("addbmm_", "set_.source_Tensor_storage_offset")  # and reads beyond a storage of other size
# What torch leaves out: formulas of writes, and checks that would come before an error deep inside.
MORE_IN_WYE = ("inplace version of", "INTERNAL ASSERT", "setStorage")
NAMES = sorted(
    n for n, row in rows().items() if row.is_in_place and n in seeds() and n not in LEFT_OUT and "dropout" not in n
)


def run(side: Gradients, call: Call, seed: int, *, of_view: bool) -> dict[str, Any]:
    """The outcome of a write to a tensor that was computed, or to a view of one."""
    rng = np.random.default_rng(seed)
    made: list[Any] = []
    args = side.side.values(call.args, rng, made)
    kwargs = side.side.values(call.kwargs, rng, made)
    leaves = [x for x in made if x.dtype.is_floating_point or x.dtype.is_complex]
    for leaf in leaves:
        leaf.requires_grad_()
    base = args[0] * 1 if made and args[0] is made[0] else None
    if base is None:
        return {"raised": "its first argument is no tensor"}
    target = base.view(base.shape) if of_view else base
    try:
        result = side.side.operator(call.name)(target, *args[1:], **kwargs)
    except Exception as error:  # noqa: BLE001 - calls that raise are the business of other tests
        return {"raised": f"{type(error).__name__}: {error}"}
    results = [x for x in side._flat(result) if x.requires_grad]
    told: dict[str, Any] = {"nodes": [(x.grad_fn.name() if x.grad_fn else None, x._version) for x in (base, target)]}
    if not results:
        return told
    try:
        told["first"] = [side._told(x) for x in side._grads(results, leaves, rng, create_graph=False)]
    except Exception as error:  # noqa: BLE001 - both sides must raise
        told["first"] = f"raises {type(error).__name__}: {error}"
    return told


@pytest.mark.parametrize("name", NAMES)
def test_a_write_has_torchs_gradients_and_node(name):
    found = []
    calls = [widened(Call.of(name, words)) for words in seeds()[name]]
    step = max(1, len(calls) // MOST)
    for number, call in list(enumerate(calls))[::step]:
        if ends_torch(call):
            continue
        for of_view in (False, True):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                theirs, ours = (run(side, call, number, of_view=of_view) for side in sides())
            if any(text in str(theirs.get("first")) for text in MORE_IN_WYE):
                continue
            found += [f"{line}  of_view={of_view}\n    {call.words()!r:.200}" for line in differences(theirs, ours)]
    assert not found, "\n".join(found)
