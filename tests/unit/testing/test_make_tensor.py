"""Random tensors for tests: bounds, dtypes, order of elements."""

import math

import pytest

import wye
from wye.testing.make_tensor import make_tensor

DTYPES = [wye.bool, wye.uint8, wye.int64, wye.float16, wye.bfloat16, wye.float32, wye.float64, wye.complex64]
COUNTS = [wye.bool, wye.uint8, wye.int64]
FLOATS = [wye.float16, wye.float32, wye.float64, wye.complex128]


def parts(x):
    return wye.view_as_real(x) if x.is_complex() else x


@pytest.mark.parametrize("dtype", DTYPES)
def test_elements_lie_between_the_bounds_and_never_on_the_upper_one(dtype):
    wye.manual_seed(0)
    low, high = {wye.bool: (0, 2), wye.uint8: (0, 10), wye.int64: (-9, 10)}.get(dtype, (-9, 9))
    usual = parts(make_tensor(10_000, dtype=dtype))
    assert bool(((usual >= low) & (usual < high)).all())
    given = parts(make_tensor((10_000,), dtype=dtype, low=0, high=2))
    assert bool(((given >= 0) & (given < 2)).all())


@pytest.mark.parametrize("dtype", COUNTS)
def test_bounds_of_integers_are_rounded_up(dtype):
    assert not make_tensor(1000, dtype=dtype, low=-0.9, high=0.9).any()
    largest = 1 if dtype == wye.bool else wye.iinfo(dtype).max - (dtype == wye.int64)
    assert bool((make_tensor(9, dtype=dtype, low=largest, high=largest + 1) == largest).all())


@pytest.mark.parametrize("dtype", FLOATS)
def test_bounds_beyond_a_dtype_are_its_own(dtype):
    made = parts(make_tensor(1000, dtype=dtype, low=-math.inf, high=math.inf))
    assert bool(wye.isfinite(made).all())
    assert bool((made.abs() > 100).any())


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("bounds", [(0, math.nan), (math.nan, 0), (math.nan, math.nan)])
def test_nan_is_no_bound(dtype, bounds):
    with pytest.raises(ValueError, match="`low` and `high` cannot be NaN"):
        make_tensor(2, dtype=dtype, low=bounds[0], high=bounds[1])


@pytest.mark.parametrize("dtype", DTYPES)
def test_bounds_in_the_wrong_order_or_out_of_reach_are_refused(dtype):
    with pytest.raises(ValueError, match="`low` must be less than `high`, but got 1 >= 0"):
        make_tensor(2, dtype=dtype, low=1, high=0)
    limit = 2 if dtype == wye.bool else wye.iinfo(dtype).max + 1 if dtype in COUNTS else wye.finfo(dtype).max
    with pytest.raises(ValueError, match=r"The value interval specified by `low` and `high` is .* only supports"):
        make_tensor(2, dtype=dtype, low=limit, high=math.inf)
    with pytest.raises(ValueError, match="only supports"):
        make_tensor(2, dtype=dtype, low=int(limit) * 4, high=int(limit) * 5)


def test_equal_bounds_of_floats_are_deprecated():
    with pytest.warns(FutureWarning, match="Passing `low==high`"):
        made = make_tensor(3, dtype=wye.float32, low=2, high=2)
    assert made.tolist() == [2, 2, 2]
    with pytest.raises(ValueError, match="`low` must be less than `high`"):
        make_tensor(3, dtype=wye.int32, low=2, high=2)


def test_the_order_of_elements_is_one_of_two():
    assert make_tensor(2, 3, 4, 5, dtype=wye.int8, memory_format=wye.channels_last).is_contiguous(
        memory_format=wye.channels_last
    )
    assert not make_tensor(2, 3, dtype=wye.int8, noncontiguous=True).is_contiguous()
    assert make_tensor(1, dtype=wye.int8, noncontiguous=True).is_contiguous()
    with pytest.raises(ValueError, match="`noncontiguous` and `memory_format` are mutually exclusive"):
        make_tensor(2, 3, 4, 5, dtype=wye.int8, memory_format=wye.channels_last, noncontiguous=True)


@pytest.mark.parametrize("dtype", COUNTS)
def test_integers_have_no_gradients(dtype):
    with pytest.raises(ValueError, match="`requires_grad=True` is not supported for boolean and integral dtypes"):
        make_tensor(2, dtype=dtype, requires_grad=True)


@pytest.mark.parametrize("dtype", DTYPES)
def test_zeros_can_be_left_out(dtype):
    assert bool((make_tensor(1000, dtype=dtype, low=-1, high=2, exclude_zero=True) != 0).all())
