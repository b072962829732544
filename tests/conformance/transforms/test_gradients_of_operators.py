"""Every differentiable operator under grad(vmap), vmap(grad) and jvp(vjp) has the gradients of plain autograd."""

from __future__ import annotations

import pytest
from tests.conformance.gradients.hand import HAND
from tests.conformance.operators.calls import Call
from tests.conformance.operators.search import rows, seeds
from tests.conformance.transforms.gradients_of_operators import jvp_of_vjp, under_vmap
from tests.unit.transforms.against_loop import FRONT_ONLY, is_small
from tests.unit.transforms.test_vmap_of_operators import OTHER, REFUSED

COUNT = 6  # calls of each operator
# What is not defined: statistics that are not those of the input, lengths below zero, singular values cut off; weights
# and targets that have no gradient unless the loss is taken apart; tangents of symmetric matrices that are not.
UNDEFINED = (
    "native_group_norm_backward", "native_layer_norm_backward", "polar", "linalg_pinv", "linalg_pinv.atol_rtol_tensor",
    "linalg_pinv.atol_rtol_float", "binary_cross_entropy_with_logits", "soft_margin_loss",
    "linalg_cholesky", "linalg_cholesky_ex", "linalg_eigh", "linalg_eigvalsh",
)  # fmt: skip
NO_FORWARD = ("Trying to use forward AD with", "the input matrix is singular")  # as plain forward mode says

pytestmark = pytest.mark.filterwarnings("ignore")


def _names() -> list[str]:
    made = []
    for name, row in rows().items():
        takes = any(a.type.has_tensors for a in row.schema.arguments)
        skipped = (
            name in UNDEFINED or row.outs or row.is_in_place or "nondeterministic_seeded" in row.tags or name in OTHER
        )
        if takes and not skipped and (name in seeds() or name in HAND):
            made.append(name)
    return sorted(made)


def _calls(name: str) -> list[Call]:
    made = [Call.of(name, words) for words in [*HAND.get(name, ()), *seeds().get(name, ())]]
    small = [call for call in made if is_small(call) and any("float" in w["dtype"] for w in call.tensors())]
    return small[:: max(1, len(small) // COUNT)][:COUNT]


@pytest.mark.parametrize("name", _names())
def test_an_operator_under_gradient_stacks_has_the_gradients_of_plain_autograd(name):
    found = []
    for call in _calls(name):
        for stack in (under_vmap, jvp_of_vjp):
            if stack is under_vmap and name.startswith(FRONT_ONLY):
                continue
            try:
                found += [f"{line}\n    {call.words()!r:.300}" for line in stack(call)]
            except Exception as error:
                no_forward = stack is jvp_of_vjp and any(text in str(error) for text in NO_FORWARD)
                if not no_forward and not any(text in str(error) for text in REFUSED):
                    raise
    assert not found, "\n".join(found)
