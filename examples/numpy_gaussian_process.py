"""A Gaussian process in plain NumPy that learns its hyperparameters: `python -m examples.numpy_gaussian_process`.

The log marginal likelihood goes through a Cholesky factor; its gradient climbs to the best length, height and noise.
"""

from __future__ import annotations

from typing import Any

import numpy as np

try:
    from examples.numpy_differences import gap
except ModuleNotFoundError:  # run as a file: python examples/numpy_gaussian_process.py
    from numpy_differences import gap

import wye

POINTS, STEPS, NOISE = 24, 60, 0.15
START = np.log([3.0, 0.5, 0.5])  # length, height, noise


def samples() -> tuple[Any, Any]:
    """Places, and noisy values of a sine there."""
    rng = np.random.default_rng(1)
    x = np.sort(rng.uniform(0, 8, POINTS))
    return x, np.sin(x) + NOISE * rng.normal(size=POINTS)


def kernel(params: Any, a: Any, b: Any) -> Any:
    """How much values at two places have in common."""
    length, height, _ = np.exp(params)
    return height**2 * np.exp(-(((a[:, None] - b[None, :]) / length) ** 2) / 2)


def likelihood(params: Any, x: Any, y: Any) -> Any:
    """The log marginal likelihood of the data."""
    factor = np.linalg.cholesky(kernel(params, x, x) + np.exp(2 * params[2]) * np.eye(len(x)))
    white = np.linalg.solve(factor, y)
    return -white @ white / 2 - np.sum(np.log(np.diag(factor))) - len(x) / 2 * np.log(2 * np.pi)


def fit(params: Any, x: Any, y: Any, steps: int = STEPS) -> tuple[Any, list[float]]:
    """Climb with momentum; the parameters, and the likelihood before each step."""
    both, values, speed = wye.value_and_grad(likelihood), [], np.zeros_like(params)
    for _ in range(steps):
        value, slope = both(params, x, y)
        speed = 0.8 * speed + 0.01 * np.clip(slope, -10, 10)
        params = params + speed
        values.append(float(value))
    return params, values


def predict(params: Any, x: Any, y: Any, at: Any) -> tuple[Any, Any]:
    """The mean and the spread of the process at other places."""
    inverse = np.linalg.inv(kernel(params, x, x) + np.exp(2 * params[2]) * np.eye(len(x)))
    shared = kernel(params, at, x)
    variance = np.exp(2 * params[1]) - np.einsum("ij,jk,ik->i", shared, inverse, shared)
    return shared @ inverse @ y, np.sqrt(np.maximum(variance, 0))


def main() -> None:
    """Fit, and print the hyperparameters and the process with its spread."""
    x, y = samples()
    params, values = fit(START, x, y)
    print(f"log likelihood {values[0]:.2f} -> {values[-1]:.2f} in {STEPS} steps\n")
    for name, before, after in zip(("length", "height", "noise"), np.exp(START), np.exp(params), strict=True):
        print(f"{name:>8} {before:.3f} -> {after:.3f}")
    print(f"\nthe process (█), its spread (░) and the sine (│); the true noise is {NOISE}")
    at = np.linspace(0, 8, 25)
    for place, mean, spread in zip(at, *predict(params, x, y, at), strict=True):
        cells = [" "] * 61
        low, high, middle, truth = (round(30 + 22 * v) for v in (mean - 2 * spread, mean + 2 * spread, mean,
                                                                 np.sin(place)))  # fmt: skip
        cells[max(low, 0) : high + 1] = ["░"] * len(cells[max(low, 0) : high + 1])
        cells[truth] = "│"
        cells[min(max(middle, 0), 60)] = "█"
        print(f"{place:5.2f} {''.join(cells).rstrip()}")
    apart = gap(lambda p: likelihood(p, x, y), START)
    print(f"\ngradient and finite differences: at most {apart:.1e} apart")


if __name__ == "__main__":
    main()
