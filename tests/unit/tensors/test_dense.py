"""Tensors: data, dtype, device and keys."""

from __future__ import annotations

import numpy as np
import pytest

import wye
from wye.keys import DispatchKey, DispatchKeySet, register_backend
from wye.schema.values import device
from wye.tensors.dense import keys_for_device


@pytest.mark.parametrize(
    ("data", "dtype"),
    [
        (1, "int64"),
        (1.5, "float32"),
        (True, "bool"),
        (1j, "complex64"),
        ([1, 2.5], "float32"),
        ([], "float32"),
        ([[1], [2]], "int64"),
        (np.float64(1), "float64"),
        (np.ones(2, np.int8), "int8"),
        (np.ones(2, np.complex128), "complex128"),
    ],
)
def test_numbers_get_pytorchs_default_dtypes_and_arrays_keep_theirs(data, dtype):
    x = wye.tensor(data)
    assert x.dtype is getattr(wye, dtype)
    np.testing.assert_array_equal(x.numpy(), np.array(data))


def test_a_tensor_has_shape_size_and_numel():
    x = wye.tensor([[1, 2, 3], [4, 5, 6]])
    assert (x.shape, x.ndim, x.dim(), x.size(), x.size(1), x.size(-1), x.numel(), len(x)) == (
        (2, 3),
        2,
        2,
        (2, 3),
        3,
        3,
        6,
        2,
    )
    with pytest.raises(IndexError):
        x.size(2)


def test_a_0_dim_tensor_has_an_item_and_no_length():
    x = wye.tensor(2.5)
    assert (x.item(), x.shape, x.numel(), x.tolist()) == (2.5, (), 1, 2.5)
    with pytest.raises(TypeError, match=r"len\(\) of a 0-d tensor"):
        len(x)
    with pytest.raises(RuntimeError, match="a Tensor with 2 elements cannot be converted to Scalar"):
        wye.tensor([1, 2]).item()


def test_a_dtype_converts_the_data():
    assert wye.tensor([1.7, 2.2], dtype=wye.int32).tolist() == [1, 2]
    assert wye.tensor(np.ones(2), dtype=wye.float16).dtype is wye.float16


def test_tensor_copies_and_from_numpy_shares():
    array = np.zeros(3)
    copied, shared = wye.tensor(array), wye.from_numpy(array)
    array[0] = 1
    assert (copied.tolist(), shared.tolist()) == ([0, 0, 0], [1, 0, 0])
    assert np.shares_memory(shared.numpy(), array)


def test_a_tensor_can_be_made_of_tensors():
    x = wye.tensor([1.0, 2.0], dtype=wye.float64)
    with pytest.warns(UserWarning, match=r"rather than wye\.tensor\(sourceTensor\)"):
        assert wye.tensor(x).dtype is wye.float64
    assert wye.tensor([wye.tensor(1.0), 2]).dtype is wye.float32
    assert wye.tensor([wye.tensor(1, dtype=wye.int8), wye.tensor(2, dtype=wye.int16)]).dtype is wye.int16


