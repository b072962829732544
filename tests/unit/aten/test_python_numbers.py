"""Tensors as Python's numbers, and Python's numbers in tensors."""

from __future__ import annotations

import pytest

import wye


@pytest.mark.parametrize("convert", [int, float, complex])
def test_only_one_element_becomes_a_number(convert):
    assert convert(wye.tensor([[2.0]])) == 2
    for several in (wye.zeros(0), wye.zeros(3)):
        with pytest.raises(ValueError, match="only one element tensors"):
            convert(several)


def test_a_complex_element_without_an_imaginary_part_is_a_real_number():
    assert float(wye.tensor(2.5 + 0j)) == 2.5
    assert int(wye.tensor(2.5 + 0j)) == 2
    with pytest.raises(RuntimeError, match="type double without overflow"):
        float(wye.tensor(1 + 2j))


def test_invert_and_plus_are_refused_where_they_mean_nothing():
    assert (~wye.tensor([True, False])).tolist() == [False, True]
    with pytest.raises(TypeError, match="only implemented on integer and Boolean-type"):
        ~wye.ones(2)
    with pytest.raises(RuntimeError, match="on a bool tensor is not supported"):
        +wye.tensor(True)


def test_a_complex_number_without_an_imaginary_part_fills_real_tensors():
    for dtype in (wye.int8, wye.float32, wye.bfloat16):
        assert wye.zeros(1, dtype=dtype).fill_(3 + 0j).item() == 3


def test_a_large_number_assigned_to_floats_of_16_bits_is_infinite():
    x = wye.zeros(2, dtype=wye.float16)
    x[0] = 70000
    assert x.tolist() == [float("inf"), 0.0]
    assert wye.zeros(1, dtype=wye.bfloat16).fill_(2**63).item() == 2.0**63


def test_products_over_all_dimensions_take_bools():
    x = wye.tensor([[True, False], [False, True]])
    assert wye.tensordot(x, x.T, dims=[[0, 1], [0, 1]]).item() is True


def test_frequencies_are_no_integers():
    for function in (wye.fft.fftfreq, wye.fft.rfftfreq):
        with pytest.raises(RuntimeError, match="requires a floating point or complex dtype"):
            function(4, dtype=wye.int64)
