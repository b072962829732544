"""Elements of short lines in order are those that the Python rules choose."""

import random

import numpy as np
import pytest

import wye
from wye.aten.kernels.reduce_order import KERNELS


@pytest.mark.parametrize("name", ["topk", "kthvalue", "median.dim"])
def test_the_engine_orders_elements_as_rules_do(name: str) -> None:
    rng = random.Random(name)
    packet, _, overload = name.partition(".")
    op = getattr(getattr(wye.ops.aten, packet), overload or "default")
    for _ in range(200):
        shape = tuple(rng.randint(1, 5) for _ in range(rng.randint(1, 3)))
        x = np.random.default_rng(rng.randrange(1 << 30)).normal(size=shape).astype(rng.choice("fd"))
        if rng.random() < 0.3:
            x = np.round(x)  # equal ones
        if rng.random() < 0.1:
            x.reshape(-1)[0] = np.nan
        dim = rng.randrange(-len(shape), len(shape))
        given: list[object] = [dim, rng.random() < 0.3]
        if name != "median.dim":
            given = [rng.randint(1, shape[dim]), *given]
        if name == "topk":
            given.append(True)
        expected = KERNELS[name](x, *given)
        found = op(wye.from_numpy(x.copy()), *given)
        for one, other in zip(found, expected, strict=True):
            array = one.numpy()
            assert (array.dtype, array.shape) == (other.dtype, other.shape)
            assert array.size < 2 or array.strides == other.strides, (shape, given)
            np.testing.assert_array_equal(array, other)
