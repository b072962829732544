"""Memory that tensors share: growing it, replacing it, handing it out."""

import copy
import gc
import pickle
import weakref

import numpy as np
import pytest

import wye
from wye._engine import engine
from wye.tensors.storage import StorageBase, UntypedStorage


def test_growing_reaches_every_view():
    x = wye.arange(4.0)
    views = [x[1:3], x.view(2, 2), x.detach(), x.view(wye.int32), x.data]
    x.resize_(1000)
    assert x.untyped_storage().nbytes() == 4000
    views[0].fill_(7)
    assert x[:4].tolist() == [0, 7, 7, 3]
    assert views[1].tolist() == [[0, 7], [7, 3]]
    x[0] = 5
    assert [view.view(-1)[0].item() for view in views] == [7, 5, 5, views[3][0].item(), 5]
    assert all(view.untyped_storage() is x.untyped_storage() for view in views)


def test_a_view_grows_the_storage_from_its_offset_on():
    x = wye.arange(4.0)
    view = x[2:]
    view.resize_(8)
    assert (view.storage_offset(), view.untyped_storage().nbytes()) == (2, 40)
    assert view[:2].tolist() == [2, 3]
    view[0] = 9
    assert x.tolist() == [0, 1, 9, 3]


def test_resizing_a_view_with_another_dtype_keeps_the_bytes():
    x = wye.arange(4, dtype=wye.int32)
    view = x.view(wye.int64)
    view.resize_(4)
    assert (x.tolist(), view[:2].tolist()) == ([0, 1, 2, 3], [1 << 32, 3 << 32 | 2])


def test_a_smaller_size_keeps_the_storage():
    x = wye.arange(4.0)
    x.resize_(2)
    assert x.untyped_storage().nbytes() == 16
    assert x.resize_(4).tolist() == [0, 1, 2, 3]


def test_a_storage_that_shrinks_leaves_no_tensor_over_freed_memory():
    x = wye.arange(1000.0)
    x.untyped_storage().resize_(0)
    gc.collect()
    assert (x.untyped_storage().nbytes(), x.untyped_storage().data_ptr()) == (0, 0)
    assert x.sum().item() == 499500
    x.untyped_storage().resize_(8000)
    assert x.sum().item() == 499500


@pytest.mark.parametrize(
    "shared",
    [
        lambda: wye.from_numpy(np.arange(4.0)),
        lambda: wye.frombuffer(bytearray(32), dtype=wye.float64),
        lambda: wye.from_dlpack(np.arange(4.0)),
    ],
)
def test_memory_of_others_does_not_grow(shared):
    x = shared()
    assert not x.untyped_storage().resizable()
    with pytest.raises(RuntimeError, match="Trying to resize storage that is not resizable"):
        x.resize_(5)
    assert x.resize_(2).shape == (2,)


def test_memory_that_was_handed_out_does_not_grow():
    x = wye.arange(4.0)
    array = x.numpy()
    with pytest.raises(RuntimeError, match="not resizable"):
        x.resize_(5)
    array[0] = 3
    assert x[0].item() == 3


@pytest.mark.filterwarnings("ignore:Setting the:DeprecationWarning")  # NumPy 2.5 does not like it either
def test_what_is_done_to_an_array_that_was_handed_out_leaves_the_tensor_alone():
    x = wye.arange(4.0)
    view = x[1:]
    for array in (x.numpy(), np.asarray(x), view.numpy()):
        with pytest.raises(ValueError, match="does not own"):
            array.resize((1,), refcheck=False)
        array.dtype = np.int32
        array.shape = (-1, 1)
        array.flags.writeable = False
    x.fill_(2)
    assert (x.shape, x.dtype, x.tolist(), view.tolist()) == ((4,), wye.float32, [2] * 4, [2] * 3)


@pytest.mark.filterwarnings("ignore:Setting the:DeprecationWarning")  # NumPy 2.5 does not like it either
def test_what_is_done_to_an_array_that_was_taken_in_leaves_the_tensor_alone():
    array = np.arange(4.0)
    x = wye.from_numpy(array)
    array.shape = (2, 2)
    array.flags.writeable = False
    assert (x.shape, x.fill_(1).tolist()) == ((4,), [1] * 4)


