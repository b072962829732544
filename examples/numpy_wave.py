"""A wave whose start is found by a gradient through time, in plain NumPy: `python -m examples.numpy_wave`.

A string swings by finite differences, written in place as such programs are.  Its start is unknown; the gradient of
what is seen at the end, through all steps of the simulation, finds one that ends in the wanted shape.
"""

from __future__ import annotations

from typing import Any

import numpy as np

try:
    from examples.numpy_differences import gap
except ModuleNotFoundError:  # run as a file: python examples/numpy_wave.py
    from numpy_differences import gap

import wye

CELLS, TIMES, STEPS = 40, 30, 30
COURANT = 0.5  # the square of cells per step


def simulate(start: Any) -> Any:
    """The string at the end: it starts at rest, and its ends are held."""
    before, now = start, start.copy()
    now[0] = now[-1] = 0.0
    for _ in range(TIMES):
        after = 2 * now - before
        after[1:-1] += COURANT * (now[2:] - 2 * now[1:-1] + now[:-2])
        after[0] = after[-1] = 0.0
        before, now = now, after
    return now


def target() -> Any:
    """Two humps, one of them upside down."""
    x = np.linspace(0, 1, CELLS)
    return np.exp(-(((x - 0.3) / 0.08) ** 2)) - 0.6 * np.exp(-(((x - 0.7) / 0.1) ** 2))


def loss(start: Any, wanted: Any) -> Any:
    """How far the end is from what is wanted."""
    return np.sum((simulate(start) - wanted) ** 2)


def optimize(wanted: Any, steps: int = STEPS) -> tuple[Any, list[float]]:
    """A start by gradient descent with momentum, and the loss before each step."""
    both, start, speed, losses = wye.value_and_grad(loss), np.zeros(CELLS), np.zeros(CELLS), []
    for _ in range(steps):
        value, slope = both(start, wanted)
        speed = 0.7 * speed - 0.1 * slope
        start = start + speed
        losses.append(float(value))
    return start, losses


def drawn(values: Any, height: int = 7) -> str:
    """Values as a curve of dots."""
    rows = np.clip(np.round((1.2 - values) / 2.4 * (height - 1)), 0, height - 1).astype(int)
    return "\n".join("  " + "".join("●" if row == r else "·" if r == height // 2 else " " for row in rows)
                     for r in range(height))  # fmt: skip


def main() -> None:
    """Find a start, and print it, the way and the end."""
    wanted = target()
    start, losses = optimize(wanted)
    print(f"loss {losses[0]:.3f} -> {losses[-1]:.2e} in {STEPS} steps through {TIMES} steps of time\n")
    for name, values in {"the start that was found": start, "its end": simulate(start), "wanted": wanted}.items():
        print(f"{name}\n{drawn(values)}")
    apart = gap(lambda s: loss(s, wanted), wanted[::-1].copy())
    print(f"\ngradient and finite differences: at most {apart:.1e} apart")


if __name__ == "__main__":
    main()
