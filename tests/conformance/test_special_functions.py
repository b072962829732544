"""Special functions give torch's values over wide ranges, and are at least as close to the true ones."""

from __future__ import annotations

import numpy as np
import pytest

import wye

torch = pytest.importorskip("torch")


pytestmark = pytest.mark.torch

ENDS = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 1e-300, 1e-10, 300.0, -300.0])
# The largest relative difference in float64 where torch's own error is the larger one; elsewhere 1e-12.
LOOSE = {"gammainc": 1e-8, "gammaincc": 1e-6, "polygamma": 1e-9, "zeta": 1e-12}
# Functions with zeros: an absolute difference, too.
WAVES = {"bessel_j0": 1e-6, "bessel_j1": 2e-6, "bessel_y0": 2e-6, "bessel_y1": 2e-6, "airy_ai": 5e-6, "ndtr": 1e-15}
OF_ONE = (
    "i0", "i0e", "i1", "i1e", "modified_bessel_i0", "modified_bessel_i1", "modified_bessel_k0", "modified_bessel_k1",
    "scaled_modified_bessel_k0", "scaled_modified_bessel_k1", "bessel_j0", "bessel_j1", "bessel_y0", "bessel_y1",
    "spherical_bessel_j0", "erfcx", "log_ndtr", "ndtr", "entr", "airy_ai",
)  # fmt: skip
POLYNOMIALS = (
    *(f"{kind}chebyshev_polynomial_{letter}" for kind in ("", "shifted_") for letter in "tuvw"),
    "hermite_polynomial_h", "hermite_polynomial_he", "laguerre_polynomial_l", "legendre_polynomial_p",
)  # fmt: skip
# True values, from a computation with 30 digits.
TRUE = [
    ("i0", (11.5,), 11746.1415189201),
    ("i1", (-3.25,), -4.95254616590855),
    ("modified_bessel_k0", (0.3,), 1.3724600605443),
    ("modified_bessel_k1", (7.5,), 0.00026529739012529),
    ("bessel_j0", (5.5,), -0.0068438694178192),
    ("bessel_j1", (40.25,), 0.123170428593678),
    ("bessel_y0", (7.75,), 0.176769877513647),
    ("bessel_y1", (0.2,), -3.32382498811185),
    ("airy_ai", (-2.3392199625959122,), -0.000780133222326352),
    ("airy_ai", (4.5,), 0.000330250323514309),
    ("gammainc", (22.644646895623058, 16.636334471968965), 0.0927903974837562),
    ("gammaincc", (1e-10, 1.0), 2.19383934417968e-11),
    ("erfcx", (-24.0,), 2.84873185486139e250),
    ("log_ndtr", (-37.5,), -707.668989317507),
    ("ndtri", (1e-200,), -30.2055941795796),
]


def both(name, *args):
    """The results of torch and wye in float64."""
    given = torch.special, wye.special
    convert = torch.from_numpy, wye.from_numpy
    found = [
        getattr(module, name)(*(of(arg) if isinstance(arg, np.ndarray) else arg for arg in args))
        for module, of in zip(given, convert, strict=True)
    ]
    assert str(found[0].dtype)[6:] == str(found[1].dtype)[4:]
    return [result.numpy().astype(np.float64) for result in found]


def check(name, *args, rtol, atol=0.0):
    theirs, ours = both(name, *args)
    np.testing.assert_allclose(ours, theirs, rtol=rtol, atol=atol, err_msg=name)


def wide(rng, n=400):
    return np.concatenate([rng.normal(size=n) * 3, rng.uniform(-50, 50, n), np.exp(rng.uniform(-20, 5, n)), ENDS])


@pytest.mark.parametrize("name", OF_ONE)
def test_functions_of_one_number_are_torchs(name):
    x = wide(np.random.default_rng(20261116))
    check(name, x, rtol=LOOSE.get(name, 1e-12), atol=WAVES.get(name, 0.0))
    small = np.where(np.abs(x) > 60, 1, x).astype(np.float32)
    check(name, small, rtol=2e-5, atol=max(WAVES.get(name, 0.0), 1e-6) if name in WAVES else 1e-38)


def test_inverse_of_the_normal_distribution():
    rng = np.random.default_rng(3)
    p = np.concatenate([rng.uniform(0, 1, 500), np.exp(-rng.uniform(0, 700, 500)), [0, 1, 0.5, -1, 2, np.nan]])
    check("ndtri", p, rtol=1e-13, atol=1e-15)


@pytest.mark.parametrize("name", ["gammainc", "gammaincc"])
def test_incomplete_gamma_functions_everywhere(name):
    rng = np.random.default_rng(4)
    a = np.exp(rng.uniform(-8, 8, 3000))
    x = a * np.exp(rng.normal(size=3000) * rng.choice([0.01, 0.1, 1, 3], 3000))
    check(name, a, x, rtol=LOOSE[name], atol=1e-300)
    ends = np.array(np.meshgrid(ENDS, ENDS)).reshape(2, -1)
    check(name, ends[0].copy(), ends[1].copy(), rtol=LOOSE[name], atol=1e-15)


def test_zeta_and_polygamma_are_torchs():
    rng = np.random.default_rng(5)
    check("zeta", rng.uniform(1, 40, 1000), np.exp(rng.uniform(-5, 8, 1000)), rtol=1e-13)
    check("zeta", rng.integers(1, 9, 1000).astype(float), rng.uniform(-20, 20, 1000), rtol=1e-12)
    x = np.concatenate([rng.uniform(-20, 20, 500), np.exp(rng.uniform(-5, 8, 500))])
    for order in (0, 1, 2, 5, 12):
        check("polygamma", order, x, rtol=1e-8, atol=1e-12)


@pytest.mark.parametrize("p", [1, 2, 5])
def test_multigammaln_is_torchs(p):
    check("multigammaln", np.abs(np.random.default_rng(6).normal(size=200)) * 10 + 3, p, rtol=1e-13)


@pytest.mark.parametrize("name", POLYNOMIALS)
def test_polynomials_of_drawn_degrees_are_torchs(name):
    rng = np.random.default_rng(7)
    x = np.concatenate([rng.uniform(-1, 1, 500), rng.normal(size=500) * 2, [-1, 0, 1, 2, -np.inf, np.inf] * 3])
    n = rng.integers(-2, 40, len(x)).astype(float)
    check(name, x, n, rtol=1e-10, atol=1e-12)
    check(name, x, np.full(len(x), 2.7), rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize(("name", "args", "value"), TRUE)
def test_values_are_the_true_ones(name, args, value):
    found = getattr(wye.special, name)(*(wye.tensor(arg, dtype=wye.float64) for arg in args)).item()
    assert found == pytest.approx(value, rel=1e-12)


def test_high_degrees_do_not_take_forever():
    x = wye.tensor([0.3, 1.0, -1.0, 1.5], dtype=wye.float64)
    for name in POLYNOMIALS:
        if name.startswith(("laguerre", "legendre")):
            with pytest.raises(RuntimeError, match="degrees are at most"):
                getattr(wye.special, name)(x, 10**12)
        else:
            assert getattr(wye.special, name)(x, 10**12).shape == (4,)
