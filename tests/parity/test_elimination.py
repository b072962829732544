"""LU factors and triangular solutions of small matrices are, bit by bit, the same in C and in Python.

Solutions and determinants of single small matrices are the same up to rounding: in Python, LAPACK computes them.
"""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import wye
from wye._engine import engine
from wye.aten.arrays import lapack, matrix_gradients
from wye.aten.kernels import linalg_lu, linalg_solve

IN_PYTHON = SimpleNamespace(
    eliminate=lambda *_: False, substitute=lambda *_: False, solve_small=lambda *_: None, factor_small=lambda *_: None
)


def matrices(letter: str, shape: tuple[int, ...]) -> np.ndarray:
    made = np.random.default_rng(5).normal(size=shape).astype(letter)
    if made.shape[0] > 2:
        made[1, :, 0] = 0  # a column without a pivot
        made[2, 0, 0] = np.nan
    return made


@pytest.mark.parametrize("letter", ["f", "d"])
@pytest.mark.parametrize("shape", [(1, 1, 1), (4, 3, 3), (3, 2, 5), (3, 5, 2), (2, 31, 31), (3, 32, 32), (1, 40, 40)])
def test_factors_are_the_same(letter: str, shape: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    factor = linalg_solve.lu_factor if shape[1] == shape[2] else linalg_lu._rectangular
    given = matrices(letter, shape)
    with np.errstate(all="ignore"):
        here = factor(given)
        for module in (linalg_solve, linalg_lu):
            monkeypatch.setattr(module, "engine", IN_PYTHON)
        there = factor(given)
    np.testing.assert_array_equal(here[0], there[0])
    np.testing.assert_array_equal(here[1], there[1])


@pytest.mark.parametrize("letter", ["f", "d"])
@pytest.mark.parametrize("upper", [False, True])
@pytest.mark.parametrize("unit", [False, True])
@pytest.mark.parametrize("n", [1, 3, 32, 45])
def test_solutions_are_the_same(letter: str, upper: bool, unit: bool, n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    triangle, right = matrices(letter, (3, n, n)), matrices(letter, (3, n, 2))
    with np.errstate(all="ignore"):
        here = linalg_solve.substituted(triangle, right, upper=upper, unit=unit)
        monkeypatch.setattr(linalg_solve, "engine", IN_PYTHON)
        there = linalg_solve.substituted(triangle, right, upper=upper, unit=unit)
    np.testing.assert_array_equal(here, there)


def _both(monkeypatch: pytest.MonkeyPatch, run: Callable[[], Any]) -> tuple[list[Any], list[Any]]:
    """What the engine's functions give, and what comes without them."""
    here = run()
    with monkeypatch.context() as without:
        for module in (linalg_solve, lapack, matrix_gradients):
            without.setattr(module, "engine", IN_PYTHON)
        return here, run()


def _regular(letter: str, n: int) -> np.ndarray:
    return np.random.default_rng(n).normal(size=(n, n)).astype(letter) + 2 * np.eye(n, dtype=letter)


@pytest.mark.parametrize("letter", ["f", "d"])
@pytest.mark.parametrize("n", [1, 2, 3, 8, 16, 17])
@pytest.mark.parametrize("lay", [lambda a: a, lambda a: a.T, lambda a: np.repeat(a, 2, 1)[:, ::2]])
def test_small_systems_are_solved_as_by_lapack(
    letter: str, n: int, lay: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    a = wye.from_numpy(lay(_regular(letter, n)))
    b, right = wye.from_numpy(np.arange(1, n + 1).astype(letter)), wye.from_numpy(_regular(letter, n)[:, :2])

    def run() -> list[Any]:
        found = [
            wye.linalg.solve(a, b), wye.linalg.solve(a, right), wye.linalg.inv(a), wye.linalg.det(a),
            *wye.linalg.slogdet(a), *wye.ops.aten._linalg_det(a), *wye.ops.aten._linalg_slogdet(a),
            *wye.ops.aten._linalg_solve_ex(a, right),
        ]  # fmt: skip
        with wye.enable_grad():
            given = [one.clone().requires_grad_() for one in (a, b, right)]
            total = wye.linalg.solve(given[0], given[1]).sum() + (wye.linalg.solve(given[0], given[2]) ** 2).sum()
            total = total + wye.linalg.det(given[0]) + wye.linalg.slogdet(given[0])[1]
            return found + list(wye.autograd.grad(total, given))

    here, there = _both(monkeypatch, run)
    for one, other in zip(here, there, strict=True):
        assert (one.dtype, one.shape, one.stride()) == (other.dtype, other.shape, other.stride())
        wye.testing.assert_close(one, other, rtol=2e-3 if letter == "f" else 1e-9, atol=2e-3 if letter == "f" else 1e-9)


def test_matrices_without_an_inverse_and_infinite_ones_are_left_to_others() -> None:
    singular, infinite = np.ones((2, 2)), np.array([[np.inf, 0.0], [0.0, 1.0]])
    for matrix in (singular, infinite, np.full((2, 2), np.nan), np.ones((2, 3)), np.ones((2, 2), complex)):
        assert engine.solve_small(matrix, np.ones(2), False) is None
        assert engine.factor_small(matrix, False) is None
    assert engine.solve_small(np.eye(2), np.array([1.0, np.nan]), False) is None
    assert engine.solve_small(np.eye(2), np.ones(2, np.float32), False) is None
    with pytest.raises(RuntimeError, match="singular"):
        wye.linalg.solve(wye.ones(2, 2), wye.ones(2))
    assert wye.linalg.det(wye.ones(2, 2)) == 0
