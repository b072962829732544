"""`lobpcg`: the pairs that a search finds, and their gradients."""

from __future__ import annotations

import pytest

import wye
from wye.autograd import gradcheck


def _symmetric(*shape):
    wye.manual_seed(0)
    made = wye.rand(*shape, dtype=wye.float64)
    return made @ made.mT / 10


@pytest.mark.parametrize("largest", [True, False])
def test_pairs_with_a_gradient_are_those_of_the_search(largest):
    a, b = _symmetric(2, 7, 7), _symmetric(2, 7, 7) + wye.eye(7, dtype=wye.float64)
    for other in (None, b):
        values, vectors = wye.lobpcg(a, 2, other, largest=largest, tol=1e-10)
        found, turned = wye.lobpcg(a.clone().requires_grad_(), 2, other, largest=largest)
        assert wye.allclose(found, values)
        assert wye.allclose(turned.abs(), vectors.abs(), atol=1e-5)


@pytest.mark.parametrize("largest", [True, False])
def test_gradients_of_pairs_are_symmetric(largest):
    a = _symmetric(7, 7).requires_grad_()

    def f(a):
        values, vectors = wye.lobpcg(a, 2, largest=largest)
        return values, vectors.abs()

    gradcheck(f, (a,))
    values, vectors = f(a)
    (values.sum() + vectors.sum()).backward()
    assert wye.allclose(a.grad, a.grad.mT)
