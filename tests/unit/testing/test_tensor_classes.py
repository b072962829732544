"""Subclasses of Tensor of every kind: what each keeps through operators, copies and texts."""

import copy

import pytest

import wye
from wye.testing.tensor_classes import (
    DiagTensorBelow,
    NonWrapperTensor,
    RedispatchTensor,
    SparseTensor,
    WrapperTensorWithCustomSizes,
    subclass_db,
)

every_class = pytest.mark.parametrize("cls", subclass_db, ids=lambda cls: subclass_db[cls].name)


@every_class
def test_operators_keep_a_class_that_is_closed_under_them(cls):
    x = subclass_db[cls].create_fn(3)
    result = x + wye.ones(3)
    assert isinstance(result, cls) or not subclass_db[cls].closed_under_ops
    assert type(copy.deepcopy(x)) is cls


@every_class
def test_a_parameter_of_the_class_says_both(cls):
    x = subclass_db[cls].create_fn(3)
    text = repr(wye.nn.Parameter(x))
    assert text.startswith("Parameter")
    assert cls is wye.Tensor or text.count(f"{cls.__name__}(") == 1
    assert "requires_grad=True" in text
    assert "Parameter" not in repr(x)


def test_the_text_of_a_wrapper_has_what_its_class_says_and_the_facts_of_the_tensor():
    assert repr(WrapperTensorWithCustomSizes(wye.zeros(1))) == "WrapperTensorWithCustomSizes(t=tensor([0.]))"
    shown = wye.zeros(2, dtype=wye.int32).__repr__(tensor_contents="anything")
    assert shown == "tensor(anything, dtype=wye.int32)"


def test_only_the_diagonal_is_kept_where_it_says_all():
    x = DiagTensorBelow(wye.tensor([1.0, 2.0]))
    assert x.shape == (2, 2)
    assert (x + x).diag.tolist() == [2.0, 4.0]
    assert type(x + wye.ones(2)) is wye.Tensor


def test_zeros_are_not_kept():
    x = SparseTensor.from_dense(wye.tensor([[0.0, 2.0], [0.0, 0.0]]))
    assert x.values.tolist() == [2.0]
    assert (x * 3).sparse_to_dense().tolist() == [[0.0, 6.0], [0.0, 0.0]]
    assert x.sum().sparse_to_dense().item() == 2.0


def test_functions_leave_their_names():
    assert NonWrapperTensor(wye.ones(1)).sin().extra_state == {"last_func_called": "sin"}
    RedispatchTensor.call_log.clear()
    RedispatchTensor(wye.ones(1)).sin()
    assert RedispatchTensor.call_log == ["sin"]
