"""A neural differential equation, solved by `scan`: `python -m examples.neural_ode`.

A network is the right side of ``dx/dt = f(x)``.  Its solution, by midpoint steps in a `scan`, learns to follow a
damped spiral from the values at some times; gradients go through the solver.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    from examples.loss_curve import curve
except ModuleNotFoundError:  # run as a file: python examples/neural_ode.py
    from loss_curve import curve

import wye
from wye import nn

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye import Tensor

TIMES, SECONDS, STEPS = 41, 4.0, 100


def solve(f: Callable[[Tensor], Tensor], start: Tensor, times: Tensor) -> Tensor:
    """The solution at all times, by one midpoint step from each to the next."""

    def step(x: Tensor, dt: Tensor) -> tuple[Tensor, Tensor]:
        x = x + dt * f(x + dt / 2 * f(x))
        return x, x.clone()

    _, path = wye.scan(step, start, times.diff())
    return wye.cat([start[None], path])


def spiral(times: Tensor) -> Tensor:
    """What is to be learnt: a damped rotation."""
    matrix = wye.tensor([[-0.25, 2.0], [-2.0, -0.25]])
    return solve(lambda x: matrix @ x, wye.tensor([2.0, 0.0]), times)


class Field(nn.Module):
    """The right side, as a network."""

    def __init__(self) -> None:
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 24), nn.Tanh(), nn.Linear(24, 2))

    def forward(self, x: Tensor) -> Tensor:
        """The direction at a point."""
        return self.net(x)  # type: ignore[no-any-return]  # a module


def train(model: nn.Module, times: Tensor, truth: Tensor, steps: int = STEPS) -> list[float]:
    """The loss of each step."""
    optimizer = wye.optim.Adam(model.parameters(), lr=0.03)
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(solve(model, truth[0], times), truth)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def picture(paths: dict[str, Tensor], width: int = 64, height: int = 20) -> str:
    """Paths in the plane, each with a character of its own."""
    cells = [[" "] * width for _ in range(height)]
    for mark, path in paths.items():
        for x, y in path.tolist():
            column, row = round((x + 2.2) / 4.4 * (width - 1)), round((2.2 - y) / 4.4 * (height - 1))
            if 0 <= column < width and 0 <= row < height:
                cells[row][column] = mark
    return "\n".join("  " + "".join(row).rstrip() for row in cells)


def main() -> None:
    """Train, and print the curve of the loss and both paths."""
    wye.manual_seed(0)
    times = wye.linspace(0, SECONDS, TIMES)
    truth, model = spiral(times), Field()
    losses = train(model, times, truth)
    print(f"loss in {STEPS} steps\n{curve(losses, height=8)}\n")
    with wye.no_grad():
        path = solve(model, truth[0], times)
    print("the spiral (·) and the network's path (o)")
    print(picture({"·": truth, "o": path}))
    print(f"\nat most {(path - truth).abs().max().item():.3f} apart")


if __name__ == "__main__":
    main()
