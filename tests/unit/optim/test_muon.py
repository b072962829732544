"""Optimizers of matrices."""

import pytest

import wye
from wye.optim import Adafactor, Muon


@pytest.mark.parametrize("kind", [Adafactor, Muon])
def test_the_loss_of_a_matrix_falls(kind):
    x = wye.tensor([[1.0, -2.0], [3.0, 4.0]], requires_grad=True)
    steps = kind([x], lr=0.1)
    losses = []
    for _ in range(20):
        steps.zero_grad()
        loss = x.square().sum()
        loss.backward()
        steps.step()
        losses.append(loss.item())
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] < losses[0] / 2


def test_only_matrices_are_made_orthogonal():
    with pytest.raises(ValueError, match="only supports 2D parameters"):
        Muon([wye.ones(2, requires_grad=True)])
