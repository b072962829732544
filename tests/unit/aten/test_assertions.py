"""Operators that check something, and raise."""

import pytest

import wye
from wye import ops
from wye.aten.functions import function
from wye.fake import FakeTensorMode


def test_an_element_that_is_not_zero_passes():
    assert function("_assert_async")(wye.tensor([1.5])) is None
    assert function("_assert_async")(wye.tensor(True), "words") is None
    assert function("_functional_assert_async")(wye.tensor(1), "words", wye.ones(2)).tolist() == [1.0, 1.0]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ((wye.tensor(0),), "single nonzero value, but got zero"),
        ((wye.tensor(0), "words"), "^words$"),
        ((wye.ones(2),), "more than one value is ambiguous"),
        ((wye.ones(0),), "no values is ambiguous"),
    ],
)
def test_other_elements_raise(args, words):
    with pytest.raises(RuntimeError, match=words):
        function("_assert_async")(*args)


def test_without_data_elements_pass_and_metadata_are_checked():
    with FakeTensorMode():
        one = wye.ones(())
        assert function("_assert_async")(one) is None
        with pytest.raises(RuntimeError, match=r"sizes mismatch! Expected: \[3\], Got: \[\]"):
            function("_assert_tensor_metadata")(one, [3])


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"size": [3]}, r"sizes mismatch! Expected: \[3\], Got: \[2\]"),
        ({"stride": [2]}, r"strides mismatch! Expected: \[2\], Got: \[1\]"),
        ({"dtype": wye.int64}, "dtype mismatch! Expected: Long, Got: float"),
        ({"device": "meta"}, "device mismatch! Expected: meta, Got: cpu"),
        ({"layout": wye.sparse_coo}, "layout mismatch! Expected: Sparse, Got: Strided"),
    ],
)
def test_other_metadata_raise(given, words):
    with pytest.raises(RuntimeError, match=words):
        function("_assert_tensor_metadata")(wye.ones(2), **given)


def test_numbers_are_checked():
    assert ops.aten._assert_scalar(2, "words") is None
    for op, rest in ((ops.aten._assert_scalar, ()), (ops.aten._functional_assert_scalar, (wye.ones(1),))):
        with pytest.raises(RuntimeError, match=r"^words$"):
            op(0, "words", *rest)
