"""Special functions for SciPy's array-API paths."""

import math

import numpy as np
import pytest

import wye
from wye.array_api import special


def test_the_derivatives_of_the_logarithm_of_gamma():
    found = special.polygamma(np.array([0, 1, 0]), np.array([1.0, 1.0, 2.0]))
    np.testing.assert_allclose(found, [-np.euler_gamma, math.pi**2 / 6, 1 - np.euler_gamma])
    np.testing.assert_allclose(special.polygamma(1, 1.0), math.pi**2 / 6)
    x = np.ones(2, np.float32)
    assert special.polygamma(1, x).dtype == special.polygamma(np.array([1, 2]), x).dtype == np.float64  # as SciPy's
    assert special.polygamma(x, x).dtype == np.float32


def test_gamma_of_several_dimensions_has_a_gradient():
    x = np.array([2.5, 3.0])
    wanted = [special.polygamma(0, one) + special.polygamma(0, one - 0.5) for one in x]
    np.testing.assert_allclose(wye.grad(lambda a: special.multigammaln(a, 2).sum())(x), wanted)
    with pytest.raises(ValueError, match="d = 3"):
        special.multigammaln(np.array([0.5]), 3)


def test_zeta_of_two_arguments():
    np.testing.assert_allclose(
        special.zeta(np.array([2.0, 2.0]), np.array([1.0, 2.0])), [math.pi**2 / 6] - np.arange(2)
    )


def test_names_without_a_line_are_not_there():
    assert not hasattr(special, "no_such_function")
    assert {"psi", "j0", "zeta"} <= set(dir(special))
