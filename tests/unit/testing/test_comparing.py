"""Comparisons of tensors: of subclasses that alone know their elements, and of metadata."""

import enum

import numpy as np
import pytest

import wye
from wye import nn
from wye.symbolic.fixed_nodes import nested_int
from wye.testing.comparing import assert_same, assert_same_metadata, tolerances
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


def test_lazily_conjugated_tensors_are_compared_by_what_they_show():
    x = wye.tensor([1 + 2j, 3 - 1j])
    assert_same(x.conj(), wye.tensor([1 - 2j, 3 + 1j]))
    with pytest.raises(AssertionError):
        assert_same(x.conj(), x)


def test_arrays_are_as_close_as_their_dtypes_allow():
    assert_same(0.001, np.float16(0.001))
    assert_same(np.array([0.1]), np.array([0.1 + 5e-6], np.float32))
    with pytest.raises(AssertionError):
        assert_same(np.array([0.1]), np.array([0.1 + 1e-6]))


def test_storages_are_equal_by_their_elements():
    storage = wye.tensor([1.0, 2.0])._typed_storage()
    assert_same(storage, wye.tensor([1.0, 2.0])._typed_storage())
    assert_same(storage._untyped_storage, wye.tensor([1.0, 2.0]).untyped_storage())
    with pytest.raises(AssertionError):
        assert_same(storage, wye.tensor([1.0, 3.0])._typed_storage())


def test_modules_that_are_lists_or_dictionaries_are_compared_item_by_item():
    layer, other = nn.ReLU(), nn.Tanh()
    assert_same(nn.Sequential(layer, other), nn.Sequential(layer, other))
    assert_same(nn.ModuleDict({"a": layer}), nn.ModuleDict({"a": layer}))
    with pytest.raises(AssertionError):
        assert_same(nn.ModuleList([layer]), nn.ModuleList([other]))


def test_numbers_are_compared_in_single_precision():
    assert_same(3.3895313892515355e38, 3.38953e38)
    assert_same(1, 1 + 1e-6)
    assert_same(wye.tensor(1.0, dtype=wye.float64), 1 + 1e-6)
    with pytest.raises(AssertionError):
        assert_same(1.0, 1 + 1e-4)
    with pytest.raises(AssertionError):
        assert_same(10**9, 10**9 + 1)


def test_values_without_dtypes_are_compared_as_numbers():
    assert tolerances() == (0.0, 0.0)


def test_a_list_of_tensors_of_one_element_is_compared_with_a_tensor_of_them():
    one = wye.tensor([1.0])
    assert_same((one,), one)
    assert_same(wye.tensor([1.0, 2.0]), [one, wye.tensor(2.0)])
    with pytest.raises(AssertionError):
        assert_same((one,), wye.tensor([2.0]))


def test_integers_of_any_size_are_compared_with_floats():
    assert_same(2**70, float(2**70))
    assert_same(float(2**64), 2**64 + 1)
    with pytest.raises(AssertionError):
        assert_same(2.0**70, 2**71)


def test_arrays_of_texts_and_objects_are_compared_element_by_element():
    texts, dates = np.array(["a", "bc"]), np.array(["2026-01-01"], dtype="datetime64[D]")
    for value in (texts, dates, np.array([None, "a"], dtype=object)):
        assert_same(value, value.copy())
    for first, second in ((texts, texts[:1]), (texts, np.array(["a", "b"])), (dates, dates + np.timedelta64(1, "D"))):
        with pytest.raises(AssertionError, match="!="):
            assert_same(first, second)


def test_members_of_enums_are_compared_as_values_though_their_class_has_elements():
    kinds = enum.IntEnum("Kind", "FIRST SECOND")
    words = enum.Enum("Word", "FIRST SECOND")
    assert_same(kinds.FIRST, kinds.FIRST)
    assert_same([words.FIRST], [words.FIRST])
    for first, second in ((kinds.FIRST, kinds.SECOND), (words.FIRST, words.SECOND)):
        with pytest.raises(AssertionError, match="SECOND"):
            assert_same(first, second)


def test_objects_with_elements_by_index_are_compared_element_by_element():
    class Elements:
        def __init__(self, *elements):
            self.elements = elements

        def __len__(self):
            return len(self.elements)

        def __getitem__(self, at):
            return self.elements[at]

    assert_same(Elements(wye.ones(2), 3), Elements(wye.ones(2), 3))
    for other in (Elements(wye.ones(2), 4), Elements(wye.ones(2))):
        with pytest.raises(AssertionError):
            assert_same(Elements(wye.ones(2), 3), other)
    with pytest.raises(AssertionError):
        assert_same(Elements(1), "1")


def test_dtypes_of_numpy_are_compared_as_wholes():
    assert_same((np.dtype("float32"), 1), (np.dtype("float32"), 1))
    with pytest.raises(AssertionError):
        assert_same(np.dtype("float32"), np.dtype("float64"))


def test_symbolic_numbers_are_compared_as_they_compare_themselves():
    assert_same((nested_int(1, 1),), (nested_int(1, 1),))
    with pytest.raises(AssertionError):
        assert_same(nested_int(1, 1), nested_int(2, 1))


@pytest.mark.parametrize("kind", [enum.Enum, enum.IntEnum])
def test_members_of_enums_are_compared_as_values(kind):
    colour = kind("Colour", ["RED", "BLUE"])
    assert_same(colour.RED, colour.RED)
    with pytest.raises(AssertionError):
        assert_same(colour.RED, colour.BLUE)
