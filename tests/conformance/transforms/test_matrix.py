"""Base functions under transform stacks give PyTorch's numbers."""

from __future__ import annotations

import numpy as np
import pytest
from tests.unit.transforms.matrix_functions import FUNCTIONS, PLAIN
from tests.unit.transforms.matrix_stacks import LOOPS, STACKS, Inputs, flat

import wye

torch = pytest.importorskip("torch")

# PyTorch's Hessian differs from its own gradient of a gradient: it forgets that mean and rstd depend on the input.
WRONG = {("layer_norm", "hessian"), ("layer_norm", "vmap(hessian)")}
pytestmark = [pytest.mark.torch, pytest.mark.filterwarnings("ignore")]


@pytest.mark.parametrize("stack", STACKS)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_stack_of_transforms_gives_pytorchs_numbers(name, stack):
    ours = flat(STACKS[stack](wye, lambda x: FUNCTIONS[name](wye, x), Inputs(wye)))
    plain = PLAIN.get(name, FUNCTIONS[name])  # custom operators have no forward mode in PyTorch
    theirs = flat((LOOPS if (name, stack) in WRONG else STACKS)[stack](torch, lambda x: plain(torch, x), Inputs(torch)))
    assert [x.shape for x in ours] == [x.shape for x in theirs]
    for one, other in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-7, atol=1e-9)


def _dropped(xp, randomness, chunk_size):
    def fn(x):
        return xp.nn.functional.dropout(x, 0.5, training=True) * xp.rand(3, dtype=x.dtype) + x

    xp.manual_seed(11)
    x = xp.arange(12, dtype=xp.float64).reshape(4, 3)
    return xp.vmap(fn, randomness=randomness, chunk_size=chunk_size)(x)


@pytest.mark.parametrize("chunk_size", [None, 3])
@pytest.mark.parametrize("randomness", ["same", "different"])
def test_random_operators_under_vmap_draw_pytorchs_numbers(randomness, chunk_size):
    ours, theirs = _dropped(wye, randomness, chunk_size), _dropped(torch, randomness, chunk_size)
    np.testing.assert_allclose(flat(ours)[0], flat(theirs)[0], rtol=1e-12)
