"""Elements that are picked and placed in C are those that the Python rules pick and place, errors included."""

import random

import numpy as np
import pytest

import wye
from wye.aten.kernels import factory, index, index_join, index_scatter, reduce_order

NAMES = (
    "gather", "scatter.src", "scatter_.src", "scatter.value", "scatter_.value", "scatter_add", "scatter_add_",
    "index_select", "index_add", "index_add_", "index_copy", "index_copy_", "index_fill.int_Scalar",
    "index_fill_.int_Scalar", "take", "put_", "flip", "tril", "triu", "searchsorted.Tensor", "bucketize.Tensor",
    "tril_indices", "triu_indices", "scatter_reduce.two", "scatter_reduce_.two", "masked_scatter",
)  # fmt: skip
RULES = {
    name: rules[name]
    for rules in (factory.KERNELS, index.KERNELS, index_join.KERNELS, index_scatter.KERNELS, reduce_order.KERNELS)
    for name in NAMES
    if name in rules
}
DTYPES = ("float32", "float64", "int64", "int32", "bool", "complex64", "float16")


def array(rng: random.Random, shape: tuple[int, ...], dtype: str, values: tuple[int, int] = (-9, 9)) -> np.ndarray:
    """An array with small integers, row-major or not."""
    draws = np.random.default_rng(rng.randrange(1 << 30)).integers(*values, size=shape)
    made = np.asarray(draws).astype(dtype)
    if len(shape) > 1 and rng.random() < 0.2:
        made = np.asfortranarray(made)
    return made


def arguments(name: str, rng: random.Random) -> list[object]:
    """Arguments of an operator, some of them wrong."""
    packet = name.partition(".")[0]
    if packet.endswith("_indices"):
        return [rng.randint(-1, 5), rng.randint(0, 5), rng.randint(-6, 6)]
    ndim, dtype = rng.randint(0, 3), rng.choice(DTYPES)
    shape = tuple(rng.choice([0, 1, 2, 3, 3]) for _ in range(ndim))
    self = array(rng, shape, dtype)
    dim = rng.randint(-ndim - 1, ndim) if rng.random() < 0.2 else rng.randrange(max(ndim, 1))
    if packet == "masked_scatter":
        mask = array(rng, shape if rng.random() < 0.8 else (3,), "bool" if rng.random() < 0.9 else "int64", (0, 2))
        return [self, mask, array(rng, (rng.randint(0, 20),), rng.choice([dtype, dtype, "float32"]))]
    if packet in ("tril", "triu"):
        return [self, rng.randint(-4, 4)]
    if packet == "flip":
        return [self, rng.sample(range(-ndim, ndim), rng.randint(0, ndim)) if ndim else []]
    if packet in ("searchsorted", "bucketize"):
        both = [np.sort(array(rng, (rng.randint(0, 9),), dtype)), array(rng, shape, rng.choice([dtype, "float32"]))]
        return both if packet == "searchsorted" else both[::-1]
    if packet in ("take", "put_"):
        at = array(rng, (rng.randint(0, 3), 2), rng.choice(["int64", "int64", "int32"]), (-3, 3))
        return [self, at] if packet == "take" else [self, at, array(rng, at.shape, rng.choice([dtype, "float32"]))]
    return [self, dim, *_places(name, self, dim, rng)]


def _places(name: str, self: np.ndarray, dim: int, rng: random.Random) -> list[object]:
    """Positions along a dimension, and what is put there."""
    packet, shape, dtype = name.partition(".")[0], self.shape, str(self.dtype)
    bounds = (-1, 3) if rng.random() < 0.3 else (0, 2)
    integers = rng.choice(["int64", "int64", "int64", "int32", "float32"])
    number = rng.choice([2, 1.5, -3, 2**70, 1e300, True, 2.5j])
    if packet in ("gather", "scatter", "scatter_", "scatter_add", "scatter_add_", "scatter_reduce", "scatter_reduce_"):
        sizes = tuple(rng.choice([size, max(size - 1, 0)]) for size in shape)
        at = array(rng, sizes, integers, bounds)
        if packet == "gather":
            return [at]
        reduction = [rng.choice(["sum", "sum", "amax", "prod", "none"])] if "reduce" in packet else []
        return [at, number if "value" in name else array(rng, shape, dtype), *reduction]
    at = array(rng, (rng.randint(0, 4),), integers, bounds)
    if packet == "index_select":
        return [at]
    if "fill" in packet:
        return [at, number]
    like = [*shape]
    if like and -self.ndim <= dim < self.ndim:
        like[dim] = at.size
    return [at, array(rng, tuple(like), rng.choice([dtype, dtype, "float32"]))]


def told(fn: object, given: list[object], *, tensors: bool) -> object:
    """What a call gives, and what it leaves in its first argument; or its error."""
    copies = [one.copy(order="K") if isinstance(one, np.ndarray) else one for one in given]
    values = [wye.from_numpy(one) if tensors and isinstance(one, np.ndarray) else one for one in copies]
    try:
        with np.errstate(all="ignore"):
            found = fn(*values)  # type: ignore[operator]
    except (RuntimeError, IndexError, ValueError, TypeError, NotImplementedError, OverflowError) as error:
        return type(error), str(error)
    result = found.numpy() if tensors else np.asarray(found)
    strides = result.strides if result.size else None
    return result.dtype, result.shape, strides, result.tobytes(), np.asarray(copies[0]).tobytes()


@pytest.mark.parametrize("name", NAMES)
def test_the_engine_picks_what_rules_pick(name: str) -> None:
    rng = random.Random(name)
    packet, _, overload = name.partition(".")
    op = getattr(getattr(wye.ops.aten, packet), overload or "default")
    for _ in range(150):
        given = arguments(name, rng)
        assert told(op, given, tensors=True) == told(RULES[name], given, tensors=False), given


def test_places_that_overlap_with_what_is_read_are_left_to_the_rule_which_refuses_them() -> None:
    x = wye.arange(6.0)
    at = wye.tensor([0, 1, 2])
    with pytest.raises(RuntimeError, match="some elements of the input tensor and the written-to tensor"):
        x.scatter_(0, at, x[3:])
    assert x.tolist() == [0, 1, 2, 3, 4, 5]
    assert x.scatter_(0, at, x[3:].clone()).tolist() == [3, 4, 5, 3, 4, 5]


def test_searches_in_sequences_that_are_not_sorted_halve_them() -> None:
    sequence = wye.tensor([5.0, 1.0, float("nan"), 4.0, 2.0])
    values = wye.tensor([0.0, 3.0, float("nan"), 4.5])
    found = reduce_order.KERNELS["searchsorted.Tensor"](sequence.numpy(), values.numpy())
    assert wye.searchsorted(sequence, values).tolist() == found.tolist()
