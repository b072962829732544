"""MAML in a dozen lines: weights that one gradient step adapts to a new task: `python -m examples.maml`.

Each task is a sine of its own height and phase.  Gradients of gradients, over a batch of tasks at once: `vmap` of a
loss that has a `grad` inside, and `grad` of all that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    from examples.loss_curve import curve
except ModuleNotFoundError:  # run as a file: python examples/maml.py
    from loss_curve import curve

import wye
from wye import nn
from wye.func import functional_call, grad, grad_and_value, vmap

if TYPE_CHECKING:
    from wye import Tensor

TASKS, POINTS, STEPS, RATE = 16, 10, 250, 0.05

model = nn.Sequential(nn.Linear(1, 32), nn.Tanh(), nn.Linear(32, 32), nn.Tanh(), nn.Linear(32, 1))


def loss(weights: dict[str, Tensor], x: Tensor, y: Tensor) -> Tensor:
    """The mean squared error of the network with these weights."""
    return nn.functional.mse_loss(functional_call(model, weights, x), y)


def adapted(weights: dict[str, Tensor], x: Tensor, y: Tensor) -> dict[str, Tensor]:
    """The weights after one step of gradient descent on a task."""
    grads = grad(loss)(weights, x, y)
    return {name: value - RATE * grads[name] for name, value in weights.items()}


def meta_loss(weights: dict[str, Tensor], xs: Tensor, ys: Tensor) -> Tensor:
    """The loss of new points after that step, over all tasks."""

    def of_one(x: Tensor, y: Tensor) -> Tensor:
        return loss(adapted(weights, x[:POINTS], y[:POINTS]), x[POINTS:], y[POINTS:])

    return vmap(of_one)(xs, ys).mean()


def tasks(count: int) -> tuple[Tensor, Tensor]:
    """Points of sines, one sine to a task."""
    height, phase = wye.rand(count, 1, 1) * 2 + 0.5, wye.rand(count, 1, 1) * 3.14
    x = wye.rand(count, 2 * POINTS, 1) * 8 - 4
    return x, height * (x + phase).sin()


def train(steps: int = STEPS) -> tuple[dict[str, Tensor], list[float]]:
    """The weights, and the loss of each step."""
    weights = {name: value.detach().requires_grad_() for name, value in model.named_parameters()}
    optimizer = wye.optim.Adam(weights.values(), lr=0.01)
    losses = []
    for _ in range(steps):
        grads, value = grad_and_value(meta_loss)(weights, *tasks(TASKS))
        for name, weight in weights.items():
            weight.grad = grads[name].detach()
        optimizer.step()
        losses.append(value.item())
    return {name: value.detach() for name, value in weights.items()}, losses


def main() -> None:
    """Train, and print how one step changes the loss of tasks that are new."""
    wye.manual_seed(0)
    fresh = {name: value.detach().clone() for name, value in model.named_parameters()}
    weights, losses = train()
    smooth = [sum(losses[max(0, n - 9) : n + 1]) / len(losses[max(0, n - 9) : n + 1]) for n in range(len(losses))]
    print(f"loss after adapting, in {STEPS} steps\n{curve(smooth, height=8)}\n")
    xs, ys = tasks(200)
    halves = (xs[:, :POINTS], ys[:, :POINTS]), (xs[:, POINTS:], ys[:, POINTS:])
    print("200 new tasks        before one step   after it")
    for name, start in (("random weights", fresh), ("MAML's weights", weights)):
        before = vmap(lambda x, y, w=start: loss(w, x, y))(*halves[1]).mean().item()
        after = meta_loss(start, xs, ys).item()
        print(f"  {name:18} {before:15.3f} {after:10.3f}   {'█' * round(after * 12)}")


if __name__ == "__main__":
    main()
