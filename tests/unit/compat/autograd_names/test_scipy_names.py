import numpy as onp
import pytest

import wye.compat.autograd.numpy as np
import wye.compat.autograd.scipy.stats.norm as norm
from wye.compat.autograd import grad
from wye.compat.autograd.scipy import linalg, signal, special, stats
from wye.compat.autograd.scipy.misc import logsumexp
from wye.compat.autograd.test_util import check_grads, combo_check


@pytest.fixture(autouse=True)
def seed():
    onp.random.seed(0)


POSITIVE = onp.array([0.7, 1.3, 2.6])


@pytest.mark.parametrize(
    "name",
    [
        "digamma",
        "psi",
        "erf",
        "erfc",
        "erfcx",
        "expit",
        "gamma",
        "gammaln",
        "rgamma",
        "i0",
        "i0e",
        "i1",
        "i1e",
        "ndtr",
        "log_ndtr",
        "entr",
        "gammasgn",
    ],
)
def test_special_functions_of_one_argument(name):
    check_grads(getattr(special, name))(POSITIVE)
    assert type(getattr(special, name)(POSITIVE)) is onp.ndarray


def test_special_functions_of_an_interval_and_of_several_arguments():
    inside = onp.array([0.2, 0.6])
    for name in ("erfinv", "logit", "ndtri", "erfcinv"):
        check_grads(getattr(special, name))(inside)
    for name in ("beta", "betaln", "xlogy", "xlog1py"):
        check_grads(getattr(special, name), (0, 1))(POSITIVE, POSITIVE + 1)
    for name in ("gammainc", "gammaincc"):
        check_grads(getattr(special, name), 1)(2.0, POSITIVE)
    check_grads(lambda x: special.polygamma(1, x))(POSITIVE)
    check_grads(lambda x: special.multigammaln(x + 3, 2))(POSITIVE)


def test_values_of_special_functions():
    onp.testing.assert_allclose(special.gamma(onp.array([5.0, -0.5])), [24.0, -3.544907701811032])
    onp.testing.assert_allclose(special.expit(0.0), 0.5)
    onp.testing.assert_allclose(special.polygamma(1, 1.0), onp.pi**2 / 6)


def test_logsumexp():
    x = onp.array([[1.0, 2.0, 3.0], [0.5, -1.0, 1000.0]])
    onp.testing.assert_allclose(logsumexp(x, axis=1), onp.logaddexp.reduce(x, axis=1))
    combo_check(logsumexp, [0])([x[:1], POSITIVE], axis=[None, 0], keepdims=[True, False])
    check_grads(lambda a: logsumexp(a, b=POSITIVE))(POSITIVE)


def test_distributions():
    x, loc, scale = onp.array([-0.3, 1.2]), onp.array([0.1, 0.2]), onp.array([0.7, 1.5])
    for name in ("pdf", "logpdf", "cdf", "logcdf", "sf", "logsf"):
        check_grads(getattr(norm, name), (0, 1, 2))(x, loc, scale)
    onp.testing.assert_allclose(norm.cdf(1.96), 0.9750021048517795)
    for name in ("pdf", "logpdf"):
        check_grads(getattr(stats.t, name), (0, 1, 2, 3))(x, scale + 2, loc, scale)
        check_grads(getattr(stats.beta, name), (0, 1, 2))(onp.array([0.2, 0.6]), scale + 1, scale + 2)
        check_grads(getattr(stats.gamma, name), (0, 1))(POSITIVE, POSITIVE + 1)
        check_grads(getattr(stats.chi2, name), (0, 1))(POSITIVE, 3.0)
        check_grads(getattr(stats.dirichlet, name), 1)(onp.array([0.2, 0.3, 0.5]), POSITIVE)
    check_grads(stats.gamma.cdf, 0)(POSITIVE, 2.0)
    for name in ("pmf", "logpmf", "cdf"):
        check_grads(getattr(stats.poisson, name), 1)(onp.array([0.0, 2.0, 3.0]), POSITIVE)


