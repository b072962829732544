"""Every optimizer finds the bottom of a bowl, and goes on from a saved state as from its own."""

from typing import Any

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


@pytest.mark.parametrize(
    ("name", "options"),
    [("Adagrad", {}), ("RMSprop", {"momentum": 0.5, "centered": True}), ("NAdam", {}), ("RAdam", {}), ("Adamax", {}),
     ("Adam", {"amsgrad": True})],
)  # fmt: skip
def test_a_recorded_step_has_the_gradients_of_what_it_computes(name: str, options: dict[str, Any]) -> None:
    def stepped(value: Any, grad: Any) -> Any:
        parameter = value.clone()
        parameter.grad = grad
        made = getattr(wye.optim, name)([parameter], lr=0.5, differentiable=True, **options)
        for _ in range(6):
            made.step()
        return parameter

    wye.manual_seed(0)
    value, grad = (wye.rand(3, dtype=wye.float64, requires_grad=True) for _ in range(2))
    assert wye.autograd.gradcheck(stepped, (value, grad), atol=1e-4)


@pytest.mark.parametrize("name", ["Adam", "AdamW", "ASGD", "Adagrad", "RAdam"])
def test_counts_of_steps_that_were_saved_as_numbers_are_tensors_again(name: str) -> None:
    parameter = wye.nn.Parameter(wye.ones(2))
    made = getattr(wye.optim, name)([parameter])
    parameter.grad = wye.ones(2)
    made.step()
    saved = made.state_dict()
    saved["state"][0]["step"] = 1.0
    made.load_state_dict(saved)
    made.step()
    assert made.state[parameter]["step"].item() == 2.0


def test_fused_steps_refuse_parameters_without_data() -> None:
    parameter = wye.nn.Parameter(wye.ones(2, device="meta"))
    made = wye.optim.SGD([parameter], fused=True)
    parameter.grad = wye.ones(2, device="meta")
    with pytest.raises(RuntimeError, match="`fused=True` requires all the params to be floating point Tensors"):
        made.step()


def test_a_gradient_of_zeros_does_not_stop_lbfgs() -> None:
    parameter = wye.nn.Parameter(wye.ones(2))
    made = wye.optim.LBFGS([parameter], tolerance_grad=-1.0)
    parameter.grad = wye.zeros(2)
    assert made.step(lambda: 1.0) == 1.0


def test_schedules_keep_copies_of_rates_that_are_tensors() -> None:
    rate = wye.tensor(0.5)
    made = wye.optim.SGD([wye.nn.Parameter(wye.ones(2))], lr=0.1)
    wye.optim.swa_utils.SWALR(made, rate)
    rate.mul_(2)
    assert float(made.param_groups[0]["swa_lr"]) == 0.5
