"""Storages that know the dtype of their elements."""

import warnings

import pytest

import wye
from wye.fake import FakeTensorMode
from wye.tensors.storage_classes import CUDA_TYPES, STORAGE_TYPES, LegacyStorage
from wye.tensors.typed_storage import AlwaysWarning, TypedStorage, forget_warning

FloatStorage = STORAGE_TYPES["FloatStorage"]
pytestmark = pytest.mark.filterwarnings("ignore:TypedStorage is deprecated")


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


def test_a_tensor_of_a_storage_shares_its_memory():
    storage = wye.tensor([1.0, 2.0]).storage()
    made = wye.tensor(storage)
    assert made.tolist() == [1.0, 2.0]
    storage[0] = 5.0
    assert made.tolist() == [5.0, 2.0]
    assert made.untyped_storage() is storage.untyped()
    assert wye.tensor(storage.untyped(), dtype=wye.int32).tolist() == [0x40A00000, 0x40000000]
    assert wye.tensor(wye.UntypedStorage([1] + [0] * 8)).tolist() == [1]  # bytes are integers
    with pytest.raises(RuntimeError, match="Expected a Storage of type Int or an UntypedStorage, but got type Float"):
        wye.tensor(storage, dtype=wye.int32)


def test_elements_of_another_dtype_are_not_set_as_memory():
    storage = wye.tensor([1.0, 2.0]).storage()
    assert wye.zeros(0).set_(storage).tolist() == [1.0, 2.0]
    assert wye.zeros(0).set_(storage, 1, [1], [1]).tolist() == [2.0]
    assert wye.zeros(0).set_(source=storage.untyped()).tolist() == [1.0, 2.0]
    for refused in (
        lambda: wye.zeros(0, dtype=wye.float64).set_(storage),
        lambda: wye.zeros(0, dtype=wye.float64).set_(storage, 0, (1,), (1,)),
        lambda: wye.zeros(0, dtype=wye.float64).set_(source=storage),
        lambda: wye.zeros(0, dtype=wye.float64).new(storage),
    ):
        with pytest.raises(RuntimeError, match="Expected a Storage of type Double"):
            refused()


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


def test_buffers_are_read_in_either_order_of_bytes():
    of = STORAGE_TYPES
    assert of["ShortStorage"].from_buffer(bytes([1, 2, 3, 4]), "big").tolist() == [258, 772]
    assert of["IntStorage"].from_buffer(bytes([1, 2, 3, 4]), "little").tolist() == [67305985]
    assert FloatStorage.from_buffer(b"x@\x10\0\0", "big", offset=1).tolist() == [2.25]
    assert of["BoolStorage"].from_buffer(bytes([0, 2]), "big").tolist() == [False, True]
    assert of["ByteStorage"].from_buffer(b"ab").tolist() == [97, 98]
    assert of["ShortStorage"].from_buffer(b"a\0b\0", "little", 1).tolist() == [97]


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ((b"abcd",), RuntimeError, "missing required argument 'byte_order'"),
        ((b"abcd", "up"), ValueError, "invalid byte_order 'up'"),
        ((b"abcde", "big"), ValueError, r"buffer size \(5\) must be a multiple of element size \(4\)"),
        ((b"abcd", "big", -1, 9), ValueError, "offset must be non-negative"),
        ((b"abcd", "big", 2), ValueError, "specified a size of 2"),
    ],
)
def test_buffers_that_do_not_fit_are_refused(given, error, words):
    with pytest.raises(error, match=words):
        FloatStorage.from_buffer(*given)


def test_a_file_is_memory(tmp_path):
    path = tmp_path / "numbers"
    first = FloatStorage.from_file(str(path), True, 3)
    seen = wye.tensor(first)
    seen.fill_(2.0)
    again = FloatStorage.from_file(str(path), True, 3)
    assert again.tolist() == [2.0, 2.0, 2.0]
    assert first.filename == str(path)
    assert FloatStorage.from_file(str(path), False, 1).filename is None


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (LegacyStorage, RuntimeError, "Only child classes of _LegacyStorage"),
        (lambda: FloatStorage(device="cpu"), RuntimeError, "'device' cannot be specified"),
        (lambda: FloatStorage(dtype=wye.int8), RuntimeError, "'dtype' cannot be specified"),
        (lambda: FloatStorage(size=3), TypeError, "unexpected keyword argument 'size'"),
        (lambda: FloatStorage(1, 2), RuntimeError, "Too many positional arguments"),
        (lambda: FloatStorage("text"), TypeError, "invalid data type 'str'"),
        (lambda: FloatStorage(wye.ones(2)), TypeError, "Argument type not recognized"),
        (lambda: FloatStorage(1, wrap_storage=wye.UntypedStorage(4)), RuntimeError, "No positional arguments"),
        (lambda: FloatStorage(wrap_storage=FloatStorage(1)), TypeError, "must be UntypedStorage"),
        (lambda: TypedStorage(wrap_storage=wye.UntypedStorage(4)), RuntimeError, "'dtype' must be specified"),
        (lambda: TypedStorage(1, dtype=wye.int8, device="xla"), RuntimeError, "device not recognized"),
        (lambda: FloatStorage(2).fill_(FloatStorage(2)), RuntimeError, "cannot set item"),
        (CUDA_TYPES["FloatStorage"].from_buffer, RuntimeError, "Not available for CUDA storage"),
        (lambda: wye.ones(2, device="meta")._typed_storage().cpu(), NotImplementedError, "Cannot copy out"),
        (lambda: FloatStorage(2).share_memory_(), RuntimeError, "do not share memory"),
    ],
)
def test_what_makes_no_storage_is_refused(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_quantized_elements_are_stored_as_integers():
    storage = STORAGE_TYPES["QInt32Storage"]([1, 2])
    storage[0] = 7
    assert (storage.tolist(), storage.nbytes(), storage.dtype.name) == ([7, 2], 8, "qint32")


@pytest.mark.filterwarnings("default:TypedStorage is deprecated")
def test_public_names_warn_once_and_private_ones_never():
    private = wye.ones(2)._typed_storage()
    forget_warning()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert (private._size(), private._nbytes(), private._element_size()) == (2, 8, 4)
        private._setitem(slice(0, 2), 3)
        FloatStorage(2, _internal=True)._resize_(4)

    def use_twice():
        private.fill_(1)
        FloatStorage(2)

    with pytest.warns(UserWarning, match="TypedStorage is deprecated") as seen:
        use_twice()
    assert len(seen) == 1
    assert seen[0].filename == __file__
    with AlwaysWarning(True), pytest.warns(UserWarning, match="TypedStorage is deprecated") as seen:
        use_twice()
    assert len(seen) == 2
