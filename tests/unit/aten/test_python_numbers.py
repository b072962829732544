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


def test_copies_of_several_views_are_stored_in_their_outputs():
    x = wye.arange(6.0).reshape(3, 2)
    parts = [wye.zeros(2, 2), wye.zeros(1, 2)]
    assert wye.split_copy(x, 2, out=parts) is None
    assert parts[1].tolist() == [[4.0, 5.0]]
    rows = [wye.zeros(0) for _ in range(3)]
    wye.unbind_copy(x, out=rows)
    assert rows[0].tolist() == [0.0, 1.0]
    with pytest.raises(RuntimeError, match="expected an out= argument of size 2, got size 1"):
        wye.split_with_sizes_copy(x, [2, 1], out=rows[:1])


def test_a_bool_without_dimensions_stands_for_a_list_of_one_dimension():
    x = wye.ones(2, 3)
    assert x.sum(wye.tensor(False)).shape == (3,)
    assert x.count_nonzero(wye.tensor(True)).shape == (2,)
    with pytest.raises(TypeError):
        x.softmax(wye.tensor(True))


def test_numbers_by_place_before_others_scale_them():
    assert wye.sub(wye.tensor([2]), 2, 0.5).tolist() == [1.0]
    assert wye.add(wye.tensor([2.0]), 0, True).tolist() == [2.0]


def test_none_stands_for_no_gradients():
    assert not wye.zeros_like(wye.ones(1), requires_grad=None).requires_grad
    assert not wye.arange(3, requires_grad=None).requires_grad


def test_dimensions_have_numpys_name_too():
    x = wye.ones(2, 3)
    assert (x.size(axis=1), x.stride(axis=0)) == (3, 3)
    assert x.repeat_interleave(2, axis=0).shape == (4, 3)
    assert x.where(x > 1, x2=0).tolist() == [[0.0] * 3] * 2
    for wrong in (wye.tensor([1]), wye.tensor(True), True):
        with pytest.raises(TypeError):
            x.size(wrong)
