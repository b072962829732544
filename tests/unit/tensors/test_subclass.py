"""Which tensors behave like subclasses."""

from __future__ import annotations

import numpy as np
import pytest
from tests.unit.call.tensor_kinds import Tensor

import wye
from wye.keys import DispatchKeySet
from wye.tensors.subclass import is_tensor_subclass_like


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
