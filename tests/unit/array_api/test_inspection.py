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


@pytest.mark.parametrize(
    ("given", "to", "expected"),
    [
        (xp.bool, xp.bool, True), (xp.bool, xp.int8, False), (xp.int8, xp.int16, True), (xp.int16, xp.int8, False),
        (xp.uint8, xp.int16, True), (xp.int8, xp.uint16, False), (xp.int8, xp.float64, False),
        (xp.float32, xp.complex64, True), (xp.float64, xp.complex64, False), (xp.complex64, xp.float64, False),
    ],
)  # fmt: skip
def test_dtypes_are_cast_as_the_standard_promotes_them(given, to, expected):
    assert xp.can_cast(given, to) is xp.can_cast(xp.ones(2, dtype=given), to) is expected


@pytest.mark.parametrize("dtype", [xp.float32, xp.int64, xp.uint8])
def test_imaginary_parts_are_not_dropped(dtype):
    with pytest.raises(TypeError, match=r"xp\.real"):
        xp.astype(xp.asarray([1 + 2j]), dtype)
    assert xp.astype(xp.asarray([1 + 2j, 0]), xp.bool).tolist() == [True, False]


def test_questions_about_devices_that_are_not_there_are_refused():
    info = xp.__array_namespace_info__()
    for ask in (info.dtypes, info.default_dtypes, lambda device: xp.astype(xp.ones(2), xp.int8, device=device)):
        with pytest.raises(ValueError, match="cpu"):
            ask(device="tpu")
        ask(device="cpu")
