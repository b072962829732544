"""A small network learns to tell two spirals apart: `python -m examples.train_mlp`.

It prints the curve of the loss, and the plane as the network sees it.  With `--torch` the same program runs on PyTorch
too, from the same weights: one seed gives both the same numbers.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

try:
    from examples.loss_curve import curve
except ModuleNotFoundError:  # run as a file: python examples/train_mlp.py
    from loss_curve import curve

import wye

WIDTH, STEPS, POINTS = 64, 200, 128


def spirals(points: int = POINTS) -> tuple[np.ndarray, np.ndarray]:
    """Points of two spirals, and the spiral of each."""
    turn = np.linspace(0.4, 3.0, points // 2)
    one = np.stack([turn * np.cos(2 * turn), turn * np.sin(2 * turn)], 1) / 3
    noise = np.random.default_rng(0).normal(0, 0.02, (points, 2))
    labels = np.repeat([0, 1], points // 2)
    return (np.concatenate([one, -one]) + noise).astype(np.float32), labels


def make_model(torch: Any) -> Any:
    """Three layers, of wye or of PyTorch: their constructors are the same, and draw the same numbers."""
    nn = torch.nn
    torch.manual_seed(0)
    return nn.Sequential(
        nn.Linear(2, WIDTH), nn.Tanh(),
        nn.Linear(WIDTH, WIDTH), nn.ReLU(),
        nn.Linear(WIDTH, 2),
    )  # fmt: skip


def train(torch: Any, model: Any, steps: int = STEPS) -> list[float]:
    """The loss of each step."""
    points, labels = (torch.from_numpy(array) for array in spirals())
    loss_of = torch.nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = loss_of(model(points), labels)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.item())
    return losses


def picture(model: Any, width: int = 56, height: int = 22) -> str:
    """The plane: dark and light for the two answers, and the points of the spirals."""
    x, y = np.meshgrid(np.linspace(-1.15, 1.15, width), np.linspace(1.15, -1.15, height))
    plane = wye.from_numpy(np.stack([x, y], -1).reshape(-1, 2).astype(np.float32))
    answers = model(plane).argmax(-1).reshape(height, width)
    cells = [["░▓"[answer] for answer in row] for row in answers.tolist()]
    for (px, py), label in zip(*spirals(), strict=True):
        cells[round((1.15 - py) / 2.3 * (height - 1))][round((px + 1.15) / 2.3 * (width - 1))] = "o●"[label]
    return "\n".join("  " + "".join(row) for row in cells)


def main() -> None:
    """Train, and print what happens."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--torch", action="store_true", help="train on PyTorch as well, from the same weights")
    compare = parser.parse_args().torch
    model = make_model(wye)
    print(model)
    losses = train(wye, model)
    points, labels = map(wye.from_numpy, spirals())
    right = (model(points).argmax(-1) == labels).sum().item()
    print(f"\nloss in {STEPS} steps\n{curve(losses)}")
    print(f"\n{right} of {POINTS} points right\n{picture(model)}")
    if compare:
        import torch  # here: only for the comparison

        theirs = train(torch, make_model(torch))
        print(f"\nPyTorch's losses differ by at most {np.abs(np.subtract(losses, theirs)).max():.1e}")


if __name__ == "__main__":
    main()
