"""Elements at positions of leading dimensions, rolled and padded arrays: what C gives is what the Python rules give."""

import random

import numpy as np
import pytest

import wye
from wye.aten.kernels import index, index_join, nn_pad

RULES = {
    "index.Tensor": index.KERNELS["index.Tensor"],
    "index_put": index.KERNELS["index_put"],
    "index_put_": index.KERNELS["index_put_"],
    "roll": index_join.KERNELS["roll"],
    "constant_pad_nd": nn_pad.KERNELS["constant_pad_nd"],
}


def array(rng: random.Random, shape: tuple[int, ...], dtype: str, low: int = -9, high: int = 9) -> np.ndarray:
    """Small integers in another dtype."""
    return np.random.default_rng(rng.randrange(1 << 30)).integers(low, high, size=shape).astype(dtype)


def indices(rng: random.Random, shape: tuple[int, ...]) -> list[np.ndarray]:
    """A mask, or positions of the first dimensions, some of them wrong."""
    depth = rng.randint(1, len(shape))
    if rng.random() < 0.3:
        return [array(rng, shape[:depth], "bool", 0, 2)]
    of = tuple(rng.choice([1, 2, 3]) for _ in range(rng.choice([1, 1, 2])))
    kind = "int64" if rng.random() < 0.9 else "int32"
    wrong = 1 if rng.random() < 0.1 else 0
    return [array(rng, of, kind, -size, size + wrong) for size in shape[:depth]]


def arguments(name: str, rng: random.Random) -> list[object]:
    """Arguments of an operator."""
    shape = tuple(rng.choice([1, 2, 3, 4]) for _ in range(rng.randint(1, 3)))
    self = array(rng, shape, rng.choice(["float32", "float64", "int64", "bool"]))
    if rng.random() < 0.1:
        self = np.asfortranarray(self)
    if name == "roll":
        return [self, [rng.randint(-5, 5)], [rng.randint(-len(shape), len(shape) - 1)]]
    if name == "constant_pad_nd":
        pad = [rng.randint(-1, 2) for _ in range(2 * rng.randint(1, len(shape)))]
        return [self, pad, rng.choice([0, 2, 1.5])][: rng.randint(2, 3)]
    given = indices(rng, shape)
    if name == "index.Tensor":
        return [self, given]
    try:
        picked = self[tuple(given)].shape
    except IndexError:
        picked = ()
    values = array(rng, rng.choice([picked, picked, (), picked[-1:]]), str(self.dtype))
    return [self, given, values, rng.random() < 0.5]


def told(fn: object, given: list[object], *, tensors: bool) -> object:
    """What a call gives, or its error; of a write also what was written."""
    copies = [one.copy(order="K") if isinstance(one, np.ndarray) else one for one in given]

    def convert(one: object) -> object:
        if isinstance(one, list):
            return [convert(item) for item in one]
        return wye.from_numpy(one) if isinstance(one, np.ndarray) else one

    try:
        found = fn(*map(convert, copies)) if tensors else fn(*copies)  # type: ignore[operator]
    except (RuntimeError, IndexError, NotImplementedError) as error:
        return type(error), str(error)
    result = found.numpy() if tensors else np.asarray(found)
    return result.dtype, result.shape, result.size and result.strides, result.tolist(), repr(copies[0])


@pytest.mark.parametrize("name", RULES)
def test_the_engine_looks_elements_up_as_rules_do(name: str) -> None:
    rng = random.Random(name)
    packet, _, overload = name.partition(".")
    op = getattr(getattr(wye.ops.aten, packet), overload or "default")
    for _ in range(300):
        given = arguments(name, rng)
        assert told(op, given, tensors=True) == told(RULES[name], given, tensors=False), given