class TestData:
    def test_it_takes_memory_keys_and_dtype(self):
        x, other = wye.tensor([5 + 0j]), wye.tensor([1 + 2j]).conj()
        x.data = other
        assert x.is_conj()
        assert x.tolist() == [1 - 2j]
        assert x.untyped_storage() is other.untyped_storage()
        x.data = wye.arange(3)
        assert (x.is_conj(), x.dtype, x.tolist()) == (False, wye.int64, [0, 1, 2])

    def test_the_version_stays(self):
        x = wye.ones(2)
        x.add_(1)
        x.data = wye.zeros(3)
        assert x._version == 1

    def test_it_refuses_other_types(self):
        x = wye.ones(2)
        with pytest.raises(RuntimeError, match="incompatible tensor type"):
            x.data = wye.ones(2, device="meta")
        with pytest.raises(TypeError, match="has to be a tensor, but got int"):
            x.data = 3
        with pytest.raises(RuntimeError, match="not allowed"):
            del x.data

    def test_alias_checks_follow_it(self):
        x, other = wye.ones(2), wye.ones(3)
        before = x[:1]
        x.data = other
        assert engine.shares_memory(x, other)
        assert not engine.shares_memory(x, before)


class TestSet:
    def test_it_shows_other_memory_and_counts(self):
        x, source = wye.ones(2), wye.arange(9.0)[2:5]
        assert x.set_(source) is x
        assert (x.tolist(), x.storage_offset(), x._version) == ([2, 3, 4], 2, 1)
        assert x.untyped_storage() is source.untyped_storage()

    def test_its_own_lazy_bits_stay(self):
        x = wye.tensor([5 + 0j])
        x.set_(wye.tensor([1 + 2j]).conj())
        assert (x.is_conj(), x.tolist()) == (False, [1 + 2j])

    def test_a_storage_that_is_too_small_grows(self):
        x, source = wye.ones(2), wye.arange(3.0)
        x.set_(source.untyped_storage(), 1, (6,), (1,))
        assert (x[:2].tolist(), source.untyped_storage().nbytes()) == ([1, 2], 28)
        x[0] = 8
        assert source.tolist() == [0, 8, 2]

    def test_it_refuses_other_devices_dtypes_and_offsets(self):
        x = wye.ones(2)
        with pytest.raises(RuntimeError, match="devices must match"):
            x.set_(wye.ones(2, device="meta"))
        with pytest.raises(RuntimeError, match="devices must match"):
            x.set_(wye.ones(2, device="meta").untyped_storage())
        with pytest.raises(RuntimeError, match="Could not set tensor"):
            x.set_(wye.arange(2))
        with pytest.raises(RuntimeError, match="invalid storage offset"):
            x.set_(wye.arange(2.0).untyped_storage(), -1, (1,), (1,))
        with pytest.raises(RuntimeError, match="not resizable"):
            x.set_(wye.from_numpy(np.zeros(2)).untyped_storage(), 0, (9,), (1,))


class TestViews:
    def test_a_view_knows_its_base(self):
        x = wye.arange(6.0)
        assert x.view(2, 3)[0]._base is x
        assert x[1:]._is_view()
        assert x._base is None
        for other in (x.detach(), x.data, x.clone(), wye.ops.aten._unsafe_view(x, [2, 3])):
            assert not other._is_view()

    def test_a_tensor_is_freed_with_its_last_view(self):
        x = wye.arange(6.0)
        storage, view = x.untyped_storage(), x[1:]
        del x
        assert len(storage._tensors) == 2
        del view
        gc.collect()
        assert storage._tensors == []


BAD_GEOMETRY = [
    ((2,), (1 << 62,), 0),
    ((1 << 40, 1 << 40), (1 << 62, 1), 0),
    ((1,), (1,), 1 << 62),
    ((5,), (1,), 0),
    ((4,), (1,), 1),
    ((-1,), (1,), 0),
    ((2,), (-1,), 0),
    ((1 << 64,), (1,), 0),
]


@pytest.mark.parametrize(("size", "stride", "offset"), BAD_GEOMETRY)
def test_no_view_reaches_outside(size, stride, offset):
    x = wye.arange(4.0)
    with pytest.raises((RuntimeError, TypeError)):
        x.as_strided(size, stride, offset)
    if max(map(abs, (*size, *stride))) < 1 << 62 and not offset:
        with pytest.raises(RuntimeError):
            wye.ops.aten._reshape_alias(x, list(size), list(stride))


def test_a_pickle_with_false_numbers_is_refused():
    rebuild, parts, _ = wye.arange(4.0).__reduce_ex__(4)
    for look in ((wye.float32, (5,), (4,), 0), (wye.float32, (2,), (1 << 62,), 0), (wye.float32, (1,), (4,), -4)):
        with pytest.raises(RuntimeError):
            rebuild(*parts[:2], look, *parts[3:])


