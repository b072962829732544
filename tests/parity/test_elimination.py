"""LU factors and triangular solutions of small matrices are, bit by bit, the same in C and in Python."""

from types import SimpleNamespace

import numpy as np
import pytest

from wye.aten.kernels import linalg_lu, linalg_solve

IN_PYTHON = SimpleNamespace(eliminate=lambda *_: False, substitute=lambda *_: False)


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
