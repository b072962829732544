"""cond, while_loop, map and scan under transforms: examples of a vmap get what they would get alone."""

from __future__ import annotations

from typing import Any

import pytest

import wye
from wye.errors import ReturnError
from wye.transforms import grad, jvp, vmap


def _cond(x: Any) -> Any:
    return wye.cond(x.sum() > 3, lambda a: a.sin(), lambda a: a * a, (x,))


def _while_loop(x: Any) -> Any:
    return wye.while_loop(lambda a: a.sum() < 20, lambda a: (a * 2 + 1,), (x,))[0]


def _map(x: Any) -> Any:
    return wye.map(lambda part: part * x, x)


def _scan(x: Any) -> Any:
    carry, outputs = wye.scan(lambda c, p: (c * p + 1, c + p), x[0], x)
    return carry + outputs


FUNCTIONS = [_cond, _while_loop, _map, _scan]
_X = [[0.5, 1.0, 1.25], [2.0, 1.5, 3.0], [0.1, 0.2, 0.3], [9.0, 8.0, 7.0]]


def _x() -> Any:
    return wye.tensor(_X, dtype=wye.float64)


def _alike(ours: Any, plain: Any) -> None:
    assert ours.shape == plain.shape
    assert ours.flatten().tolist() == pytest.approx(plain.flatten().tolist(), rel=1e-12)


def _gradient(function: Any) -> Any:
    return grad(lambda x: function(x).sin().sum())


@pytest.mark.parametrize("function", FUNCTIONS)
def test_vmap_equals_a_loop_over_the_batch(function: Any) -> None:
    x = _x()
    _alike(vmap(function)(x), wye.stack([function(row) for row in x]))
    _alike(vmap(function, in_dims=1)(x.t()), wye.stack([function(row) for row in x]))


@pytest.mark.parametrize("function", FUNCTIONS)
def test_two_levels_of_vmap_equal_two_loops(function: Any) -> None:
    x = wye.stack([_x(), _x() / 3])
    _alike(vmap(vmap(function))(x), wye.stack([wye.stack([function(row) for row in rows]) for rows in x]))


@pytest.mark.parametrize("function", FUNCTIONS)
def test_grad_equals_backward(function: Any) -> None:
    for row in _x():
        leaf = row.clone().requires_grad_()
        (expected,) = wye.autograd.grad(function(leaf).sin().sum(), [leaf])
        _alike(_gradient(function)(row), expected)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_gradients_of_each_example(function: Any) -> None:
    x = _x()
    rows = wye.stack([_gradient(function)(row) for row in x])
    _alike(vmap(_gradient(function))(x), rows)
    _alike(grad(lambda x: vmap(function)(x).sin().sum())(x), rows)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_jvp_agrees_with_grad(function: Any) -> None:
    for row in _x():
        tangent = row.cos()
        _, along = jvp(lambda x: function(x).sin().sum(), (row,), (tangent,))
        assert along.item() == pytest.approx((_gradient(function)(row) * tangent).sum().item(), rel=1e-9)


def test_numbers_that_differ_between_examples_are_refused() -> None:
    with pytest.raises(ReturnError, match="examples choose differently between int 1 and int 2"):
        vmap(lambda x: wye.cond(x.sum() > 3, lambda a: (a, 1), lambda a: (a, 2), (x,))[0])(_x())
    with pytest.raises(ReturnError, match="same tree"):
        vmap(lambda x: wye.cond(x.sum() > 3, lambda a: (a, a), lambda a: a, (x,))[0])(_x())
