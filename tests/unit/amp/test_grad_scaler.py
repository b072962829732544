"""`GradScaler`: scaled losses, steps that are left out, a factor that grows and shrinks."""

import pytest

import wye
from wye import nn, optim
from wye.amp import GradScaler


def trained(scaler, factor):
    module = nn.Linear(2, 1)
    optimizer = optim.SGD(module.parameters(), lr=0.1)
    before = module.weight.detach().clone()
    scaler.scale(module(wye.ones(1, 2)).sum() * factor).backward()
    scaler.step(optimizer)
    scaler.update()
    return (before - module.weight.detach()).abs().max().item()


def test_a_step_is_that_of_the_loss_itself():
    assert trained(GradScaler("cpu"), 1.0) == pytest.approx(0.1, abs=1e-6)


def test_a_step_that_is_not_finite_is_left_out():
    scaler = GradScaler("cpu", init_scale=8.0)
    assert trained(scaler, float("inf")) == 0
    assert scaler.get_scale() == 4.0


def test_the_factor_grows_after_finite_steps():
    scaler = GradScaler("cpu", init_scale=8.0, growth_interval=2)
    for _ in range(2):
        trained(scaler, 1.0)
    assert scaler.get_scale() == 16.0


def test_gradients_are_unscaled_once():
    scaler, module = GradScaler("cpu"), nn.Linear(1, 1)
    optimizer = optim.SGD(module.parameters())
    scaler.scale(module(wye.ones(1)).sum()).backward()
    scaler.unscale_(optimizer)
    with pytest.raises(RuntimeError, match="already been called"):
        scaler.unscale_(optimizer)


def test_without_cuda_a_scaler_for_it_is_disabled():
    with pytest.warns(UserWarning, match="CUDA is not available"):
        scaler = GradScaler()
    assert scaler.scale(3) == 3
    assert scaler.state_dict() == {}


class Unscaling(optim.SGD):
    """An optimizer that scales back itself."""

    _step_supports_amp_scaling = True

    def step(self):
        self.seen = self.grad_scale, self.found_inf
        self.gradients = [p.grad.clone() for group in self.param_groups for p in group["params"]]


def test_an_optimizer_may_scale_back_itself():
    scaler, module = GradScaler("cpu", init_scale=8.0), nn.Linear(1, 1)
    optimizer = Unscaling(module.parameters())
    scaler.scale(module(wye.ones(1)).sum()).backward()
    scaler.step(optimizer)
    assert [one.item() for one in optimizer.seen] == [8.0, 0.0]
    assert [one.item() for one in optimizer.gradients] == [8.0, 8.0]
    assert not hasattr(optimizer, "grad_scale")
    scaler.update()


def test_an_optimizer_that_is_told_the_scale_learns_of_gradients_that_were_scaled_back():
    scaler, module = GradScaler("cpu", init_scale=8.0), nn.Linear(1, 1)
    optimizer = Unscaling(module.parameters())
    scaler.scale(module(wye.ones(1)).sum() * float("inf")).backward()
    scaler.unscale_(optimizer)
    scaler.step(optimizer)
    assert optimizer.seen[0] is None
    assert optimizer.seen[1].item() == 1.0
    scaler.update()
    assert scaler.get_scale() == 4.0


def test_a_step_that_takes_the_scaler_gets_it():
    class Taking(optim.SGD):
        _step_supports_amp_scaling = True

        def step(self, *, grad_scaler):
            self.scaler = grad_scaler

    scaler, module = GradScaler("cpu", init_scale=8.0), nn.Linear(1, 1)
    optimizer = Taking(module.parameters())
    scaler.scale(module(wye.ones(1)).sum()).backward()
    with pytest.warns(FutureWarning, match="stop passing itself"):
        scaler.step(optimizer)
    assert optimizer.scaler is scaler
