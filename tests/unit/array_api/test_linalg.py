"""Results that are others in NumPy."""

import numpy as np
import pytest

import wye
import wye.array_api as xp


@pytest.mark.parametrize(("dtype", "wanted"), [(xp.float32, xp.complex64), (xp.float64, xp.complex128)])
def test_eigenvalues_are_complex(dtype, wanted):
    x = xp.asarray([[2.0, 0.0], [1.0, 3.0]], dtype=dtype)
    found = xp.linalg.eig(x)
    assert found._fields == ("eigenvalues", "eigenvectors")
    assert found.eigenvalues.dtype == found.eigenvectors.dtype == xp.linalg.eigvals(x).dtype == wanted
    np.testing.assert_allclose(x @ found.eigenvectors, found.eigenvectors * found.eigenvalues, atol=1e-6)


def test_eigenvalues_have_a_gradient():
    found = wye.grad(lambda x: xp.sum(xp.real(xp.linalg.eigvals(x))))(np.array([[2.0, 0.5], [1.0, 3.0]]))
    np.testing.assert_allclose(found, np.eye(2), atol=1e-9)
