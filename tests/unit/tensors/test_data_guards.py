"""Guards of data: reading is free, writing and handing memory out raises or warns once."""

from __future__ import annotations

import warnings

import pytest

import wye
from wye.tensors import storage
from wye.tensors.data_guards import throw_on_mutable_data_ptr, warn_on_mutable_data_ptr

WORDS = "Cannot access data pointer of Tensor"


def guarded():
    x = wye.tensor([1.0, 2.0, 3.0])
    throw_on_mutable_data_ptr(x)
    return x


@pytest.mark.parametrize(
    "touch",
    [
        lambda x: x.data_ptr(),
        lambda x: x.numpy(),
        lambda x: x.numpy(force=True),
        lambda x: x.untyped_storage().data_ptr(),
        lambda x: x.__dlpack__(),
        lambda x: x[0].data_ptr(),
        lambda x: x.detach().data_ptr(),
    ],
)
def test_handing_memory_out_raises(touch):
    x = guarded()
    for _ in range(2):
        with pytest.raises(RuntimeError, match=WORDS):
            touch(x)


@pytest.mark.parametrize(
    "write",
    [
        lambda x: x.add_(1),
        lambda x: x.zero_(),
        lambda x: x.copy_(wye.ones(3)),
        lambda x: x.clamp_(0),
        lambda x: wye.sin(wye.ones(3), out=x),
        lambda x: x.__setitem__(0, 5.0),
        lambda x: x.masked_fill_(x > 1, 0),
        lambda x: x.index_add_(0, wye.tensor([0]), wye.ones(1)),
    ],
)
def test_a_kernel_that_writes_raises(write):
    x = guarded()
    with pytest.raises((RuntimeError, ValueError), match=f"{WORDS}|read-only"):
        write(x)
    assert x.tolist() == [1.0, 2.0, 3.0]


@pytest.mark.parametrize(
    ("read", "expected"),
    [
        (lambda x: x + 1, [2.0, 3.0, 4.0]),
        (lambda x: x.sum(), 6.0),
        (lambda x: x.clone(), [1.0, 2.0, 3.0]),
        (lambda x: x[1:], [2.0, 3.0]),
        (lambda x: wye.cat([x, x[:1]]), [1.0, 2.0, 3.0, 1.0]),
        (lambda x: x @ x, 14.0),
        (lambda x: x.flip(0), [3.0, 2.0, 1.0]),
        (lambda x: x.double(), [1.0, 2.0, 3.0]),
        (lambda x: x.half().cumsum(0), [1.0, 3.0, 6.0]),
        (lambda x: x.sort(descending=True).values, [3.0, 2.0, 1.0]),
        (lambda x: (x - x).softmax(0).sum(), 1.0),
        (lambda x: x.std(), 1.0),
        (lambda x: wye.where(x > 1, x, 0.0), [0.0, 2.0, 3.0]),
    ],
)
def test_reading_is_free_and_gives_plain_tensors(read, expected):
    result = read(guarded())
    assert result.tolist() == expected
    if result.numel() != 2:  # a view of guarded memory stays guarded
        result.add_(1)


def test_a_guarded_tensor_prints():
    assert repr(guarded()) == "tensor([1., 2., 3.])"


def test_a_tensor_without_data_is_guarded_by_its_address():
    x = wye.ones(2, device="meta")
    throw_on_mutable_data_ptr(x)
    with pytest.raises(RuntimeError, match=WORDS):
        x.data_ptr()
    assert (x + 1).is_meta


@pytest.mark.parametrize("touch", [lambda x: x.data_ptr(), lambda x: x.add_(0), lambda x: x.numpy()])
def test_a_warning_comes_once(touch):
    x = wye.tensor([1.0])
    warn_on_mutable_data_ptr(x)
    with pytest.warns(UserWarning, match="Accessing the data pointer"):
        touch(x)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        touch(x)
    assert (x + 1).tolist() == [2.0]


def test_a_second_guard_replaces_the_first():
    x = wye.tensor([1.0])
    warn_on_mutable_data_ptr(x)
    throw_on_mutable_data_ptr(x)
    for touch in (x.data_ptr, x.zero_):
        with pytest.raises(RuntimeError, match=WORDS):
            touch()


def test_a_guard_goes_with_its_memory():
    before = len(storage._guards)
    x = guarded()
    assert len(storage._guards) == before + 1
    del x
    assert len(storage._guards) == before
