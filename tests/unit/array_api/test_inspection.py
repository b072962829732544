"""Questions about dtypes."""

import pytest

import wye.array_api as xp


@pytest.mark.parametrize("dtype", [xp.float32, xp.float64, xp.complex64])
def test_limits_of_floats_are_numbers_of_python(dtype):
    limits = xp.finfo(dtype)
    assert all(type(one) is float for one in (limits.eps, limits.max, limits.min, limits.smallest_normal))
    assert limits.dtype == (xp.float64 if dtype is xp.float64 else xp.float32)
    assert type(limits.bits) is int


def test_frequencies_have_the_dtype_that_is_given():
    assert xp.fft.fftfreq(4, dtype=xp.float32).dtype == xp.fft.rfftfreq(4, dtype=xp.float32).dtype == xp.float32
    with pytest.raises(ValueError, match="cpu"):
        xp.fft.fftfreq(4, device="tpu")
