"""Base functions under transform stacks equal loops over examples and nested plain autograd."""

from __future__ import annotations

import numpy as np
import pytest
from tests.unit.transforms.matrix_functions import FUNCTIONS, PLAIN
from tests.unit.transforms.matrix_stacks import LOOPS, STACKS, Inputs, flat

import wye


@pytest.mark.parametrize("stack", STACKS)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_stack_of_transforms_equals_loops_and_plain_autograd(name, stack):
    transformed = STACKS[stack](wye, lambda x: FUNCTIONS[name](wye, x), Inputs(wye))
    plain = PLAIN.get(name, FUNCTIONS[name])
    expected = LOOPS[stack](wye, lambda x: plain(wye, x), Inputs(wye))
    ours, theirs = flat(transformed), flat(expected)
    assert len(ours) == len(theirs)
    for one, other in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-7, atol=1e-9)
