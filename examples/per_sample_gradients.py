"""The gradient of every sample at once, by `vmap(grad(...))`: `python -m examples.per_sample_gradients`.

A network learns from points whose labels are wrong for some.  The norm of each sample's own gradient shows them: the
wrong ones still pull hard when the others have settled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import wye
from wye import nn
from wye.func import functional_call, grad, vmap

if TYPE_CHECKING:
    from wye import Tensor

SAMPLES, WRONG = 24, (3, 11, 17)


def samples() -> tuple[Tensor, Tensor]:
    """Points, and on which side of a line they are; three labels are wrong."""
    wye.manual_seed(0)
    points = wye.randn(SAMPLES, 2)
    points += 0.4 * points.sum(1, keepdim=True).sign()  # none is close to the line
    labels = (points.sum(1) > 0).long()
    labels[wye.tensor(WRONG)] = 1 - labels[wye.tensor(WRONG)]
    return points, labels


def make_model() -> nn.Module:
    """A small network."""
    return nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 2))


def per_sample_gradients(model: nn.Module, points: Tensor, labels: Tensor) -> dict[str, Tensor]:
    """The gradients of all samples, by parameter: the first dimension is the sample."""
    weights = {name: value.detach() for name, value in model.named_parameters()}

    def loss(weights: dict[str, Tensor], point: Tensor, label: Tensor) -> Tensor:
        return nn.functional.cross_entropy(functional_call(model, weights, point), label)

    return vmap(grad(loss), in_dims=(None, 0, 0))(weights, points, labels)


def main() -> None:
    """Train, and print the norm of each sample's gradient."""
    points, labels = samples()
    model = make_model()
    optimizer = wye.optim.Adam(model.parameters(), lr=0.05)
    for _ in range(40):
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(points), labels).backward()
        optimizer.step()
    grads = per_sample_gradients(model, points, labels)
    for name, value in grads.items():
        print(f"{name:10} {tuple(value.shape)}")
    norms = sum(value.flatten(1).square().sum(1) for value in grads.values()).sqrt().tolist()
    print("\nnorm of each sample's gradient")
    for place, norm in enumerate(norms):
        mark = "  the label is wrong" if place in WRONG else ""
        print(f"{place:4} {norm:7.3f} {'█' * round(40 * norm / max(norms))}{mark}")
    mean = {name: value.mean(0) for name, value in grads.items()}
    optimizer.zero_grad()
    nn.functional.cross_entropy(model(points), labels).backward()
    gap = max((mean[name] - value.grad).abs().max().item() for name, value in model.named_parameters())
    print(f"\ntheir mean is the gradient of the mean loss: at most {gap:.1e} apart")


if __name__ == "__main__":
    main()