def test_a_meta_tensor_has_no_data():
    x = wye.tensor([[1.0, 2.0]], device="meta")
    assert (x.shape, x.dtype, x.device) == ((1, 2), wye.float32, device("meta"))
    for read in (x.numpy, lambda: np.asarray(x)):
        with pytest.raises(TypeError, match="a tensor on the device meta has no data"):
            read()
    with pytest.raises(NotImplementedError, match="Cannot copy out of meta tensor"):
        x.tolist()
    with pytest.raises(RuntimeError, match=r"Tensor.item\(\) cannot be called on meta tensors"):
        wye.tensor(1.0, device="meta").item()


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: wye.tensor(1, device="cuda"), ValueError, "cannot hold data on the device cuda"),
        (lambda: wye.tensor(1, device="nowhere"), ValueError, "device type at start of device string: nowhere"),
        (lambda: wye.tensor(1, device=3), RuntimeError, "Cannot access accelerator device when none is available"),
        (lambda: wye.tensor("text"), TypeError, "invalid data type 'str'"),
        (lambda: wye.tensor(["text"]), ValueError, "too many dimensions 'str'"),
        (lambda: wye.tensor([2**70]), ValueError, "Overflow when unpacking long long"),
        (lambda: wye.tensor([None]), RuntimeError, "Could not infer dtype of NoneType"),
        (lambda: wye.tensor(1, dtype=np.float32), TypeError, "dtype must be one of wye's"),
        (lambda: wye.tensor(1, dtype="float32"), TypeError, "dtype must be one of wye's"),
        (lambda: wye.tensor(1, dtype=wye.complex32), TypeError, "no array can hold elements of wye.complex32"),
        (lambda: wye.from_numpy([1, 2]), TypeError, r"expected np.ndarray \(got list\)"),
        (lambda: wye.from_numpy(np.float64(1)), TypeError, r"expected np.ndarray \(got float64\)"),
        (lambda: wye.from_numpy(np.ones(1, ">f4")), ValueError, "byte order different from the native"),
        (lambda: wye.from_numpy(np.array(["a"])), TypeError, "can't convert np.ndarray of type numpy.str_"),
        (lambda: wye.tensor([[1], [1, 2]]), ValueError, r"expected sequence of length 1 at dim 1 \(got 2\)"),
        (lambda: wye.tensor([[[1]], [[1, 2]]]), ValueError, r"expected sequence of length 1 at dim 2 \(got 2\)"),
        (lambda: wye.tensor([[1], 2]), TypeError, "not a sequence"),
    ],
)
def test_what_is_no_tensor_is_refused_with_words(make, error, words):
    with pytest.raises(error, match=words):
        make()


# ---- keys ----


def test_the_keys_of_a_device_are_backend_autograd_tracking_and_autocast():
    assert wye.tensor(1).keys == DispatchKeySet("CPU", "ADInplaceOrView", "AutogradCPU", "AutocastCPU")
    assert keys_for_device(device("meta")) == DispatchKeySet("Meta", "ADInplaceOrView", "AutogradMeta")
    assert keys_for_device(device("cuda:1")) == DispatchKeySet(
        "CUDA", "ADInplaceOrView", "AutogradCUDA", "AutocastCUDA"
    )
    assert keys_for_device(device("hip")) == DispatchKeySet("HIP", "ADInplaceOrView", "AutogradOther")


def test_a_named_backend_is_a_device_with_keys():
    register_backend("TensorTest")
    assert keys_for_device(device("tensortest:2")) == DispatchKeySet(
        "TensorTest", "ADInplaceOrView", DispatchKey.AutogradTensorTest
    )


def test_keys_can_be_set_only_to_a_key_set():
    x = wye.tensor(1)
    x._keys = DispatchKeySet("Meta")
    assert x.keys == DispatchKeySet("Meta")


def test_a_plain_subclass_is_a_tensor_with_the_same_keys():
    class Mine(wye.Tensor):
        pass

    x = Mine(np.ones(1))
    assert x.keys == wye.tensor(1).keys
    assert (type(x), x.dtype, x.tolist()) == (Mine, wye.float32, [1.0])
    x.note = "subclasses have attributes"


def test_types_of_python_numbers_stand_for_dtypes():
    assert wye.tensor([1, 0], dtype=bool).dtype is wye.bool
    assert wye.as_tensor([1], dtype=float).dtype is wye.float64
    assert wye.asarray([1], dtype=complex).dtype is wye.complex128
    with pytest.raises(TypeError, match="dtype must be one of wye's"):
        wye.tensor([1], dtype=str)


def test_a_format_that_is_kept_is_that_of_rows():
    rows, last = wye.ones(2, 3, 4, 5), wye.ones(2, 3, 4, 5).contiguous(memory_format=wye.channels_last)
    assert [x.is_contiguous(memory_format=wye.preserve_format) for x in (rows, last)] == [True, False]
