"""Pooling in C gives, bit by bit, what the Python rules give."""

import random

import numpy as np
import pytest

import wye
from wye.aten.kernels.nn_pool import KERNELS

NAMES = [
    name.format(n)
    for n in (2, 3)
    for name in ("avg_pool{}d", "max_pool{}d_with_indices", "_adaptive_avg_pool{}d", "adaptive_max_pool{}d")
]


def images(rng: random.Random, dims: int) -> np.ndarray:
    lead = [rng.choice([1, 2, 3]) for _ in range(rng.choice([1, 2]))]
    shape = (*lead, *(rng.randint(1, 9 if dims == 2 else 6) for _ in range(dims)))
    made = np.random.default_rng(rng.randrange(1 << 30)).normal(size=shape).astype(rng.choice(["f", "f", "d"]))
    if rng.random() < 0.2:
        made.reshape(-1)[rng.randrange(made.size)] = rng.choice([np.nan, np.inf, -np.inf])
    return made if rng.random() < 0.8 else np.asfortranarray(made)


def arguments(name: str, rng: random.Random, dims: int) -> list[object]:
    if "adaptive" in name:
        return [[rng.randint(0, 4), *(rng.randint(1, 4) for _ in range(dims - 1))]]
    kernel = [rng.randint(1, 3) for _ in range(rng.choice([1, dims]))]
    stride = [rng.randint(0 if rng.random() < 0.1 else 1, 3) for _ in range(rng.choice([0, 1, dims]))]
    padding = [rng.choice([0, 0, 0, 1])]
    rest: list[object] = [[rng.choice([1, 1, 2])], rng.random() < 0.2] if "max" in name else [rng.random() < 0.2]
    return [kernel, stride, padding, *rest][: rng.randint(1, 5)]


def told(fn: object, self: np.ndarray, given: list[object], *, tensors: bool) -> object:
    try:
        with np.errstate(all="ignore"):
            found = fn(wye.from_numpy(self.copy(order="K")) if tensors else self, *given)  # type: ignore[operator]
    except (RuntimeError, IndexError, NotImplementedError) as error:
        return type(error), str(error)
    several = found if isinstance(found, tuple) else (found,)
    arrays = [one.numpy() if tensors else np.asarray(one) for one in several]
    return [(one.dtype, one.shape, one.size and one.strides, one.tolist().__repr__()) for one in arrays]


@pytest.mark.parametrize("name", NAMES)
def test_the_engine_pools_as_rules_pool(name: str) -> None:
    rng, dims = random.Random(name), 2 if "2d" in name else 3
    op = getattr(wye.ops.aten, name).default
    for _ in range(200):
        self, given = images(rng, dims), arguments(name, rng, dims)
        assert told(op, self, given, tensors=True) == told(KERNELS[name], self, given, tensors=False), given
