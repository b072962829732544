"""The strides of elementwise results, also in dimensions of size 1, where PyTorch has strides of its own."""

from __future__ import annotations

import random

import pytest

import wye

torch = pytest.importorskip("torch")

CALLS = {
    "x + 1": lambda lib, x: x + 1,
    "x * 2.5": lambda lib, x: x * 2.5,
    "1 - x": lambda lib, x: 1 - x,
    "x / 2": lambda lib, x: x / 2,
    "2 ** x": lambda lib, x: 2**x,
    "x ** 2": lambda lib, x: x**2,
    "x < 1": lambda lib, x: x < 1,
    "-x": lambda lib, x: -x,
    "x + x": lambda lib, x: x + x,
    "a tensor without dimensions": lambda lib, x: x * lib.tensor(2),
    "another shape": lambda lib, x: x + lib.ones(2, *[1] * x.dim()),
    "a row": lambda lib, x: x + lib.ones(x.shape[-1]),
    "where": lambda lib, x: lib.where(x > 0, x, 1),
    "another dtype": lambda lib, x: x.to(lib.float64),
    "remainder": lambda lib, x: x % 2,
    "add with alpha": lambda lib, x: lib.add(x, 1, alpha=2),
    "clamp": lambda lib, x: x.clamp(0, 1),
    "zero": lambda lib, x: lib.ops.aten.zero.default(x),
    "fill": lambda lib, x: lib.ops.aten.fill.Scalar(x, 1),
}


def layouts():
    """Shapes with sizes of 1, and strides in any order: with gaps, and with any number where the size is 1."""
    rng = random.Random(11)
    for ndim in (1, 2, 3, 4):
        for _ in range(40):
            shape = [rng.choice([1, 1, 2, 3]) for _ in range(ndim)]
            strides, step = [0] * ndim, rng.choice([1, 1, 2])
            for dim in rng.sample(range(ndim), ndim):
                strides[dim] = step
                step *= shape[dim] if rng.random() < 0.8 else shape[dim] + 1
            yield (
                shape,
                [rng.choice([0, 1, 5, 7, n]) if size == 1 else n for size, n in zip(shape, strides, strict=True)],
            )


@pytest.mark.parametrize("name", sorted(CALLS))
def test_results_have_the_strides_that_torch_gives_them(name):
    for shape, strides in layouts():
        for dtype in ("float32", "int64", "float16"):
            ours, theirs = (
                CALLS[name](lib, lib.empty_strided(shape, strides, dtype=getattr(lib, dtype)).fill_(1)).stride()
                for lib in (wye, torch)
            )
            assert ours == theirs, (shape, strides, dtype)
