"""Optimizers: groups, states, hooks.  Their steps are compared with PyTorch's in tests/conformance/optim."""

import copy
import pickle

import pytest

import wye
from wye import nn, optim
from wye.optim.hooks import register_optimizer_step_post_hook, register_optimizer_step_pre_hook


class Halving(optim.Optimizer):
    def __init__(self, params):
        super().__init__(params, {"factor": 0.5})

    def step(self, closure=None):
        for group in self.param_groups:
            for value in group["params"]:
                value.data.mul_(group["factor"])
                self.state[value]["steps"] = self.state[value].get("steps", 0) + 1


class Quartering(Halving):
    def step(self, closure=None):
        super().step()
        super().step()


def weight(value=4.0):
    return nn.Parameter(wye.tensor(value))


def test_an_optimizer_of_ones_own():
    a, b = weight(), weight()
    optimizer = Halving([{"params": a}, {"params": [b], "factor": 0.25}])
    optimizer.step()
    assert (a.item(), b.item()) == (2, 1)
    assert optimizer.state_dict() == {
        "state": {0: {"steps": 1}, 1: {"steps": 1}},
        "param_groups": [{"factor": 0.5, "params": [0]}, {"factor": 0.25, "params": [1]}],
    }


def test_hooks_run_once_also_where_a_step_calls_that_of_its_base():
    a, seen = weight(), []
    optimizer = Quartering([a])
    handles = [
        register_optimizer_step_pre_hook(lambda o, args, kwargs: seen.append("all before")),
        optimizer.register_step_pre_hook(lambda o, args, kwargs: seen.append("before")),
        optimizer.register_step_post_hook(lambda o, args, kwargs: seen.append("after")),
        register_optimizer_step_post_hook(lambda o, args, kwargs: seen.append("all after")),
    ]
    optimizer.step()
    for handle in handles:
        handle.remove()
    optimizer.step()
    assert seen == ["all before", "before", "after", "all after"]
    assert a.item() == 0.25


def test_a_hook_gives_other_arguments():
    a, seen = weight(), []
    optimizer = optim.SGD([a], 0.1)
    optimizer.register_step_pre_hook(lambda o, args, kwargs: ((o, lambda: seen.append("closure")), kwargs))
    optimizer.step()
    assert seen == ["closure"]
    optimizer.register_step_pre_hook(lambda o, args, kwargs: 3)
    with pytest.raises(RuntimeError, match=r"must return None or a tuple of \(new_args, new_kwargs\)"):
        optimizer.step()


def test_copies_and_pickles_go_on():
    optimizer = optim.Adam([weight()], 0.1)
    for copied in (copy.deepcopy(optimizer), pickle.loads(pickle.dumps(optimizer))):
        (value,) = copied.param_groups[0]["params"]
        value.grad = wye.tensor(1.0)
        copied.step()
        assert value.item() == pytest.approx(3.9)


def test_what_cannot_be_optimized_is_refused():
    for params, error in (
        ([], ValueError), (weight(), TypeError), ([3], TypeError), ([{"params": {weight()}}], TypeError),
    ):  # fmt: skip
        with pytest.raises(error):
            optim.SGD(params)
    shared = weight()
    with pytest.raises(ValueError, match="more than one parameter group"):
        optim.SGD([{"params": [shared]}, {"params": [shared]}])
    with pytest.warns(UserWarning, match="duplicate parameters"):
        optim.SGD([shared, shared])


def test_names_of_parameters_are_kept():
    optimizer = optim.SGD(nn.Linear(1, 1).named_parameters(), 0.1)
    assert optimizer.param_groups[0]["param_names"] == ["weight", "bias"]
    with pytest.raises(ValueError, match="without names"):
        optimizer.add_param_group({"params": [weight()]})


def test_a_state_comes_back_in_the_dtype_of_the_parameter():
    value = weight()
    value.grad = wye.tensor(1.0)
    optimizer = optim.SGD([value], 0.1, 0.9)
    optimizer.step()
    other = optim.SGD([nn.Parameter(wye.tensor(4.0, dtype=wye.float64))], 0.2)
    other.load_state_dict(optimizer.state_dict())
    (state,) = other.state.values()
    assert state["momentum_buffer"].dtype is wye.float64
    assert other.param_groups[0]["momentum"] == 0.9


def test_gradients_are_removed_or_made_zero():
    value = weight()
    optimizer = optim.SGD([value])
    value.grad = wye.tensor(1.0)
    optimizer.zero_grad(set_to_none=False)
    assert value.grad.item() == 0
    optimizer.zero_grad()
    assert value.grad is None


class Around(optim.Optimizer):
    """An optimizer that only has another one, and does not run `Optimizer.__init__`."""

    def __init__(self, inner):
        self.inner = inner

    def step(self, closure=None):
        return self.inner.step(closure)


def test_an_optimizer_that_was_not_initialised_steps_without_hooks():
    value = weight()
    seen = []
    with register_optimizer_step_pre_hook(lambda optimizer, args, kwargs: seen.append(type(optimizer))):
        Around(Halving([value])).step()
    assert value.item() == 2
    assert seen == [Halving]
