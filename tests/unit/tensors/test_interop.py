"""Interchange with NumPy, buffers and DLPack: what is shared is shared, what cannot be says so."""

from __future__ import annotations

import gc
import sys
import warnings
import weakref

import ml_dtypes
import numpy as np
import pytest

import wye

ARRAY = np.array([3.0, 4.0])


def x():
    return wye.tensor([1.0, 2.0], dtype=wye.float64)


# ---- NumPy's protocols ----


def test_an_array_of_a_tensor_shares_its_memory():
    t = x()
    for array in (t.numpy(), np.asarray(t), np.array(t, copy=False), t.__array__(), t.numpy(force=True)):
        assert np.shares_memory(array, t.numpy())
    for array in (np.array(t), np.asarray(t, dtype=np.float32), t.__array__(copy=True)):
        assert not np.shares_memory(array, t.numpy())
    with pytest.raises(ValueError, match="Unable to avoid copy"):
        t.__array__(np.float32, copy=False)


def test_strided_tensors_keep_their_strides():
    t = wye.arange(6.0).reshape(2, 3).t()
    assert np.asarray(t).strides == (4, 12)
    assert np.shares_memory(np.asarray(t), t.numpy())


def test_a_tensor_is_not_taken_for_an_array_of_numpy():
    assert not hasattr(x(), "__array_interface__")
    t = x()
    assert np.shares_memory(np.asarray(t), t.numpy())


def test_bfloat16_is_an_array_of_ml_dtypes():
    assert np.asarray(wye.ones(2, dtype=wye.bfloat16)).dtype == ml_dtypes.bfloat16


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: wye.ones(1, requires_grad=True), RuntimeError, "requires grad"),
        (lambda: wye.tensor([1j]).conj(), RuntimeError, "conjugate bit"),
        (lambda: wye.tensor([1j]).conj().imag, RuntimeError, "negative bit"),
        (lambda: wye.ones(1, device="meta"), TypeError, "can't convert meta device type tensor to numpy"),
    ],
)
def test_what_an_array_would_not_show_is_refused(make, error, words):
    for read in (np.asarray, lambda t: t.numpy()):
        with pytest.raises(error, match=words):
            read(make())


def test_force_gives_what_the_tensor_means():
    assert wye.tensor([1 + 1j]).conj().numpy(force=True)[0] == 1 - 1j
    assert wye.ones(1, requires_grad=True).numpy(force=True)[0] == 1


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda t: np.add(t, ARRAY), [4.0, 6.0]),
        (lambda t: np.add(ARRAY, t), [4.0, 6.0]),
        (np.negative, [-1.0, -2.0]),
        (lambda t: ARRAY + t, [4.0, 6.0]),
        (lambda t: t + ARRAY, [4.0, 6.0]),
        (lambda t: ARRAY - t, [2.0, 2.0]),
        (lambda t: ARRAY / t, [3.0, 2.0]),
        (lambda t: ARRAY // t, [3.0, 2.0]),
        (lambda t: ARRAY % t, [0.0, 0.0]),
        (lambda t: ARRAY**t, [3.0, 16.0]),
        (lambda t: ARRAY @ t, 11.0),
        (lambda t: t @ ARRAY, 11.0),
        (lambda t: ARRAY > t, [True, True]),  # noqa: SIM300 - the array is asked first
        (lambda t: t == ARRAY, [False, False]),
        (lambda t: t * ARRAY[::-1], [4.0, 6.0]),
        (lambda t: wye.add(ARRAY, t), [4.0, 6.0]),
        (lambda t: wye.cat([t, ARRAY]), [1.0, 2.0, 3.0, 4.0]),
        (lambda t: np.float32(2) * t, [2.0, 4.0]),
        (lambda t: np.float64(2) - t, [1.0, 0.0]),
        (lambda t: np.int64(4) / t, [4.0, 2.0]),
        (lambda t: t - np.float32(1), [0.0, 1.0]),
        (np.sum, 3.0),
        (np.max, 2.0),
        (lambda t: np.mean(t, axis=0), 1.5),
        (np.isnan, [False, False]),
    ],
)
def test_numpy_beside_a_tensor_gives_a_tensor(call, expected):
    result = call(x())
    assert type(result) is wye.Tensor
    assert result.tolist() == expected


def test_numpy_scalars_are_numbers_for_the_dtype():
    assert (wye.ones(2) * np.float64(2)).dtype is wye.float32
    assert (wye.ones(2, dtype=wye.int64) + np.int8(1)).dtype is wye.int64


def test_functions_that_are_no_methods_give_arrays():
    assert type(np.concatenate([x(), ARRAY])) is np.ndarray
    out = np.empty(2)
    assert np.exp(x(), out=out) is out


def test_arrays_alone_stay_arrays():
    assert type(wye.ops.aten.add(ARRAY, ARRAY)) is np.ndarray


def test_in_place_on_a_tensor_keeps_it():
    t = x()
    before = t
    t += ARRAY
    assert t is before
    assert t.tolist() == [4.0, 6.0]


