"""Gradients of arguments that are complex, without dimensions, without reflections, or wider than they are high."""

from __future__ import annotations

import pytest

import wye
import wye.nn.functional as F  # noqa: N812 - as everybody calls it
from wye.autograd import gradcheck


def _drawn(*shape, dtype=wye.float64):
    return wye.randn(*shape, dtype=dtype, requires_grad=True)


def test_complex_powers_of_two():
    gradcheck(wye.ldexp, (_drawn(3, dtype=wye.complex128), _drawn(3, dtype=wye.complex128)))


def test_complex_rows_that_are_too_long():
    gradcheck(lambda x: wye.renorm(x, 2, 0, 0.5), (_drawn(3, 4, dtype=wye.complex128),))


@pytest.mark.parametrize("zero", [0.0, wye.tensor(0.0, dtype=wye.float64)])
def test_powers_of_zero_have_second_derivatives(zero):
    for exponent, wanted in ((2.0, 0.0), (0.0, 0.0), (-1.0, wye.inf)):
        x = wye.tensor(exponent, dtype=wye.float64, requires_grad=True)
        (slope,) = wye.autograd.grad(wye.pow(zero, x), x, create_graph=True)
        assert slope == -wanted
        assert wye.autograd.grad(slope, x)[0] == wanted


def test_a_margin_of_one_number():
    x = wye.tensor(0.3, requires_grad=True)
    F.multi_margin_loss(x, wye.tensor(0)).backward()
    assert x.grad == 0


def test_no_reflections_and_more_columns_than_rows():
    x = _drawn(4, 4)
    wye.linalg.householder_product(x, wye.ones(0, dtype=wye.float64)).sum().backward()
    assert not x.grad.any()
    for transpose in (False, True):
        gradcheck(lambda *given, how=transpose: wye.ormqr(*given, True, how), (_drawn(2, 5), _drawn(2), _drawn(2, 3)))


def test_combinations_that_do_not_exist_still_belong_to_the_graph():
    found = wye.combinations(_drawn(1), 2)
    assert found.shape == (0, 2)
    assert found.requires_grad


def test_pools_of_nothing_have_no_gradients():
    x = _drawn(1, 2, 4, 4)
    with pytest.raises(RuntimeError, match="non-zero size for non-batch dimensions"):
        F.adaptive_avg_pool2d(x, 0).sum().backward()
