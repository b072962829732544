"""New arrays: what a dtype holds, whose memory they have."""

import array

import numpy as np
import pytest

import wye.array_api as xp


def test_large_integers_go_to_their_dtype_without_a_detour():
    large = 2**63 + 1  # no float64 and no int64
    for found in (xp.asarray([large, 5], dtype=xp.uint64), xp.asarray([xp.asarray(5), large], dtype=xp.uint64)):
        assert large in found.tolist()
    assert xp.full((2,), large, dtype=xp.uint64).tolist() == [large, large]


@pytest.mark.parametrize(
    ("number", "dtype", "error"),
    [(300, xp.int8, OverflowError), (-1, xp.uint64, OverflowError), (2**70, xp.int64, OverflowError),
     (1j, xp.float32, TypeError), (xp.asarray(1j), xp.float32, TypeError)],
)  # fmt: skip
def test_numbers_that_a_dtype_does_not_hold_are_refused(number, dtype, error):
    with pytest.raises(error):
        xp.full((2,), number, dtype=dtype)
    if not isinstance(number, xp.asarray(0).__class__):
        for make in (xp.asarray, lambda one, **options: xp.full_like(xp.ones(2), one, **options)):
            with pytest.raises(error):
                make(number, dtype=dtype)


@pytest.mark.parametrize("data", [np.arange(3.0), xp.arange(3, dtype=xp.float64), np.arange(6.0)[::2]])
def test_memory_is_shared_or_copied_as_asked(data):
    shared, own = xp.asarray(data, copy=False), xp.asarray(data, copy=True)
    data[0] = 7.0
    assert (float(shared[0]), float(own[0])) == (7.0, 0.0)
    with pytest.raises(ValueError, match="copy"):
        xp.asarray(data, dtype=xp.float32, copy=False)


def test_lists_of_arrays_and_numbers():
    assert xp.asarray([[xp.asarray(1), 2], [3, xp.asarray(4.5)]]).tolist() == [[1.0, 2.0], [3.0, 4.5]]
    assert xp.asarray([xp.ones(2), [2, 3]], dtype=xp.float32).dtype == xp.float32
    assert xp.asarray(array.array("d", [1.5])).tolist() == [1.5]
