"""The old constructors: sizes, data, memory of others."""

import numpy as np
import pytest

import wye
from wye.deprecated.tensor_types import TENSOR_TYPES


def test_integers_are_sizes():
    assert wye.Tensor(2, 3).shape == (2, 3)
    assert wye.Tensor(2).shape == (2,)
    assert wye.Tensor(wye.Size([4, 0])).shape == (4, 0)
    assert wye.Tensor().tolist() == []
    assert wye.Tensor(2, 3).dtype is wye.float32


def test_sequences_are_elements():
    assert wye.Tensor([1, 2]).tolist() == [1, 2]
    assert wye.Tensor((2, 3)).tolist() == [2, 3]
    assert wye.Tensor(np.arange(2)).dtype is wye.float32
    assert wye.Tensor(data=[1]).tolist() == [1]


def test_tensors_and_storages_share_memory():
    x = wye.arange(3)
    seen = wye.Tensor(x)
    assert (seen.data_ptr(), seen.dtype, seen is x) == (x.data_ptr(), wye.int64, False)
    y = wye.arange(3.0)
    assert wye.Tensor(y.untyped_storage()).tolist() == [0, 1, 2]


@pytest.mark.parametrize(
    ("args", "kwargs", "error"),
    [
        ((2.5,), {}, TypeError),
        ((True,), {}, TypeError),
        ((None,), {}, TypeError),
        (("a",), {}, TypeError),
        ((2, [3]), {}, TypeError),
        (([1j],), {}, TypeError),
        ((2,), {"dtype": wye.int32}, TypeError),
        ((2,), {"device": "meta"}, RuntimeError),
        ((-1,), {}, RuntimeError),
    ],
)
def test_nothing_else_is_taken(args, kwargs, error):
    with pytest.raises(error):
        wye.Tensor(*args, **kwargs)


def test_subclasses_are_made_alike():
    class M(wye.Tensor):
        pass

    assert type(M(2, 3)) is M
    assert M([1, 2]).tolist() == [1, 2]
    x = wye.ones(2)
    assert (M(x)._base is x, M(x).data_ptr() == x.data_ptr()) == (True, True)


def test_typed_constructors_know_their_dtype():
    long = TENSOR_TYPES["LongTensor"]
    assert (long(2, 3).dtype, long([1]).dtype) == (wye.int64, wye.int64)
    assert isinstance(wye.arange(2), long)
    assert not isinstance(wye.ones(2), long)
    with pytest.raises(TypeError, match="int64"):
        long(wye.ones(2))


def test_numbers_are_rounded_to_the_dtype_of_the_type_alone():
    from wye.deprecated.tensor_types import TENSOR_TYPES

    made = TENSOR_TYPES["DoubleTensor"]([1e-4, 1e308])
    assert made.tolist() == [1e-4, 1e308]
    assert TENSOR_TYPES["IntTensor"]([1.5, 2.0]).tolist() == [1, 2]
