"""Copies and pickles: what shared memory shares it in the copy, and nothing else does."""

from __future__ import annotations

import copy
import pickle
import weakref

import pytest

import wye
from wye.tensors.subclass import make_wrapper_subclass


class Mine(wye.Tensor):
    """A plain subclass, at module level so that pickle finds it."""

    def new_empty(self, size):
        return Mine(wye.Size(size))


class Wrapper(wye.Tensor):
    @classmethod
    def __wye_dispatch__(cls, func, types, args=(), kwargs=None):
        assert str(func) == "aten.clone.default"
        return make_wrapper_subclass(cls, args[0].shape, dtype=args[0].dtype)


def pickled(value):
    return pickle.loads(pickle.dumps(value))


both = pytest.mark.parametrize("again", [copy.deepcopy, pickled], ids=["deepcopy", "pickle"])


@both
@pytest.mark.parametrize(
    "make",
    [
        lambda: wye.arange(6.0).reshape(2, 3),
        lambda: wye.arange(6.0).reshape(2, 3).t(),
        lambda: wye.arange(6)[1::2],
        lambda: wye.ones(1).expand(3),
        lambda: wye.tensor(True),
        lambda: wye.ones(3, dtype=wye.bfloat16),
        lambda: wye.empty(0, 3),
        lambda: wye.tensor([1 + 1j]).conj(),
        lambda: wye.tensor([1 + 1j]).conj().imag,
        lambda: wye.ones(2, 3, device="meta").t(),
        lambda: wye.ones(2, requires_grad=True),
    ],
)
def test_a_copy_is_the_same_with_memory_of_its_own(again, make):
    x = make()
    y = again(x)
    for look in ("shape", "dtype", "device", "requires_grad", "is_conj", "is_neg", "stride", "storage_offset"):
        a, b = getattr(x, look), getattr(y, look)
        if callable(a) and look != "device":  # a device is a decorator, too
            a, b = a(), b()
        assert a == b, look
    if not x.is_meta:
        assert x.tolist() == y.tolist()
        assert not x.numel() or x.data_ptr() != y.data_ptr()


@both
def test_views_share_memory_in_the_copy(again):
    x = wye.arange(6.0).reshape(2, 3)
    y, row = again([x, x[1]])
    row.add_(1)
    assert y.tolist() == [[0, 1, 2], [4, 5, 6]]
    assert x.tolist() == [[0, 1, 2], [3, 4, 5]]
    assert y.untyped_storage() == row.untyped_storage()


@both
def test_the_same_tensor_twice_is_one_tensor_in_the_copy(again):
    x = wye.ones(2)
    a, b = again((x, x))
    assert a is b


@both
def test_a_part_of_an_array_with_gaps_is_copied_as_it_lies(again):
    import numpy as np

    x = wye.from_numpy(np.arange(12.0).reshape(3, 4)[:, ::2])
    y, part = again([x, x[1:]])
    assert (y.tolist(), part.tolist(), y.stride()) == (x.tolist(), x[1:].tolist(), x.stride())


def test_a_copy_shares_the_memory_and_not_the_version():
    x = wye.ones(2)
    y = copy.copy(x)
    y.add_(1)
    assert x.tolist() == [2.0, 2.0]
    assert (x._version, y._version) == (0, 1)


@both
def test_attributes_and_classes_are_kept(again):
    x = Mine([1.0])
    x.tags = ["a"]
    y = again(x)
    assert (type(y), y.tags, y.tags is x.tags) == (Mine, ["a"], False)
    assert copy.copy(x).tags is x.tags


@both
def test_a_wrapper_is_copied_with_what_it_wraps(again):
    x = make_wrapper_subclass(Wrapper, (2, 3), dtype=wye.float64)
    x.inside = wye.ones(2)
    y = again(x)
    assert (type(y), y.shape, y.dtype, y.keys) == (Wrapper, x.shape, x.dtype, x.keys)
    assert y.inside.data_ptr() != x.inside.data_ptr()


def test_a_deep_copy_has_a_copy_of_the_gradient():
    x = wye.ones(2, requires_grad=True)
    x.grad = wye.ones(2)
    y = copy.deepcopy(x)
    assert y.grad.tolist() == [1.0, 1.0]
    assert y.grad is not x.grad


def test_a_storage_is_one_object_while_somebody_holds_it():
    x = wye.ones(4)
    storage = x.untyped_storage()
    assert x[1:].untyped_storage() is storage
    assert pickled(storage).tolist() == storage.tolist()
    copied = copy.deepcopy(storage)
    assert (copied == storage, copied.tolist()) == (False, storage.tolist())
    assert wye.is_storage(storage)
    assert wye.is_storage(x._typed_storage())
    assert not wye.is_storage(x)


def test_tensors_can_be_referred_to_weakly():
    x = wye.tensor(1)
    seen = weakref.ref(x)
    assert seen() is x
    del x
    assert seen() is None


def test_a_deep_copy_is_of_the_same_class_or_none():
    class Forgetful(wye.Tensor):
        pass

    class Opaque(wye.Tensor):
        @classmethod
        def __wye_dispatch__(cls, func, types, args=(), kwargs=None):
            return wye.ones(1)

    with pytest.raises(RuntimeError, match=r"for non-wrapper subclasses only works for .* that implement new_empty"):
        copy.deepcopy(Forgetful([1.0]))
    with pytest.raises(RuntimeError, match=r"for wrapper subclasses only works for .* that implement clone"):
        copy.deepcopy(make_wrapper_subclass(Opaque, (2,)))
