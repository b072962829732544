"""Every optimizer finds the bottom of a bowl, and goes on from a saved state as from its own."""

import pytest

import wye
from wye import optim

MAKERS = {
    "SGD": lambda ps: optim.SGD(ps, 0.1, 0.5),
    "Adam": lambda ps: optim.Adam(ps, 0.1),
    "AdamW": lambda ps: optim.AdamW(ps, 0.1),
    "Adagrad": lambda ps: optim.Adagrad(ps, 0.5),
    "Adadelta": lambda ps: optim.Adadelta(ps, 20.0),
    "RMSprop": lambda ps: optim.RMSprop(ps, 0.05, momentum=0.3, centered=True),
    "Adamax": lambda ps: optim.Adamax(ps, 0.2),
    "NAdam": lambda ps: optim.NAdam(ps, 0.1),
    "RAdam": lambda ps: optim.RAdam(ps, 0.3),
    "Rprop": lambda ps: optim.Rprop(ps, 0.1),
    "ASGD": lambda ps: optim.ASGD(ps, 0.2),
}


def steps(optimizer, value, n):
    for _ in range(n):
        optimizer.zero_grad()
        (value - 1).square().sum().backward()
        optimizer.step()


@pytest.mark.parametrize("name", MAKERS)
def test_an_optimizer_goes_down(name):
    value = wye.tensor([2.0, -1.0], requires_grad=True)
    optimizer = MAKERS[name]([value])
    steps(optimizer, value, 60)
    assert (value - 1).abs().max().item() < 0.2


@pytest.mark.parametrize("name", MAKERS)
def test_a_saved_state_goes_on_as_its_own(name):
    value = wye.tensor([2.0, -1.0], requires_grad=True)
    optimizer = MAKERS[name]([value])
    steps(optimizer, value, 3)
    other = value.detach().clone().requires_grad_()
    copy = MAKERS[name]([other])
    copy.load_state_dict(optimizer.state_dict())
    for key, kept in copy.state[other].items():
        copy.state[other][key] = kept.clone()  # each goes on alone
    steps(optimizer, value, 3)
    steps(copy, other, 3)
    assert wye.equal(value, other)


def test_options_are_checked():
    value = wye.ones(1, requires_grad=True)
    with pytest.raises(ValueError, match="Invalid rho value: 2"):
        optim.Adadelta([value], rho=2)
    with pytest.raises(ValueError, match="Invalid eta values"):
        optim.Rprop([value], etas=(2, 3))
