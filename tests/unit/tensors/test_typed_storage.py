"""Storages that know the dtype of their elements."""

import pytest

import wye
from wye.fake import FakeTensorMode
from wye.tensors.typed_storage import STORAGE_TYPES, TypedStorage

FloatStorage = STORAGE_TYPES["FloatStorage"]


def test_a_storage_shows_all_elements_that_a_tensor_shares():
    x = wye.arange(6.0).view(2, 3)
    storage = x[1].storage()
    assert storage.tolist() == [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]
    storage[0] = 9.0
    assert x[0, 0].item() == 9.0
    assert storage == x.storage()
    assert (len(storage), storage.nbytes(), storage.dtype, storage[-1]) == (6, 24, wye.float32, 5.0)
    assert x.storage_type() is FloatStorage


def test_classes_of_storages_know_their_objects():
    storage = FloatStorage([1, 2, 3])
    assert isinstance(storage, TypedStorage)
    assert isinstance(storage, FloatStorage)
    assert not isinstance(storage.double(), FloatStorage)
    assert storage.double().type() == "wye.DoubleStorage"
    assert storage.clone().fill_(7).tolist() == [7.0, 7.0, 7.0]
    assert FloatStorage(2).copy_(FloatStorage([4, 5])).tolist() == [4.0, 5.0]
    assert repr(storage).endswith("of size 3]")


def test_indices_are_checked():
    storage = FloatStorage([1, 2])
    with pytest.raises(IndexError, match="out of range"):
        storage[2]
    with pytest.raises(RuntimeError, match="slices"):
        storage[0:1]
    with pytest.raises(IndexError, match="out of range"):
        storage[5] = 1


def test_a_tensor_of_a_storage_has_its_elements():
    storage = wye.tensor([1.0, 2.0]).storage()
    assert wye.tensor(storage).tolist() == [1.0, 2.0]
    assert wye.tensor(storage.untyped(), dtype=wye.int32).tolist() == [0x3F800000, 0x40000000]
    with pytest.raises(RuntimeError, match="Expected a Storage of type Int or an UntypedStorage, but got Float"):
        wye.tensor(storage, dtype=wye.int32)


def test_elements_without_data_cannot_be_read():
    storage = wye.ones(2, device="meta").storage()
    for read in (lambda: storage[0], lambda: storage[0:1], storage.tolist):
        with pytest.raises(NotImplementedError, match="Not available for 'meta'"):
            read()


def test_elements_are_read_while_new_tensors_are_fake():
    storage = wye.arange(3.0).storage()
    with FakeTensorMode() as mode:
        assert (storage.tolist(), storage[1]) == ([0.0, 1.0, 2.0], 1.0)
        assert str(storage).startswith(" 0.0\n 1.0\n 2.0\n[")
        assert str(mode.from_tensor(wye.ones(2)).storage()).startswith("...\n[")
