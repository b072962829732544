"""Products of small matrices and vectors are those of the Python rules, up to the order of sums."""

import random

import numpy as np
import pytest

import wye
from wye.aten.composites.linalg import matmul
from wye.aten.kernels.linalg import KERNELS

SHAPES = {
    "mm": ((2, 3), (3, 4)),
    "mv": ((2, 3), (3,)),
    "dot": ((3,), (3,)),
    "vdot": ((3,), (3,)),
    "bmm": ((5, 2, 3), (5, 3, 4)),
    "addmm": ((2, 4), (2, 3), (3, 4)),
}
TOLERANCE = {"float32": 1e-5, "complex64": 1e-5}


def drawn(rng: random.Random, shape: tuple[int, ...], dtype: str) -> np.ndarray:
    """An array that lies in rows, in columns, apart, expanded, or not aligned."""
    draw = np.random.default_rng(rng.randrange(1 << 30))
    values = draw.normal(size=shape)
    values = (values * 4).astype(dtype) if "complex" not in dtype else (values + 1j * values[::-1]).astype(dtype)
    how = rng.randrange(6)
    if how == 1:
        return np.asfortranarray(values)
    if how == 3:
        return np.repeat(values, 2, axis=-1)[..., ::2]
    if how == 4 and values.size:
        return np.broadcast_to(values[..., :1], shape)
    if how == 5:
        room = np.empty(values.nbytes + 1, np.uint8)[1:].view(dtype).reshape(shape)
        room[...] = values
        return room
    return values


@pytest.mark.parametrize("name", SHAPES)
def test_the_engine_multiplies_as_rules_do(name: str) -> None:
    rng = random.Random(name)
    op = getattr(wye.ops.aten, name).default
    for _ in range(300):
        sizes = {2: rng.randint(1, 20), 3: rng.choice([1, 2, 7, 64, 70]), 4: rng.randint(1, 9), 5: rng.randint(1, 4)}
        sizes[rng.choice([2, 3, 4, 5])] *= rng.random() > 0.05  # some are empty
        dtype = rng.choice(["float32", "float64", "float32", "float64", "complex64", "int64"])
        given = [drawn(rng, tuple(sizes[size] for size in shape), dtype) for shape in SHAPES[name]]
        if name == "addmm" and rng.random() < 0.5:
            given[0] = given[0][:1].reshape(-1)[: sizes[4]] if given[0].size else np.zeros(sizes[4], dtype)
        expected = KERNELS[name](*(one.copy() for one in given))
        found = op(*map(wye.from_numpy, given)).numpy()
        assert (found.dtype, found.shape) == (expected.dtype, np.shape(expected))
        np.testing.assert_allclose(found, expected, rtol=TOLERANCE.get(dtype, 1e-12), atol=TOLERANCE.get(dtype, 1e-12))


@pytest.mark.parametrize("name", SHAPES)
def test_sizes_and_dtypes_that_do_not_fit_are_errors_of_the_rules(name: str) -> None:
    op = getattr(wye.ops.aten, name).default
    given = [wye.ones(*shape) for shape in SHAPES[name]]
    for changed in (wye.ones(*(size + 1 for size in SHAPES[name][-1])), given[-1].double(), wye.ones(1, 1, 1, 1)):
        with pytest.raises((RuntimeError, IndexError)):
            op(*given[:-1], changed)


def test_products_with_infinities_and_nan_are_those_of_numpy() -> None:
    x = np.array([[np.inf, 0.0], [np.nan, 1.0]])
    y = np.array([[0.0, 1.0], [2.0, -np.inf]])
    with np.errstate(invalid="ignore"):
        np.testing.assert_array_equal((wye.from_numpy(x) @ wye.from_numpy(y)).numpy(), np.matmul(x, y))


@pytest.mark.parametrize(
    "shapes", [((2, 3), (3, 4)), ((2, 3), (3,)), ((3,), (3,)), ((3,), (3, 4)), ((5, 2, 3), (3, 4))]
)
def test_modes_see_the_operators_that_a_product_is_made_of(shapes: tuple[tuple[int, ...], ...]) -> None:
    seen = []

    class Watch(wye.DispatchMode):
        def __wye_dispatch__(self, func, types, args=(), kwargs=None):
            seen.append(func)
            return func(*args, **(kwargs or {}))

    factors = [wye.ones(*shape) for shape in shapes]
    wye.matmul(*factors)
    with Watch():
        wye.matmul(*factors)
    by_rule, seen[:] = list(seen), []
    with Watch():
        matmul(*factors)
    assert seen == by_rule
    assert {wye.ops.aten.mm.default, wye.ops.aten.mv.default, wye.ops.aten.dot.default} & set(seen)
