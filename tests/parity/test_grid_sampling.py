"""Samples at the places of a grid, and their gradients, are the same in C and in Python."""

from types import SimpleNamespace

import numpy as np
import pytest

from wye.aten.arrays import grid_sampling

IN_PYTHON = SimpleNamespace(grid_samples=lambda *_: None, grid_sample_gradients=lambda *_: None)


def drawn(letter: str, dims: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    random = np.random.default_rng(3)
    x = random.normal(size=(2, 3, *(4, 3, 5)[:dims])).astype(letter)
    grid = random.uniform(-1.6, 1.6, size=(2, *(3, 2, 2)[:dims], dims)).astype(letter)
    grid.reshape(-1)[:4] = -1, 1, 0, 0.5
    grad = random.normal(size=(2, 3, *grid.shape[1:-1])).astype(letter)
    return x, grid, grad


@pytest.mark.parametrize("letter", ["f", "d"])
@pytest.mark.parametrize("padding", [0, 1, 2])
@pytest.mark.parametrize(("dims", "mode"), [(2, 0), (2, 1), (2, 2), (3, 0), (3, 1)])
@pytest.mark.parametrize("corners", [False, True])
def test_samples_and_gradients_are_the_same(
    letter: str, padding: int, dims: int, mode: int, corners: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    x, grid, grad = drawn(letter, dims)
    how = (mode, padding, corners)
    here = grid_sampling.samples(x, grid, *how), *grid_sampling.gradients(grad, x, grid, *how, (True, True))
    monkeypatch.setattr(grid_sampling, "engine", IN_PYTHON)
    there = grid_sampling.samples(x, grid, *how), *grid_sampling.gradients(grad, x, grid, *how, (True, True))
    for one, other in zip(here, there, strict=True):
        assert one.dtype == other.dtype
        np.testing.assert_allclose(
            one, other, rtol=1e-6 if letter == "f" else 1e-14, atol=1e-6 if letter == "f" else 1e-14
        )


@pytest.mark.parametrize("odd", [np.nan, np.inf, -np.inf, 1e30])
@pytest.mark.parametrize("padding", [0, 1, 2])
def test_places_that_are_no_numbers_or_far_away_are_sampled_the_same(
    odd: float, padding: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    x, grid, _ = drawn("d", 2)
    grid[0, 0, 0, 0] = odd
    x[1, 0, 1, 1] = odd
    with np.errstate(all="ignore"):
        here = grid_sampling.samples(x, grid, 0, padding, False)
        monkeypatch.setattr(grid_sampling, "engine", IN_PYTHON)
        np.testing.assert_allclose(here, grid_sampling.samples(x, grid, 0, padding, False), rtol=1e-14)
