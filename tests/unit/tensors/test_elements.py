"""Numbers become elements of a dtype, or are refused: PyTorch's rules."""

from __future__ import annotations

import numpy as np
import pytest

import wye


@pytest.mark.parametrize(
    ("data", "dtype", "elements"),
    [
        ([-1, 255], wye.uint8, [255, 255]),
        ([1.9, -1.9], wye.int8, [1, -1]),
        ([2**64 - 1], wye.uint64, [2**64 - 1]),
        ([2**70], wye.float64, [2.0**70]),
        ([3 + 0j, 0], wye.bool, [True, False]),
        ([wye.tensor(2), 3], wye.int16, [2, 3]),
        ([np.int32(5), 1.5], wye.int32, [5, 1]),
    ],
)
def test_numbers_that_fit_become_elements(data, dtype, elements):
    assert wye.tensor(data, dtype=dtype).tolist() == elements


@pytest.mark.parametrize(
    ("data", "dtype", "error", "words"),
    [
        ([1, 300], wye.int8, RuntimeError, "type int8 without overflow"),
        (-256, wye.uint8, RuntimeError, "type uint8 without overflow"),
        (-0.5, wye.uint8, RuntimeError, "type uint8 without overflow"),
        ([float("nan")], wye.int64, RuntimeError, "type int64 without overflow"),
        ([[1, 2**63]], wye.int32, ValueError, "Overflow when unpacking long long"),
        ([-1], wye.uint64, OverflowError, "negative"),
        ([1.5], wye.uint64, TypeError, "an integer is required"),
        ([1j], wye.float32, TypeError, "must be real number, not complex"),
        (1 + 0j, wye.int64, TypeError, "interpreted as an integer"),
        ([np.bool_(True)], wye.int64, TypeError, "interpreted as an integer"),
        ([None], wye.float32, TypeError, "must be real number, not NoneType"),
        ([wye.tensor(1.5)], wye.int64, TypeError, "only integer tensors"),
    ],
)
def test_numbers_that_do_not_fit_are_refused(data, dtype, error, words):
    with pytest.raises(error, match=words):
        wye.tensor(data, dtype=dtype)


def test_arrays_wrap_around():
    assert wye.tensor(np.array([300]), dtype=wye.uint8).tolist() == [44]
    assert wye.as_tensor(wye.tensor([300]), dtype=wye.int8).tolist() == [44]


@pytest.mark.parametrize(
    ("data", "dtype"),
    [
        ([np.float64(1), 2], wye.float64),
        ([np.float32(1), 2.5], wye.float32),
        ([np.float16(1), 2], wye.float16),
        ([[np.float64(1)], [1j]], wye.complex128),
        ([np.ones(2), np.ones(2)], wye.float64),
        ([1.5, 2], wye.float32),
    ],
)
def test_numpy_scalars_in_lists_keep_their_dtype(data, dtype):
    assert wye.tensor(data).dtype is dtype


def test_a_tensor_of_one_element_in_a_list_is_a_number():
    assert wye.tensor([wye.tensor([1]), wye.tensor([[2]])]).tolist() == [1, 2]
    assert wye.tensor([(wye.tensor([1]), wye.tensor(2), 3)]).tolist() == [[1, 2, 3]]


@pytest.mark.parametrize("make", [wye.tensor, wye.as_tensor, wye.asarray])
def test_tensors_of_several_elements_in_a_list_are_refused_as_they_would_lose_their_gradients(make):
    for data in (
        [wye.ones(2)],
        [wye.ones(2), wye.ones(2)],
        [[wye.ones(0)]],
        [wye.ones(2), 3.0],
        (wye.ones(1), wye.ones(2)),
    ):
        with pytest.raises(ValueError, match="only one element tensors can be converted to Python scalars") as raised:
            make(data)
        assert "stack" in raised.value.__notes__[0]


def test_arrays_without_dimensions_are_numbers_in_lists():
    assert wye.tensor([[5, np.array(3)], [np.array(4), 5]]).dtype is wye.int64
    assert wye.tensor([[5, np.array(3.0)], [np.array(4), 5]]).dtype is wye.float64


def test_what_is_no_sequence_of_numbers_is_named():
    class Broken:
        def __len__(self):
            return 2

        def __getitem__(self, at):
            raise TypeError

    with pytest.raises(ValueError, match="could not determine the shape of object type 'Broken'"):
        wye.tensor(Broken())
    numbers = [0]
    numbers.append(numbers)
    with pytest.raises(TypeError, match="self-referential lists are incompatible"):
        wye.tensor(numbers)


def test_arrays_among_numbers_meet_them_as_tensors_do():
    assert wye.tensor(((7, np.array(5)), (np.array(9), 5.0))).dtype is wye.float32
    assert wye.tensor([np.array([5, 6]), [2.0, 3.0]]).dtype is wye.float32
    assert wye.tensor([np.array([5.0, 6.0]), [2, 3]]).dtype is wye.float64
    assert wye.tensor([np.array([5, 6], np.int16), [2, 3]]).dtype is wye.int64
    assert wye.tensor([np.array([5, 6], np.float16), np.array([5, 6], np.float32)]).dtype is wye.float32
