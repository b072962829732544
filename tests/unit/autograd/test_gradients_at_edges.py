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


def test_targets_of_weighted_logits_have_gradients():
    weight = wye.rand(3, dtype=wye.float64) + 0.5
    gradcheck(lambda x, t: F.binary_cross_entropy_with_logits(x, t, pos_weight=weight), (_drawn(2, 3), _drawn(2, 3)))


@pytest.mark.parametrize("requires", [False, True], ids=["alone", "beside another"])
def test_gradients_that_have_no_formula_are_refused_not_forgotten(requires):
    x, classes = _drawn(3, 4).sigmoid().detach().requires_grad_(requires), wye.tensor([0, 1, 3])
    calls = {
        "'nll_loss_forward'.*'weight'": lambda: F.cross_entropy(x, classes, _drawn(4)),
        "'multi_margin_loss'.*'weight'": lambda: F.multi_margin_loss(x, classes, weight=_drawn(4)),
        "'soft_margin_loss'.*'target'": lambda: F.soft_margin_loss(x, _drawn(3, 4)),
        "'binary_cross_entropy'.*'weight'": lambda: F.binary_cross_entropy(x, x.detach(), _drawn(4)),
        "'native_batch_norm'.*'running_mean'": lambda: F.batch_norm(x, _drawn(4), wye.ones(4, dtype=wye.float64)),
        "'rrelu_with_noise_'.*'noise'": lambda: wye.ops.aten.rrelu_with_noise_(x * 1, _drawn(3, 4)),
    }
    for words, call in calls.items():
        with pytest.raises(RuntimeError, match=f"The function {words}"):
            call()
        with wye.no_grad():
            call()


def test_a_mask_that_is_added_in_attention_has_a_gradient():
    x = wye.randn(1, 2, 3, 4, dtype=wye.float64)
    gradcheck(lambda mask: F.scaled_dot_product_attention(x, x, x, attn_mask=mask), (_drawn(1, 2, 3, 3),))
    gradcheck(lambda mask: F.scaled_dot_product_attention(x, x, x, attn_mask=mask), (_drawn(3, 3),))


@pytest.mark.filterwarnings("ignore:.*degrees of freedom")
def test_variances_over_as_many_elements_as_are_corrected_for():
    x = wye.tensor([1.0, 3.0], dtype=wye.float64)
    for f in (wye.jacfwd, wye.jacrev):
        assert f(lambda x: x.norm().var(0))(x).isnan().all()
        assert f(lambda x: x.norm().std(0))(x).isnan().all()
        assert f(lambda x: x.var(0, correction=3))(x).tolist() == [2.0, -2.0]
        assert f(lambda x: x.var(0, correction=2))(x).abs().isinf().all()


@pytest.mark.parametrize(
    ("norm", "shape"),
    [
        (lambda x: F.layer_norm(x, (3,)), (2, 3)),
        (lambda x: F.group_norm(x, 2), (2, 4, 2)),
        (lambda x: F.batch_norm(x, None, None, training=True), (3, 2)),
    ],
)
def test_derivatives_of_tangents_of_normalised_inputs(norm, shape):
    x, t = (wye.randn(shape, dtype=wye.float64) for _ in range(2))

    def tangent(x):
        return wye.jvp(norm, (x,), (t,))[1]

    wanted = (tangent(x + 1e-5 * t) - tangent(x - 1e-5 * t)) / 2e-5
    assert wye.allclose(wye.jvp(tangent, (x,), (t,))[1], wanted, atol=1e-6)
    weight = wye.randn_like(x)
    found = wye.grad(lambda x: (tangent(x) * weight).sum())(x)
    assert wye.allclose((found * t).sum(), (wanted * weight).sum(), atol=1e-6)
