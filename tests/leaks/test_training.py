"""Training leaves nothing behind: graphs, gradients and states of earlier steps go."""

import pytest
from tests.leaks.counting import assert_no_leak, times

import wye
from wye import nn, optim


@pytest.mark.parametrize("make", [optim.SGD, optim.AdamW], ids=["SGD", "AdamW"])
def test_steps_of_training_do_not_grow(make):
    model = nn.Sequential(nn.Linear(4, 8), nn.LayerNorm(8), nn.ReLU(), nn.Dropout(0.1), nn.Linear(8, 3))
    optimizer = make(model.parameters(), lr=0.01)
    x, y = wye.rand(16, 4), wye.randint(0, 3, (16,))

    def steps(n: int) -> None:
        for _ in range(n):
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()

    steps(500)  # fills what the interpreter keeps a bounded number of: names that are looked up
    assert_no_leak(steps, times(500))


def test_calls_with_hooks_on_gradients_do_not_grow():
    module = nn.Tanh()
    module.register_full_backward_hook(lambda module, inputs, outputs: None)
    x = wye.ones(2, requires_grad=True)

    def calls(n: int) -> None:
        for _ in range(n):
            module(x).sum().backward()

    assert_no_leak(calls, times(500))