def test_a_read_only_array_makes_a_tensor_that_cannot_be_written_to():
    array = np.ones(2)
    array.flags.writeable = False
    for t in (wye.from_numpy(array), wye.from_dlpack(array), wye.asarray(array)):
        assert np.shares_memory(np.asarray(t), array)
        assert (t + 1).tolist() == [2.0, 2.0]
        with pytest.raises(ValueError, match="read-only"):
            t.add_(1)


def test_a_tensor_keeps_the_array_alive_that_it_was_made_from():
    array = np.arange(4).reshape(2, 2)  # a view: NumPy's views of it would keep the array of `arange` alone
    alive = weakref.ref(array)
    part = wye.from_numpy(array)[0]
    del array
    gc.collect()
    assert alive() is not None
    del part
    assert alive() is None


# ---- buffers ----


@pytest.mark.skipif(sys.version_info < (3, 12), reason="Python's classes give buffers since 3.12")
def test_a_tensor_is_a_buffer():
    t = wye.tensor([1, 2], dtype=wye.uint8)
    memoryview(t)[0] = 7
    assert t.tolist() == [7, 2]
    with pytest.raises(BufferError, match="gives no buffer"):
        memoryview(wye.ones(1, device="meta"))


def test_a_buffer_of_the_array_works_in_every_python():
    t = wye.tensor([1, 2], dtype=wye.uint8)
    memoryview(t.numpy())[0] = 7
    assert t.tolist() == [7, 2]


def test_frombuffer_shares():
    buffer = bytearray(b"abcd")
    t = wye.frombuffer(buffer, dtype=wye.uint8, count=2, offset=1)
    assert t.tolist() == [98, 99]
    t[0] = 0
    assert buffer == b"a\0cd"
    with pytest.raises(ValueError, match="read-only"):
        wye.frombuffer(b"ab", dtype=wye.uint8).add_(1)
    assert wye.frombuffer(np.ones(3), dtype=wye.float64).tolist() == [1, 1, 1]
    assert wye.frombuffer(b"\x80\x3f", dtype=wye.bfloat16).tolist() == [1.0]


@pytest.mark.parametrize(
    ("buffer", "options", "words"),
    [
        (b"", {}, "both buffer length"),
        (b"abc", {}, "must be a multiple of element size"),
        (b"abcd", {"count": 3}, "requested buffer length"),
        (b"abcd", {"offset": 9}, "must be non-negative and no greater"),
        (b"abcd", {"count": 0}, "both buffer length"),
        ([1], {}, "does not implement Python buffer protocol"),
    ],
)
def test_a_buffer_that_does_not_fit_is_refused(buffer, options, words):
    with pytest.raises(ValueError, match=words):
        wye.frombuffer(buffer, dtype=wye.int16, **options)


# ---- DLPack ----


@pytest.mark.parametrize(
    "dtype", ["bool", "uint8", "int64", "uint16", "float16", "float32", "complex64", "bfloat16", "float8_e4m3fn"]
)
def test_dlpack_goes_there_and_back_without_a_copy(dtype):
    t = wye.ones(2, 3).to(getattr(wye, dtype)).t()
    back = wye.from_dlpack(t)
    assert (back.dtype, back.shape, back.stride()) == (t.dtype, t.shape, t.stride())
    assert back.data_ptr() == t.data_ptr()
    assert wye.from_dlpack(t, copy=True).data_ptr() != t.data_ptr()


def test_numpy_takes_and_gives_dlpack():
    t, array = x(), np.arange(3)
    assert np.shares_memory(np.from_dlpack(t), t.numpy())
    assert np.shares_memory(wye.from_dlpack(array).numpy(), array)
    assert t.__dlpack_device__() == (1, 0)


@pytest.mark.parametrize("dtype", ["float64", "int32", "bool", "bfloat16"])
def test_memory_of_a_capsule_can_be_written_to(dtype):
    t = wye.zeros(3, 4).to(getattr(wye, dtype))[:, ::2].t()
    shared = wye.from_dlpack(t.__dlpack__())
    assert shared.stride() == t.stride()
    shared[0, 1] = 1
    assert t[0, 1].item() == 1
    del t
    shared.fill_(0)


def test_an_object_with_dlpack_gives_its_elements():
    class Given:
        def __dlpack__(self, **options):
            return t.__dlpack__(**options)

        def __dlpack_device__(self):
            return t.__dlpack_device__()

    t = x()
    made = wye.tensor(Given())
    assert made.tolist() == t.tolist()
    assert made.data_ptr() != t.data_ptr()


def test_a_list_of_arrays_is_said_to_be_slow(monkeypatch):
    monkeypatch.setattr("wye.warn_always._given", set())
    with pytest.warns(UserWarning, match=r"Creating a tensor from a list of numpy\.ndarrays is extremely slow"):
        assert wye.tensor([np.array([0]), np.array([1])]).shape == (2, 1)
    with pytest.raises(ValueError, match=r"expected sequence of length 3 at dim 2 .got 0"):
        wye.tensor([np.zeros((3, 3)), np.zeros((3, 0))])
    with pytest.raises(TypeError, match="not a sequence"):
        wye.tensor([[np.zeros(3), 1.0]])


