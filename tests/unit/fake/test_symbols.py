"""Calls on fakes with symbolic sizes: guards exclude no sizes for which the same formulas hold."""

from __future__ import annotations

import pytest

import wye

pytest.importorskip("sympy")

from wye.fake import FakeTensorMode
from wye.symbolic import ConstantSource, ShapeEnv
from wye.symbolic.values import value_of

aten = wye.ops.aten
# Each takes a fake of 6 rows and 4 columns.
CALLS = {
    "halves of columns": lambda x: aten.glu.default(x, 1),
    "halves of rows": lambda x: aten.glu.default(x, 0),
    "a copied diagonal": lambda x: aten.diagonal_copy.default(x, 1),
    "a diagonal": lambda x: aten.diagonal.default(x, -1),
    "a product in the cheapest order": lambda x: aten.linalg_multi_dot.default([x, x.t(), x]),
    "a filled diagonal": lambda x: aten.fill_diagonal_.default(x, 1.0),
    "distances": lambda x: aten._cdist_forward.default(x, x, 2.0, None),
    "pooled rows": lambda x: aten.max_pool1d.default(x, [2]),
    "a padded convolution": lambda x: aten.conv1d.padding(x.unsqueeze(1), x.unsqueeze(1), None, [1], "same"),
    "a transform of a length": lambda x: aten.fft_rfft.default(x, 9),
}


@pytest.mark.parametrize("name", sorted(CALLS))
def test_guards_admit_all_sizes_with_the_same_formulas(name):
    env = ShapeEnv()
    mode = FakeTensorMode(shape_env=env)
    x = mode.from_tensor(wye.empty(6, 4), source=ConstantSource("x"), static_shapes=False)
    with mode:
        CALLS[name](x)
    for size in (4, 8, 9, 12, 30) if "halves" not in name else (4, 8, 30):
        values = dict.fromkeys(env.backed_var_to_val, size)
        assert all(value_of(guard.expr, values) for guard in env.guards), (size, env.guards)


def test_a_slice_that_ends_with_the_tensor_passes_the_guard_of_a_longer_one():
    env = ShapeEnv()
    mode = FakeTensorMode(shape_env=env)
    x = mode.from_tensor(wye.empty(3), source=ConstantSource("x"), static_shapes=False)
    with mode:
        assert x[:5].shape[0] is not None
    (symbol,) = env.backed_var_to_val
    assert all(value_of(guard.expr, {symbol: 5}) for guard in env.guards)
    assert not all(value_of(guard.expr, {symbol: 6}) for guard in env.guards)
