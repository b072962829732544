"""Arrays of other libraries as arguments of functions that are written in Python."""

from __future__ import annotations

import numpy as np
import pytest

import wye
from wye.errors import ArgumentError
from wye.nn import functional

A = np.arange(12, dtype=np.float32).reshape(3, 4)
IMAGES = np.arange(64, dtype=np.float32).reshape(1, 4, 4, 4)
CALLS = {
    "normalize": lambda a, images: functional.normalize(a),
    "mse_loss": lambda a, images: functional.mse_loss(a, a * 2),
    "tensordot": lambda a, images: wye.tensordot(a, a, 2),
    "split": lambda a, images: wye.split(a, 2, 1),
    "interpolate": lambda a, images: functional.interpolate(images, scale_factor=2),
    "max_pool2d": lambda a, images: functional.max_pool2d(images, 2, return_indices=True),
    "stft": lambda a, images: wye.stft(a.reshape(-1), 4, return_complex=True),
    "backwards": lambda a, images: functional.normalize(a[:, ::-1] if isinstance(a, np.ndarray) else a.flip(1)),
}


@pytest.mark.parametrize("name", CALLS)
def test_functions_in_python_take_arrays_and_give_arrays(name):
    found = wye.pytree.tree_leaves(CALLS[name](A, IMAGES))
    wanted = wye.pytree.tree_leaves(CALLS[name](wye.from_numpy(A), wye.from_numpy(IMAGES)))
    assert all(isinstance(one, np.ndarray) for one in found)
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_array_equal(one, other.numpy())


def test_an_array_that_is_written_to_is_given_back():
    a = A.copy() - 5
    assert functional.relu(a, inplace=True) is a
    assert a.min() == 0


def test_beside_a_tensor_the_result_is_a_tensor():
    assert isinstance(functional.mse_loss(wye.from_numpy(A), A), wye.Tensor)


def test_a_method_that_an_array_class_lacks_is_named():
    class Bare:
        shape, dtype = (3,), wye.float32

    wye.register_array_type(Bare, "NumPy")
    with pytest.raises(ArgumentError, match=r"normalize\(\) calls the method 'norm' of tensors, which Bare does not"):
        functional.normalize(Bare())