def test_the_normal_distribution_of_vectors():
    cov = onp.array([[2.0, 0.5], [0.5, 1.0]])
    x = onp.array([[0.1, 0.2], [0.3, -0.4], [1.0, 2.0]])
    density = stats.multivariate_normal

    def symmetric(x, mean, cov):
        return density.logpdf(x, mean, 0.5 * (cov + cov.T))

    check_grads(symmetric, (0, 1, 2))(x, onp.zeros(2), cov)
    check_grads(lambda c: density.entropy(onp.zeros(2), 0.5 * (c + c.T)))(cov)
    expected = -0.5 * x[0] @ onp.linalg.solve(cov, x[0]) - 0.5 * onp.log(onp.linalg.det(2 * onp.pi * cov))
    onp.testing.assert_allclose(density.logpdf(x[0], onp.zeros(2), cov), expected)
    singular = onp.diag([1.0, 0.0])
    onp.testing.assert_allclose(density.pdf(onp.zeros(2), onp.zeros(2), singular, True), 1 / onp.sqrt(2 * onp.pi))
    onp.testing.assert_allclose(density.logpdf(0.5, 0.1, 2.0), norm.logpdf(0.5, 0.1, onp.sqrt(2.0)))


@pytest.mark.parametrize("mode", ["full", "valid", "same"])
def test_convolutions(mode):
    a, b = onp.random.randn(5), onp.random.randn(3)
    onp.testing.assert_allclose(signal.convolve(a, b, mode=mode), onp.convolve(a, b, mode))
    onp.testing.assert_allclose(signal.convolve(b, a, mode="full"), onp.convolve(b, a, "full"))
    a, b = onp.random.randn(2, 4), onp.random.randn(2, 3, 2)
    found = signal.convolve(a, b, axes=([1], [2]), dot_axes=([0], [0]), mode=mode)
    expected = [sum(onp.convolve(a[i], b[i, j], mode) for i in range(2)) for j in range(3)]
    onp.testing.assert_allclose(found, expected)
    check_grads(lambda a, b: signal.convolve(a, b, axes=([1], [2]), dot_axes=([0], [0]), mode=mode), (0, 1))(a, b)


def test_convolutions_that_cannot_be_are_refused():
    with pytest.raises(ValueError, match="mode"):
        signal.convolve(onp.ones(2), onp.ones(2), mode="other")
    with pytest.raises(ValueError, match="one array"):
        signal.convolve(onp.ones((2, 3)), onp.ones((3, 2)), mode="valid")


@pytest.mark.parametrize("lower", [False, True])
@pytest.mark.parametrize("trans", [0, 1, "T"])
def test_triangular_systems(lower, trans):
    a, b = onp.random.randn(3, 3) + 3 * onp.eye(3), onp.random.randn(3, 2)
    triangle = onp.tril(a) if lower else onp.triu(a)
    solution = onp.linalg.solve(triangle.T if trans else triangle, b)
    onp.testing.assert_allclose(linalg.solve_triangular(a, b, trans=trans, lower=lower), solution)
    check_grads(lambda a, b: linalg.solve_triangular(a, b, trans=trans, lower=lower), (0, 1))(a, b[:, 0])


def test_banded_systems():
    bands = onp.random.randn(3, 4) + onp.array([[0.0], [4.0], [0.0]])
    dense = onp.diag(bands[1]) + onp.diag(bands[0, 1:], 1) + onp.diag(bands[2, :-1], -1)
    onp.testing.assert_allclose(linalg.solve_banded((1, 1), bands, onp.ones(4)), onp.linalg.solve(dense, onp.ones(4)))
    check_grads(lambda ab, b: linalg.solve_banded((1, 1), ab, b), (0, 1))(bands, onp.ones(4))


def test_what_only_scipy_has_is_scipys():
    scipy_special = pytest.importorskip("scipy.special")
    onp.testing.assert_allclose(special.j0(POSITIVE), scipy_special.j0(POSITIVE))
    for name in ("j0", "j1", "y0", "y1"):
        check_grads(getattr(special, name))(POSITIVE)
    check_grads(lambda x: stats.t.cdf(x, 3.0))(POSITIVE)
    check_grads(linalg.sqrtm)(onp.array([[2.0, 0.3], [0.3, 1.0]]))
    assert norm.ppf(0.5) == 0.0


def test_without_scipy_a_name_that_wye_lacks_says_so(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "scipy", None)
    monkeypatch.setitem(sys.modules, "scipy.special", None)
    with pytest.raises(AttributeError, match="SciPy"):
        special.name_that_nobody_has  # noqa: B018 - asking for it is the point


def test_gradients_of_a_likelihood():
    data = onp.array([1.0, 2.0, 4.0])
    found = grad(lambda p: -np.sum(norm.logpdf(data, p["loc"], np.exp(p["log_scale"]))))({"loc": 1.0, "log_scale": 0.0})
    onp.testing.assert_allclose([found["loc"], found["log_scale"]], [-4.0, 3 - 10.0])
