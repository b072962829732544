"""Arrays as objects: indices, writes, masks, numbers of Python, attributes, memory."""

import math
import operator

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.conformance.array_api.strategies import (
    COMPLEX,
    EVERY,
    INTEGERS,
    REAL,
    arrays,
    broadcast_shapes,
    drawn,
    plain,
    same,
    shapes,
    xps,
)  # fmt: skip

import wye.array_api as xp

pytestmark = pytest.mark.filterwarnings("ignore")


@drawn
@given(arrays(EVERY), st.data())
def test_parts_are_read(x, data):
    key = data.draw(xps.indices(x.shape, allow_newaxis=True))
    same(x[key], plain(x)[key])


@drawn
@given(arrays(EVERY), st.data())
def test_parts_are_written(x, data):
    key = data.draw(xps.indices(x.shape))
    wanted, made = plain(x), xp.asarray(x, copy=True)
    value = data.draw(arrays([x.dtype], wanted[key].shape))
    made[key], wanted[key] = value, plain(value)
    same(made, wanted)
    number = data.draw(xps.from_dtype(x.dtype))
    made[key], wanted[key] = number, number
    same(made, wanted)


@drawn
@given(arrays(EVERY), st.data())
def test_masks(x, data):
    without = st.tuples(*[st.sampled_from([0, size]) for size in x.shape])  # sizes of 0 are those of no elements
    mask = data.draw(arrays([xp.bool], st.sampled_from([x.shape, x.shape[:1], ()]) | without))
    wanted = plain(x)[plain(mask)]
    same(x[mask], wanted)
    made, number = xp.asarray(x, copy=True), data.draw(xps.from_dtype(x.dtype))
    wanted = plain(x)
    made[mask], wanted[plain(mask)] = number, number
    same(made, wanted)


@drawn
@given(arrays(EVERY), arrays([xp.bool]))
def test_masks_of_another_shape_are_refused(x, mask):
    assume(mask.ndim > x.ndim or any(a not in (0, b) for a, b in zip(mask.shape, x.shape, strict=False)))
    with pytest.raises(IndexError):
        x[mask]


@drawn
@given(shapes(min_dims=1, min_side=1), st.data())
def test_arrays_of_integers_and_numbers_as_indices(shape, data):
    x = xp.reshape(xp.arange(math.prod(shape)), shape)
    are_arrays = [data.draw(st.booleans()) for _ in shape]
    assume(any(are_arrays))
    sizes = iter(data.draw(broadcast_shapes(sum(are_arrays))))
    kinds = [
        arrays(INTEGERS, next(sizes), elements=st.integers(0, n - 1)) if is_array else st.integers(-n, n - 1)
        for n, is_array in zip(shape, are_arrays, strict=True)
    ]
    key = tuple(map(data.draw, kinds))
    found = x[key]
    places = np.broadcast_arrays(*map(plain, key))
    wanted = [int(x[tuple(xp.asarray(int(one[place])) for one in places)]) for place in np.ndindex(places[0].shape)]
    same(found, np.reshape(wanted, places[0].shape).astype(np.int64))


@pytest.mark.parametrize(
    ("number", "dtypes"),
    [(bool, EVERY), (int, (xp.bool, *INTEGERS)), (operator.index, INTEGERS), (float, (xp.bool, *REAL)),
     (complex, EVERY)],
)  # fmt: skip
@drawn
@given(data=st.data())
def test_arrays_without_dimensions_become_numbers(number, dtypes, data):
    x = data.draw(arrays(dtypes, ()))
    found, wanted = number(x), number(plain(x)[()].item())
    assert type(found) is type(wanted)
    assert found == wanted or (wanted != wanted and found != found)


@drawn
@given(arrays(EVERY), st.data())
def test_memory_is_shared_or_copied(x, data):
    assume(x.size)
    place = tuple(data.draw(st.integers(0, size - 1)) for size in x.shape)
    old, new = plain(x)[place], data.draw(xps.from_dtype(x.dtype))
    results = [(make(copy=copy), copy) for copy in (True, False) for make in (
        lambda copy: xp.asarray(x, copy=copy), lambda copy: xp.astype(x, x.dtype, copy=copy),
        lambda copy: xp.reshape(x, x.shape, copy=copy), lambda copy: xp.from_dlpack(x, copy=copy),
    )]  # fmt: skip
    x[place] = new
    for found, is_copy in results:
        np.testing.assert_array_equal(plain(found)[place], old if is_copy else plain(x)[place])


@drawn
@given(arrays(EVERY))
def test_attributes_and_iteration(x):
    wanted = plain(x)
    assert (x.shape, x.ndim, x.size, x.dtype) == (wanted.shape, wanted.ndim, wanted.size, wanted.dtype)
    assert x.to_device(x.device).shape == x.shape
    assert x.__array_namespace__() is xp
    if x.ndim:
        for found, row in zip(x, wanted, strict=True):
            same(found, row)
    else:
        with pytest.raises(TypeError):
            iter(x)
    if x.ndim > 1:
        same(x.mT, np.matrix_transpose(wanted))


@drawn
@given(arrays(EVERY))
def test_other_libraries_take_the_memory(x):
    same(xp.from_dlpack(np.from_dlpack(x)), plain(x))
    same(xp.from_dlpack(x, device="cpu", copy=True), plain(x))
    assert x.__dlpack_device__()[0] == 1
    assert x.__dlpack__(max_version=(1, 0), dl_device=(1, 0), copy=None) is not None


def test_numbers_that_are_not_there():
    for number, x in ((int, math.nan), (float, [1.0, 2.0]), (bool, [True, False])):
        with pytest.raises((ValueError, TypeError)):
            number(xp.asarray(x))
    with pytest.raises(OverflowError):
        int(xp.asarray(math.inf))
    for dtype in COMPLEX:
        with pytest.raises(TypeError):
            float(xp.asarray(1j, dtype=dtype))
