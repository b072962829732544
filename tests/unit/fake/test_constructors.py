"""Operators that make tensors, and those that take a device by place."""

import pytest

import wye
from wye.fake import constructors
from wye.fake.constructors import is_tensor_constructor, takes_device_by_place

aten = wye.ops.aten


def test_constructors_take_no_tensor_and_return_one():
    assert is_tensor_constructor(aten.empty.memory_format)
    assert not is_tensor_constructor(aten.zeros_like.default)
    assert not is_tensor_constructor(aten.cat.default)
    with pytest.raises(AssertionError, match="OpOverload"):
        is_tensor_constructor(aten.empty)


def test_operators_like_others_are_found_by_their_names():
    found = constructors._like_tensor_constructors
    assert {aten.zeros_like.default, aten.rand_like.out, aten.new_empty.default} <= found
    assert aten.zeros.default not in found


def test_operators_that_take_a_device_by_place_are_found_by_their_schemas():
    assert takes_device_by_place(aten.to.device)
    assert not takes_device_by_place(aten.zeros.default)


def test_other_names_are_not_there():
    with pytest.raises(AttributeError):
        constructors.unknown  # noqa: B018
