"""PyTorch's old classes of tensors."""

import pytest

import wye
from wye.deprecated.tensor_types import TENSOR_CLASSES, TENSOR_TYPES
from wye.tensors.type_names import dtype_of_name, type_name

FLOAT, LONG = TENSOR_TYPES["FloatTensor"], TENSOR_TYPES["LongTensor"]


def test_a_class_makes_tensors_of_its_dtype():
    assert LONG([1, 2]).dtype is wye.int64
    assert FLOAT(2, 3).shape == (2, 3)
    assert FLOAT().shape == (0,)
    assert FLOAT(wye.tensor([1.0])).dtype is wye.float32


def test_tensors_are_asked_for_their_dtype():
    assert isinstance(wye.ones(1), FLOAT)
    assert not isinstance(wye.ones(1), LONG)
    assert not isinstance(wye.ones(1, device="meta"), FLOAT)
    assert not isinstance(1.0, FLOAT)


def test_names_of_types():
    assert type_name(wye.ones(1)) == wye.ones(1).type() == "wye.FloatTensor"
    assert type_name(wye.ones(1, device="meta")) == "wye.meta.FloatTensor"
    assert dtype_of_name("torch.DoubleTensor") is wye.float64
    with pytest.raises(ValueError, match="invalid type"):
        dtype_of_name("torch.NoTensor")


def test_the_classes_say_what_their_tensors_are():
    for of in TENSOR_CLASSES:
        assert (of.is_cuda, of.is_sparse, of.is_xpu) == (False, False, False)
        assert of.layout is wye.strided
    with pytest.raises(TypeError, match=r"type 'torch\.FloatTensor' is not an acceptable base type"):
        type("Own", (TENSOR_TYPES["FloatTensor"],), {})
    assert TENSOR_TYPES["FloatTensor"](2, device="cpu").shape == (2,)
    with pytest.raises(RuntimeError, match="legacy constructor expects device type: cpu"):
        TENSOR_TYPES["FloatTensor"](device="cuda")
    assert wye.ones(2, dtype=wye.int32).type(wye.Tensor).dtype is wye.float32