def test_views_have_up_to_64_dimensions():
    x = wye.arange(4.0)
    deep = x.view([1] * 60 + [2, 2])
    assert (deep.dim(), deep.transpose(-1, -2).reshape(-1).tolist()) == (62, [0, 2, 1, 3])
    with pytest.raises(RuntimeError, match="64 dimensions"):
        x.view([1] * 64 + [4])


def test_a_version_counter_is_a_version():
    x = wye.ones(2)
    with pytest.raises(TypeError, match="must be a Version"):
        x._version_counter = 3
    x._version_counter = None
    assert x._version == 0


class TestStorage:
    def test_it_is_a_sequence_of_bytes(self):
        storage = UntypedStorage([1, 2, 3])
        assert (len(storage), storage[0], storage[-1], storage.tolist()) == (3, 1, 3, [1, 2, 3])
        storage[1] = 9
        part = storage[1:]
        assert (part.tolist(), part.nbytes()) == ([9, 3], 2)
        with pytest.raises(IndexError, match="index 3 out of range for storage of size 3"):
            storage[3]
        assert storage.fill_(4).tolist() == [4, 4, 4]
        assert storage.copy_(UntypedStorage([7, 8, 9])).tolist() == [7, 8, 9]
        with pytest.raises(RuntimeError, match="size does not match"):
            storage.copy_(part)

    def test_copies_have_memory_of_their_own(self):
        x = wye.arange(2.0)
        storage = x.untyped_storage()
        for other in (copy.copy(storage), copy.deepcopy(storage), pickle.loads(pickle.dumps(storage)), storage.clone()):
            assert other.tolist() == storage.tolist()
            assert other is not storage
            assert other.data_ptr() != storage.data_ptr()

    def test_without_data_it_has_a_size_alone(self):
        storage = wye.ones(3, device="meta").untyped_storage()
        assert (storage.nbytes(), storage.data_ptr(), storage.device.type) == (12, 0, "meta")
        assert storage.resize_(100).nbytes() == 100
        with pytest.raises(NotImplementedError, match="meta"):
            storage.tolist()

    def test_it_cannot_have_any_size(self):
        storage = wye.ones(3).untyped_storage()
        with pytest.raises(RuntimeError, match="negative"):
            storage.resize_(-1)
        with pytest.raises(RuntimeError, match="can't allocate memory"):
            storage.resize_(1 << 62)
        with pytest.raises(RuntimeError, match="overflowed"):
            wye.ones(3).resize_(1 << 62)


def test_attributes_of_a_storage_live_as_long_as_a_tensor_shows_it():
    class Kept(UntypedStorage):
        pass

    storage = Kept(8)
    storage.note = "kept"
    x = wye.tensor(storage)
    seen = weakref.ref(storage)
    del storage
    assert (type(x.untyped_storage()), x.untyped_storage().note) == (Kept, "kept")
    del x
    gc.collect()
    assert seen() is None


def test_the_base_of_storages_is_subclassed_only():
    with pytest.raises(RuntimeError, match="Cannot directly construct StorageBase"):
        StorageBase()

    class Own(StorageBase):
        __slots__ = ("mark",)

    assert Own(UntypedStorage([1, 2])).tolist() == [1, 2]


def test_bytes_of_elements_are_reversed():
    reversed_bytes = {
        wye.int16: [1, 0, 3, 2, 5, 4, 7, 6],
        wye.float64: [7, 6, 5, 4, 3, 2, 1, 0],
        wye.complex64: [3, 2, 1, 0, 7, 6, 5, 4],
        wye.bool: [0, 1, 2, 3, 4, 5, 6, 7],
    }
    for dtype, expected in reversed_bytes.items():
        storage = UntypedStorage(range(8))
        storage.byteswap(dtype)
        assert storage.tolist() == expected
    with pytest.raises(RuntimeError, match="not a multiple of 2"):
        UntypedStorage(3).byteswap(wye.int16)


def test_a_storage_says_what_it_is():
    storage = UntypedStorage([1, 2])
    assert repr(storage) == " 1\n 2\n[wye.storage.UntypedStorage(device=cpu) of size 2]"
    assert storage.__sizeof__() - UntypedStorage(0).__sizeof__() == 2
    assert (storage.get_device(), storage.filename) == (-1, None)
    assert not storage.is_sparse
    assert not storage.is_shared()
    assert storage.float()._numbers() == [1.0, 2.0]
    assert storage.cpu() is storage
    assert storage.new().nbytes() == 0
