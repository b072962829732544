"""Modules as functions of their parameters."""

import pytest

import wye
from wye import nn
from wye.func import functional_call, grad, replace_all_batch_norm_modules_, stack_module_state, vmap


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(2, 2, bias=False), nn.Linear(2, 2, bias=False)
        self.b.weight = self.a.weight

    def forward(self, x):
        return self.b(self.a(x))


def test_a_call_takes_other_parameters_and_leaves_the_module():
    module, x = nn.Linear(2, 1), wye.ones(2)
    before = module(x)
    made = functional_call(module, ({"weight": wye.full((1, 2), 3.0)}, {"bias": wye.zeros(1)}), x)
    assert made.tolist() == [6.0]
    assert wye.equal(module(x), before)


def test_tied_weights_are_replaced_together():
    values = {"a.weight": 2 * wye.eye(2)}
    assert functional_call(Tied(), values, wye.ones(2)).tolist() == [4.0, 4.0]
    with pytest.raises(ValueError, match="which are tied"):
        functional_call(Tied(), {"a.weight": wye.eye(2), "b.weight": wye.eye(2)}, wye.ones(2))


def test_an_error_restores_the_module():
    module = nn.Linear(2, 1)
    weight = module.weight
    with pytest.raises(RuntimeError):
        functional_call(module, {"weight": wye.ones(1, 5)}, wye.ones(2))
    assert module.weight is weight


def test_strict_calls_name_what_is_missing():
    with pytest.raises(RuntimeError, match=r"Unexpected key\(s\): 'c'"):
        functional_call(nn.Linear(2, 1), {"c": wye.ones(1)}, wye.ones(2), strict=True)


def test_an_ensemble_is_a_batch_of_parameters():
    modules, x = [nn.Linear(3, 2) for _ in range(4)], wye.ones(5, 3)
    weights, buffers = stack_module_state(modules)
    made = vmap(lambda w, b: functional_call(modules[0], (w, b), x))(weights, buffers)
    assert wye.allclose(made, wye.stack([module(x) for module in modules]))


def test_gradients_of_samples_are_those_of_a_loop():
    module, xs = nn.Linear(3, 1), wye.randn(4, 3)
    weights = {name: value.detach() for name, value in module.named_parameters()}

    def loss(weights, x):
        return functional_call(module, weights, x).square().sum()

    made = vmap(grad(loss), (None, 0))(weights, xs)["weight"]
    assert wye.allclose(made, wye.stack([grad(loss)(weights, x)["weight"] for x in xs]))


def test_batch_norms_forget_their_statistics():
    module = replace_all_batch_norm_modules_(nn.Sequential(nn.BatchNorm1d(2)))
    assert module[0].running_mean is None
    assert not module[0].track_running_stats


def test_modules_can_be_made_inside_of_a_transform():
    assert grad(lambda x: nn.Linear(1, 1)(x).sum())(wye.ones(1)).shape == (1,)


def test_what_a_transform_wraps_can_be_looked_at():
    seen = []

    def f(x):
        seen.append((wye.func.debug_unwrap(x), wye.func.debug_unwrap(x, recurse=False)))
        return x.sum()

    wye.vmap(wye.func.grad(f))(wye.ones(2, 3))
    whole, one_level = seen[0]
    assert (whole.shape, one_level.shape) == ((2, 3), (3,))
    assert wye.func.debug_unwrap(whole) is whole
