"""The table of views against torch: a changed view makes of its base what writing through the view does in torch."""

from __future__ import annotations

from random import Random

import pytest
from tests.unit.aten.view_calls import DRAWS, operator

import wye
from wye.aten.view_chain import ViewStep

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.torch


def write(call, base, output, at):
    """Write through a real view of a base of torch: to one element, or to all."""
    seen = call.view(torch, base)
    seen = seen[output] if isinstance(seen, (list, tuple)) else seen
    (seen if at is None else seen[at]).add_(1)
    return base


@pytest.mark.parametrize("name", sorted(DRAWS))
def test_an_inverse_gives_what_torch_writes_through_the_view(name):
    rng = Random(f"torch {name}")
    for _ in range(20):
        call = DRAWS[name](rng)
        seen = call.view(torch, call.base(torch))
        for output in range(len(seen) if isinstance(seen, (list, tuple)) else 1):
            step, base = ViewStep(operator(wye, name), call.args(wye), call.kwargs, output), call.base(wye)
            changed = step.forward(base).clone()
            if call.overlaps and not changed.numel():
                continue
            at = tuple(rng.randrange(size) for size in changed.shape) if call.overlaps else None
            (changed if at is None else changed[at]).add_(1)
            wanted = write(call, call.base(torch), output, at)
            made = step.inverse(base, changed)
            assert (tuple(made.shape), made.tolist()) == (tuple(wanted.shape), wanted.tolist()), (call, step)