def test_a_capsule_is_used_once():
    capsule = x().__dlpack__()
    assert wye.from_dlpack(capsule).tolist() == [1.0, 2.0]
    with pytest.raises(RuntimeError, match="consumed only once"):
        wye.from_dlpack(capsule)


@pytest.mark.parametrize(
    ("make", "options", "error", "words"),
    [
        (lambda: wye.tensor([1j]).conj(), {}, BufferError, "conjugate bit"),
        (lambda: wye.tensor([1j]).conj().imag, {}, BufferError, "negative bit"),
        (lambda: wye.ones(1, requires_grad=True), {}, BufferError, "require gradient"),
        (lambda: wye.ones(1, device="meta"), {}, BufferError, "Cannot pack tensors on meta"),
        (x, {"dl_device": (2, 0)}, BufferError, "cannot be exported to"),
        (x, {"stream": 1}, AssertionError, "stream should be None on cpu"),
    ],
)
def test_what_dlpack_cannot_say_is_refused(make, options, error, words):
    with pytest.raises(error, match=words):
        make().__dlpack__(**options)


def test_what_is_no_dlpack_is_refused():
    with pytest.raises(TypeError, match="takes a DLPack capsule or an object with __dlpack__, not list"):
        wye.from_dlpack([1])
    with pytest.raises(ValueError, match="stride"):
        wye.from_dlpack(np.ones(3)[::-1])
    with pytest.raises(ValueError, match="makes tensors on the cpu"):
        wye.from_dlpack(ARRAY, device="meta")


# ---- asarray ----


def test_asarray_shares_where_it_can():
    t = x()
    assert wye.asarray(t) is t
    assert np.shares_memory(wye.asarray(ARRAY).numpy(), ARRAY)
    buffer = bytearray(b"ab")
    assert wye.asarray(buffer, dtype=wye.uint8).tolist() == [97, 98]
    for copied in (wye.asarray(t, copy=True), wye.asarray(t, dtype=wye.float32)):
        assert copied.data_ptr() != t.data_ptr()
    assert wye.asarray([1, 2]).dtype is wye.int64
    assert wye.asarray(np.float32(1)).dtype is wye.float32
    assert wye.asarray(t, device="meta").is_meta


def test_asarray_sets_requires_grad_on_a_tensor_of_its_own():
    t = x()
    asked = wye.asarray(t, requires_grad=True)
    assert (asked.requires_grad, t.requires_grad, asked.data_ptr()) == (True, False, t.data_ptr())
    assert wye.asarray(asked) is asked
    assert not wye.asarray(asked, requires_grad=False).requires_grad


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: wye.asarray(x(), dtype=wye.int8, copy=False), "can't alias tensor with dtype"),
        (lambda: wye.asarray(x(), device="meta", copy=False), "can't alias tensor from device"),
        (lambda: wye.asarray([1], copy=False), "can't alias arbitrary sequence"),
        (lambda: wye.asarray(ARRAY[::-1]), "stride"),
    ],
)
def test_asarray_refuses_what_would_copy(call, words):
    with pytest.raises(ValueError, match=words):
        call()


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda x: wye.ops.aten.unsqueeze(x, 0), np.array([3.0])),
        (lambda x: wye.ops.aten.expand(x, [2]), np.array([3.0, 3.0])),
        (lambda x: wye.ops.aten.view(x, [1, 1]), np.array([[3.0]])),
        (lambda x: wye.ops.aten.permute(x, []), np.array(3.0)),
        (lambda x: wye.ops.aten.where(x > 0, x, -x), np.array(3.0)),
    ],
)
def test_operators_on_ndarrays_go_on_with_numpys_numbers(call, expected):
    total = wye.ops.aten.sum(np.array([1.0, 2.0]))
    assert type(total) is np.float64
    np.testing.assert_array_equal(call(total), expected)


def test_without_gradients_a_tensor_that_requires_them_is_an_array_too():
    x = wye.ones(2, requires_grad=True)
    with wye.no_grad():
        assert x.numpy().tolist() == [1, 1]
    with pytest.raises(RuntimeError, match="requires grad"):
        x.numpy()


def test_a_stream_for_dlpack_is_a_number():
    with pytest.raises(TypeError, match="stream must be"):
        wye.ones(2).__dlpack__(stream=object())


def test_a_buffer_that_cannot_be_written_is_said_so_once(monkeypatch):
    monkeypatch.setattr(wye.warn_always, "_given", set())
    with pytest.warns(UserWarning, match="The given buffer is not writable"):
        wye.frombuffer(b"ab", dtype=wye.uint8)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        wye.frombuffer(b"ab", dtype=wye.uint8)
        wye.frombuffer(bytearray(b"ab"), dtype=wye.uint8)


def test_numbers_of_numpy_have_no_memory_to_share():
    with pytest.raises(RuntimeError, match="can't alias NumPy scalars"):
        wye.asarray(np.float64(0.5), copy=False)
    assert wye.asarray(np.float64(0.5)).dtype is wye.float64
