"""Comparisons of tensors: of subclasses that alone know their elements, and of metadata."""

import pytest

import wye
from wye.testing.comparing import assert_same, assert_same_metadata
from wye.testing.logging_tensor import LoggingTensor


def test_tensors_whose_handlers_know_their_elements_are_compared_by_operators():
    x = LoggingTensor(wye.tensor([1.0, 2.0]))
    assert_same(x, LoggingTensor(wye.tensor([1.0, 2.0])))
    assert_same(x, [1.0, 2.0])
    with pytest.raises(AssertionError, match="Not equal to tolerance"):
        assert_same(x, LoggingTensor(wye.tensor([1.0, 3.0])))


def test_metadata_is_compared_without_elements():
    a, b = wye.ones(2, 3), wye.empty(2, 3, device="meta")
    assert_same_metadata(a, wye.zeros(2, 3), check_strides=True)
    for other, error, words in (
        (b, AssertionError, "Devices cpu and meta"),
        (wye.ones(2, 3, dtype=wye.int32), AssertionError, "Dtypes"),
        (wye.ones(3, 2), AssertionError, "Shapes"),
        (wye.ones(3, 2).t(), RuntimeError, "Stride mismatch"),
        (wye.ones(7)[1:].view(2, 3), RuntimeError, "Storage offset mismatch"),
        (wye.ones(2, 3)._neg_view(), RuntimeError, "Conj mismatch"),
    ):
        with pytest.raises(error, match=words):
            assert_same_metadata(a, other, check_strides=True)
    assert_same_metadata(a, wye.ones(3, 2).t())


def test_tensors_that_are_lazily_conjugated_are_compared_by_value():
    x = wye.tensor([1 + 2j])
    assert_same(x.conj(), wye.tensor([1 - 2j]))
    assert_same(wye.tensor([-2.0]), x.conj().imag)
