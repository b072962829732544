"""`wye.eval_shape`: shapes and dtypes of results, without data."""

import numpy as np
import pytest

import wye
from wye import ShapeDtype
from wye.fake import FakeTensor, FakeTensorMode

BIG = ShapeDtype((10**6, 10**6))


def test_arrays_too_large_to_exist_have_shapes():
    assert wye.eval_shape(lambda x: (x @ x.T).mean(axis=0), BIG) == ShapeDtype((10**6,))
    found = wye.eval_shape(np.linalg.svd, ShapeDtype((10**6, 3), np.float32), full_matrices=False)
    assert [(one.shape, one.dtype) for one in found] == [
        ((10**6, 3), np.float32), ((3,), np.float32), ((3, 3), np.float32)
    ]  # fmt: skip


@pytest.mark.parametrize("transform", [wye.grad, wye.hessian, lambda f: wye.vmap(lambda x: f(x) * x)])
def test_transforms_have_the_shapes_of_a_real_run(transform):
    made, x = transform(lambda x: np.sum(np.sin(x) ** 2)), np.linspace(0, 1, 4, dtype=np.float32)
    real = made(x)
    assert wye.eval_shape(made, x) == ShapeDtype(real.shape, real.dtype)


def test_tensors_have_dtypes_of_tensors_and_other_values_stay():
    def function(t, by):
        return {"product": t @ t.T, "by": by}

    expected = {"product": ShapeDtype((3, 3), wye.float32), "by": 2}
    assert wye.eval_shape(function, wye.ones(3, 4), by=2) == expected
    assert wye.eval_shape(function, ShapeDtype((3, 4), wye.float32), by=2) == expected


def test_nothing_is_written_to_the_arguments():
    def written(x):
        x[0] = 5.0
        return x

    x = np.zeros(3)
    assert wye.eval_shape(written, x) == ShapeDtype((3,))
    assert x.tolist() == [0.0, 0.0, 0.0]


def test_a_function_that_branches_on_data_is_refused():
    with pytest.raises(wye.errors.ArgumentError, match="values of an array that has none"):
        wye.eval_shape(lambda x: x if x.sum() > 0 else -x, np.ones(2))


def test_a_mode_makes_fake_arrays_of_ndarrays():
    mode = FakeTensorMode()
    array = mode.from_tensor(np.ones((2, 3), np.float32))
    assert type(array) is wye.numpy.Array
    assert isinstance(array.tensor, FakeTensor)
    assert np.sum(array, axis=1).shape == (2,)
    assert wye.eval_shape(np.sum, array, axis=1) == ShapeDtype((2,), np.float32)
