"""The gradient of every sample of a network in plain NumPy: `python -m examples.numpy_per_sample_gradients`.

The loss is written for one sample; `wye.vmap(wye.grad(loss))` computes all gradients at once.  Their norms show which
labels are wrong.
"""

from __future__ import annotations

from typing import Any

import numpy as np

try:
    from examples.numpy_differences import gap
except ModuleNotFoundError:  # run as a file: python examples/numpy_per_sample_gradients.py
    from numpy_differences import gap

import wye

SAMPLES, WRONG, STEPS = 24, (3, 11, 17), 60


def samples() -> tuple[Any, Any]:
    """Points, and on which side of a line they are (1 or -1); three labels are wrong."""
    points = np.random.default_rng(0).normal(size=(SAMPLES, 2))
    points += 0.4 * np.sign(points.sum(axis=1, keepdims=True))  # none is close to the line
    labels = np.sign(points.sum(axis=1))
    labels[list(WRONG)] *= -1
    return points, labels


def make_params() -> dict[str, Any]:
    """The weights of a small network."""
    rng = np.random.default_rng(1)
    return {"w1": rng.normal(size=(2, 8)), "b1": np.zeros(8), "w2": rng.normal(size=8) / 3, "b2": 0.0}


def loss(params: dict[str, Any], point: Any, label: Any) -> Any:
    """The loss of one sample."""
    hidden = np.tanh(point @ params["w1"] + params["b1"])
    return np.logaddexp(0.0, -label * (hidden.dot(params["w2"]) + params["b2"]))


per_sample = wye.vmap(wye.grad(loss), in_dims=(None, 0, 0))


def train(points: Any, labels: Any, steps: int = STEPS) -> dict[str, Any]:
    """The weights after some steps along the mean of the gradients."""
    params = make_params()
    for _ in range(steps):
        grads = per_sample(params, points, labels)
        params = {name: value - 0.3 * grads[name].mean(axis=0) for name, value in params.items()}
    return params


def main() -> None:
    """Train, and print the norm of each sample's gradient."""
    points, labels = samples()
    params = train(points, labels)
    grads = per_sample(params, points, labels)
    for name, value in grads.items():
        print(f"{name:4} {value.shape}")
    norms = np.sqrt(sum((value.reshape(SAMPLES, -1) ** 2).sum(axis=1) for value in grads.values()))
    print("\nnorm of each sample's gradient")
    for place, norm in enumerate(norms):
        mark = "  the label is wrong" if place in WRONG else ""
        print(f"{place:4} {norm:7.3f} {'█' * round(40 * norm / max(norms))}{mark}")
    apart = max(gap(lambda w, i=place: loss({**params, "w1": w}, points[i], labels[i]), params["w1"])
                for place in WRONG)  # fmt: skip
    print(f"\ngradient and finite differences: at most {apart:.1e} apart")


if __name__ == "__main__":
    main()
