"""Random numbers of gamma and Dirichlet distributions, and how they change with their parameters."""

import pytest

import wye
from wye import ops
from wye.testing import assert_close

aten = ops.aten
GAMMAS = [0.5600706879677687, 3.185458997004563, 1.490668615864887, 37.087958966637856]  # drawn after manual_seed(3)


def test_the_numbers_are_those_of_pytorch():
    wye.manual_seed(3)
    drawn = aten._standard_gamma(wye.tensor([0.3, 1.0, 2.5, 40.0], dtype=wye.float64))
    assert_close(drawn, wye.tensor(GAMMAS, dtype=wye.float64), rtol=1e-6, atol=1e-9)


def test_shares_add_up_to_one():
    drawn = aten._sample_dirichlet(wye.tensor([[0.3, 1.0, 2.5], [1e-3, 1e-3, 1e-3]]))
    assert_close(drawn[0].sum(), wye.tensor(1.0))
    assert bool(((drawn > 0) & (drawn < 1)).all())


@pytest.mark.parametrize("shape", [0.05, 0.7, 1.0, 8.0, 40.0])
def test_a_number_changes_with_its_shape_as_its_quantile_does(shape):
    a, step = wye.tensor(shape, dtype=wye.float64), 1e-5 * shape
    x = wye.tensor([0.3, 1.0, 1.4], dtype=wye.float64) * shape
    rise = wye.special.gammainc(a + step, x) - wye.special.gammainc(a - step, x)
    density = ((a - 1) * x.log() - x - a.lgamma()).exp()
    assert_close(aten._standard_gamma_grad(a, x), -rise / (2 * step) / density, rtol=1e-4, atol=1e-8)


def test_a_share_changes_with_its_concentration_as_its_quantile_does():
    # With another concentration of 1, F(x) is x**a, and the quantile of q is q**(1/a).
    a = wye.tensor([0.05, 0.5, 2.0, 30.0], dtype=wye.float64)
    x = wye.tensor([1e-14, 0.2, 0.99, 0.9], dtype=wye.float64)
    found = aten._dirichlet_grad(x, a, a + 1) * (1 - x)
    assert_close(found, -x * x.log() / a, rtol=1e-6, atol=1e-20)


def test_gradients_reach_the_shape():
    a = wye.tensor([0.5, 3.0], requires_grad=True)
    x = aten._standard_gamma(a)
    x.sum().backward()
    assert_close(a.grad, aten._standard_gamma_grad(a.detach(), x.detach()))


def test_other_dtypes_are_refused():
    with pytest.raises(NotImplementedError, match="gamma_cpu"):
        aten._standard_gamma(wye.ones(2, dtype=wye.float16))
