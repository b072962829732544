"""Which tensors behave like subclasses."""

from __future__ import annotations

import numpy as np
import pytest
from tests.unit.call.tensor_kinds import Tensor

import wye
from wye.keys import DispatchKeySet
from wye.tensors.subclass import is_tensor_subclass_like, make_subclass, make_wrapper_subclass


@pytest.mark.parametrize(
    "key", ["Meta", "SparseCPU", "SparseCsrCPU", "Python", "Functionalize", "FuncTorchBatched", "Batched"]
)
def test_keys_that_take_operators_away_from_plain_data_make_it_so(key):
    assert is_tensor_subclass_like(Tensor("any", DispatchKeySet(key)))


@pytest.mark.parametrize(
    "key", ["CPU", "QuantizedCPU", "MkldnnCPU", "NestedTensorCPU", "Conjugate", "AutogradCPU", "NumPy"]
)
def test_other_keys_do_not(key):
    assert not is_tensor_subclass_like(Tensor("any", DispatchKeySet(key)))


def test_arrays_and_other_objects_are_plain():
    assert not is_tensor_subclass_like(np.ones(1))
    assert not is_tensor_subclass_like(wye.tensor(1))
    assert not is_tensor_subclass_like("no tensor")


class Mine(wye.Tensor):
    pass


class Handled(wye.Tensor):
    @classmethod
    def __wye_dispatch__(cls, func, types, args=(), kwargs=None):
        return NotImplemented


def test_a_subclass_over_a_tensor_shares_memory_and_version():
    base = wye.ones(2, requires_grad=True)
    made = make_subclass(Mine, base)
    assert (type(made), made.data_ptr(), made.requires_grad) == (Mine, base.data_ptr(), False)
    base.detach().add_(1)
    assert made._version == base._version == 1
    assert make_subclass(Mine, base, True).requires_grad
    assert wye.Tensor._make_subclass(Mine, base).tolist() == [2.0, 2.0]
    seen = base.as_subclass(Mine)
    assert (type(seen), seen.data_ptr(), seen.requires_grad, seen._version) == (Mine, base.data_ptr(), True, 1)


def test_a_wrapper_shows_what_it_was_given():
    made = make_wrapper_subclass(Handled, (2, 3), strides=(1, 2), storage_offset=3, dtype=wye.int8, device="cuda:1")
    assert (made.shape, made.stride(), made.storage_offset()) == ((2, 3), (1, 2), 3)
    assert (made.dtype, made.device, made.is_contiguous()) == (wye.int8, wye.device("cuda:1"), False)
    assert made.keys == DispatchKeySet(
        "CUDA", "Python", "ADInplaceOrView", "AutogradCUDA", "AutocastCUDA", "PythonTLSSnapshot"
    )
    assert wye.Tensor._make_wrapper_subclass(Handled, (2,), requires_grad=True).requires_grad


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: make_subclass(int, wye.ones(1)), TypeError, "takes a subclass of Tensor"),
        (lambda: make_subclass(Mine, [1]), TypeError, "argument 'data' must be Tensor, not list"),
        (lambda: make_subclass(Mine, wye.tensor([1]), True), RuntimeError, "can require gradients"),
        (lambda: make_wrapper_subclass(Mine, (1,)), TypeError, "with a __wye_dispatch__"),
        (lambda: make_wrapper_subclass(int, (1,)), TypeError, "takes a subclass of Tensor"),
        (lambda: make_wrapper_subclass(Handled, (1,), dispatch_sizes_strides_policy="x"), ValueError, "'strides' or"),
        (
            lambda: make_wrapper_subclass(Handled, (1,), dtype=wye.int8, requires_grad=True),
            RuntimeError,
            "require grad",
        ),
    ],
)
def test_what_is_no_subclass_is_refused(make, error, words):
    with pytest.raises(error, match=words):
        make()
