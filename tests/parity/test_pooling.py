"""Pooling in C gives, bit by bit, what the Python rules give."""

import random

import numpy as np
import pytest

import wye
from wye.aten.kernels.nn_pool import KERNELS

NAMES = ("avg_pool2d", "max_pool2d_with_indices", "_adaptive_avg_pool2d", "adaptive_max_pool2d")


def images(rng: random.Random) -> np.ndarray:
    lead = [rng.choice([1, 2, 3]) for _ in range(rng.choice([1, 2]))]
    shape = (*lead, rng.randint(1, 9), rng.randint(1, 9))
    made = np.random.default_rng(rng.randrange(1 << 30)).normal(size=shape).astype(rng.choice(["f", "f", "d"]))
    if rng.random() < 0.2:
        made.reshape(-1)[rng.randrange(made.size)] = rng.choice([np.nan, np.inf, -np.inf])
    return made if rng.random() < 0.8 else np.asfortranarray(made)


def arguments(name: str, rng: random.Random) -> list[object]:
    if "adaptive" in name:
        return [[rng.randint(0, 4), rng.randint(1, 4)]]
    kernel = [rng.randint(1, 3) for _ in range(rng.choice([1, 2]))]
    stride = [rng.randint(0 if rng.random() < 0.1 else 1, 3) for _ in range(rng.choice([0, 1, 2]))]
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
    rng = random.Random(name)
    op = getattr(wye.ops.aten, name).default
    for _ in range(200):
        self, given = images(rng), arguments(name, rng)
        assert told(op, self, given, tensors=True) == told(KERNELS[name], self, given, tensors=False), given
