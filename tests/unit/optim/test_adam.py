"""Adam."""

import pytest

import wye
from wye import nn, optim


def stepped(cls=optim.Adam, n=1, **options):
    value = nn.Parameter(wye.tensor(1.0))
    optimizer = cls([value], 0.1, **options)
    for _ in range(n):
        value.grad = wye.tensor(3.0)
        optimizer.step()
    return value.item(), optimizer


def test_the_first_step_is_as_long_as_the_rate():
    assert stepped()[0] == pytest.approx(0.9)
    assert stepped(maximize=True)[0] == pytest.approx(1.1)


def test_weight_decay_is_apart_in_adamw():
    assert stepped(optim.AdamW, weight_decay=0.5)[0] == pytest.approx(0.95 - 0.1)
    assert stepped(weight_decay=0.5)[0] == pytest.approx(0.9)


def test_what_is_remembered():
    _, optimizer = stepped(n=3, amsgrad=True)
    (state,) = optimizer.state.values()
    assert [*state] == ["step", "exp_avg", "exp_avg_sq", "max_exp_avg_sq"]
    assert state["step"].item() == 3


def test_options_that_make_no_sense_are_refused():
    for options in ({"lr": -1}, {"eps": -1}, {"betas": (1.0, 0.9)}, {"betas": (0.9, -1)}, {"weight_decay": -1}):
        with pytest.raises(ValueError):  # noqa: PT011 - the texts are compared with PyTorch's elsewhere
            optim.Adam([nn.Parameter(wye.ones(1))], **options)
    with pytest.raises(AssertionError, match="capturable=True"):
        stepped(capturable=True)
