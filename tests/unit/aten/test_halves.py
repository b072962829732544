"""Elements of float16 as float32 and back."""

import numpy as np
import pytest

import wye
from wye.aten.arrays.halves import MANY, converts_halves

EVERY_HALF = np.arange(1 << 16, dtype=np.uint16).view(np.float16)


def floats():
    """Numbers of every size that float16 has, on both sides of what is rounded, and those that it does not have."""
    halves = EVERY_HALF[np.isfinite(EVERY_HALF)].astype(np.float32)
    halfway = (halves[1:] + halves[:-1]) / 2
    around = [np.nextafter(halfway, np.float32(end)) for end in ("-inf", "inf")]
    return np.concatenate([halves, halfway, *around, np.array([1e9, -1e9, np.inf, 1e-30, -0.0], np.float32)])


def test_many_floats_become_the_halves_that_numpy_makes_of_them():
    values = floats()
    with np.errstate(all="ignore"):
        expected = values.astype(np.float16)
    assert values.size > MANY
    assert (wye.from_numpy(values).half().numpy().view(np.uint16) == expected.view(np.uint16)).all()


@pytest.mark.parametrize("rest", [0, 1, 7])
def test_every_half_becomes_its_float_whatever_is_left_at_the_end(rest):
    halves = EVERY_HALF[~np.isnan(EVERY_HALF)][: 40000 + rest]
    made = wye.empty(halves.size).copy_(wye.from_numpy(halves)).numpy()
    assert (made.view(np.uint32) == halves.astype(np.float32).view(np.uint32)).all()


def test_nan_stays_nan_both_ways():
    halves = wye.full((MANY,), float("nan")).half()
    assert np.isnan(halves.numpy()).all()
    assert np.isnan(halves.float().numpy()).all()


def test_other_dtypes_few_elements_gaps_and_shared_memory_are_left_to_numpy():
    target, many = np.zeros(MANY, np.float16), np.ones(2 * MANY, np.float32)
    assert not converts_halves(many[:MANY].astype(np.float64), target)
    assert not converts_halves(many[:4], target[:4])
    assert not converts_halves(many[::2], target)
    assert not converts_halves(many[:MANY], many.view(np.float16)[MANY : 2 * MANY])
