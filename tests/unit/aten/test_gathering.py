"""Windows over inputs that are almost all padding."""

from __future__ import annotations

import pytest

import wye
from wye.aten.arrays import gathering
from wye.aten.kernels import nn_conv
from wye.nn import functional

X = wye.arange(60, dtype=wye.float32).reshape(1, 2, 5, 6) / 7 - 3
WEIGHT = wye.arange(24, dtype=wye.float32).reshape(2, 2, 2, 3) / 5 - 2
CALLS = {
    "conv2d": lambda: functional.conv2d(X, WEIGHT, stride=(2, 3), padding=(9, 20), dilation=(7, 11)),
    "conv2d of channels": lambda: functional.conv2d(X, WEIGHT[:, :1], padding=(9, 20), dilation=(17, 19), groups=2),
    "conv2d, same size": lambda: functional.conv2d(X, WEIGHT, padding="same", dilation=(30, 31)),
    "gradients": lambda: wye.ops.aten.convolution_backward(
        functional.conv2d(X, WEIGHT, padding=(9, 20), dilation=(17, 19)), X, WEIGHT, [2], [1, 1], [9, 20], [17, 19],
        False, [0, 0], 1, [True, True, True],
    ),
    "unfold and fold": lambda: functional.fold(
        functional.unfold(X, (2, 3), (17, 19), (9, 20)), (5, 6), (2, 3), (17, 19), (9, 20)
    ),
    "max_pool2d": lambda: functional.max_pool2d(X, (20, 18), 3, (10, 9), return_indices=True),
    "avg_pool2d": lambda: functional.avg_pool2d(X, (20, 18), 3, (10, 9), ceil_mode=True),
    "gradient of avg_pool2d": lambda: wye.ops.aten.avg_pool2d_backward(
        functional.avg_pool2d(X, (20, 18), 3, (10, 9)), X, (20, 18), 3, (10, 9), False, True, None
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_gathered_windows_give_what_padded_ones_give(name, monkeypatch):
    padded = CALLS[name]()
    monkeypatch.setattr(gathering, "_ELEMENTS", 0)
    monkeypatch.setattr(gathering, "_TIMES", 1)
    gathered = CALLS[name]()
    for one, other in zip(wye.pytree.tree_leaves(padded), wye.pytree.tree_leaves(gathered), strict=True):
        assert wye.allclose(one, other, atol=1e-3)


def test_padding_that_is_terabytes_long_is_not_allocated():
    ones = wye.ones(1, 1, 4)
    assert functional.conv1d(ones, wye.ones(1, 1, 3), padding="same", dilation=2**40).tolist() == [[[1.0] * 4]]


def test_everyday_windows_are_padded():
    assert gathering.gathering((64, 64), 8, (3, 3), (1, 1), (1, 1), (1, 1), (64, 64)) is None


def test_a_window_as_long_as_its_input_takes_one_step():
    x = wye.arange(1 << 20, dtype=wye.float32)[None]
    best, where = functional.max_pool1d(x, 1 << 20, return_indices=True)
    assert where.item() == best.item() == (1 << 20) - 1
    assert functional.avg_pool1d(x, 1 << 20).item() == pytest.approx(((1 << 20) - 1) / 2)


@pytest.mark.parametrize("name", [name for name in CALLS if "pool" not in name])
def test_patches_in_pieces_give_what_all_patches_give(name, monkeypatch):
    at_once = CALLS[name]()
    monkeypatch.setattr(nn_conv, "_PATCH_BYTES", 64)
    for one, other in zip(wye.pytree.tree_leaves(at_once), wye.pytree.tree_leaves(CALLS[name]()), strict=True):
        assert wye.allclose(one, other, atol=1e-3)
