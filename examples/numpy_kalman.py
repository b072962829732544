"""The likelihood of a Kalman filter and its gradient, in plain NumPy: `python -m examples.numpy_kalman`.

Something moves with a changing speed and is seen through noise.  How much of each there is, is found by climbing the
likelihood of what was seen: the gradient goes through every step of the filter.
"""

from __future__ import annotations

from typing import Any

import numpy as np

try:
    from examples.numpy_differences import gap
except ModuleNotFoundError:  # run as a file: python examples/numpy_kalman.py
    from numpy_differences import gap

import wye

TIMES, STEPS = 30, 20
MOVE, SEE = np.array([[1.0, 1.0], [0.0, 1.0]]), np.array([1.0, 0.0])
TRUE = np.log([0.2, 2.0])  # how much the speed changes, and the noise
START = np.log([1.0, 0.5])


def samples() -> tuple[Any, Any]:
    """Where it was, and where it was seen."""
    rng = np.random.default_rng(2)
    change, noise = np.exp(TRUE)
    path = np.cumsum(np.cumsum(change * rng.normal(size=TIMES)))
    return path, path + noise * rng.normal(size=TIMES)


def filtered(params: Any, seen: Any) -> tuple[Any, Any]:
    """The log likelihood, and the estimate of each place."""
    change, noise = np.exp(2 * params)
    pushed = change * np.array([[0.25, 0.5], [0.5, 1.0]])
    state, spread = np.zeros(2), 10.0 * np.eye(2)
    total, places = 0.0, []
    for value in seen:
        state, spread = MOVE @ state, MOVE @ spread @ MOVE.T + pushed
        error, variance = value - SEE @ state, SEE @ spread @ SEE + noise
        gain = spread @ SEE / variance
        state, spread = state + gain * error, spread - np.outer(gain, SEE @ spread)
        total = total - (np.log(2 * np.pi * variance) + error**2 / variance) / 2
        places.append(state[0])
    return total, np.stack(places)


def likelihood(params: Any, seen: Any) -> Any:
    """How likely it is to see this."""
    return filtered(params, seen)[0]


def fit(seen: Any, steps: int = STEPS) -> tuple[Any, list[float]]:
    """Climb with momentum; the parameters, and the likelihood before each step."""
    both, params, speed, values = wye.value_and_grad(likelihood), START, np.zeros(2), []
    for _ in range(steps):
        value, slope = both(params, seen)
        speed = 0.6 * speed + 0.01 * np.clip(slope, -15, 15)
        params = params + speed
        values.append(float(value))
    return params, values


def main() -> None:
    """Fit, and print what was found and the path."""
    path, seen = samples()
    params, values = fit(seen)
    print(f"log likelihood {values[0]:.2f} -> {values[-1]:.2f} in {STEPS} steps\n")
    print("           start   found    true")
    for name, *numbers in zip(("change", "noise"), np.exp(START), np.exp(params), np.exp(TRUE), strict=True):
        print(f"{name:8}" + "".join(f" {number:7.3f}" for number in numbers))
    _, places = filtered(params, seen)
    print("\nthe path (│), where it was seen (·) and the filter's estimate (●)")
    low, high = seen.min(), seen.max()
    for row in range(0, TIMES, 2):
        cells = [" "] * 61
        for mark, value in (("·", seen[row]), ("│", path[row]), ("●", places[row])):
            cells[min(max(round(60 * (value - low) / (high - low)), 0), 60)] = mark
        print(f"{row:4} {''.join(cells).rstrip()}")
    error, raw = np.sqrt(np.mean((places - path) ** 2)), np.sqrt(np.mean((seen - path) ** 2))
    print(f"\nmean error {raw:.2f} seen, {error:.2f} filtered")
    print(f"gradient and finite differences: at most {gap(lambda p: likelihood(p, seen), START):.1e} apart")


if __name__ == "__main__":
    main()
