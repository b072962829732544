"""Calls of modules: hooks before and after `forward`."""

import pytest

import wye
from wye import nn
from wye.nn.modules import global_hooks


class Twice(nn.Module):
    def forward(self, x, *, by=2):
        return x * by


def test_a_module_is_called():
    assert Twice()(3) == 6
    assert Twice()(3, by=5) == 15
    with pytest.raises(NotImplementedError, match=r'Module \[Module\] is missing the required "forward" function'):
        nn.Module()(1)


def test_hooks_change_arguments_and_output():
    module = Twice()
    module.register_forward_pre_hook(lambda m, args: args[0] + 1)
    module.register_forward_pre_hook(lambda m, args, kwargs: (args, {"by": 10}), with_kwargs=True)
    module.register_forward_hook(lambda m, args, output: output + args[0])
    assert module(1) == 22


def test_hooks_run_in_order_and_go():
    module, seen = Twice(), []
    last = module.register_forward_hook(lambda *a: seen.append("last"))
    first = module.register_forward_hook(lambda *a: seen.append("first"), prepend=True)
    module(1)
    first.remove()
    module(1)
    last.remove()
    module(1)
    assert seen == ["first", "last", "last"]


def test_a_hook_that_always_runs_sees_a_failed_call():
    class Failing(nn.Module):
        def forward(self, x):
            raise ValueError("no")

    module, seen = Failing(), []
    module.register_forward_hook(lambda m, args, output: seen.append(output), always_call=True)
    module.register_forward_hook(lambda *a: seen.append("never"))
    with pytest.raises(ValueError, match="no"):
        module(1)
    assert seen == [None]


def test_the_error_of_a_hook_that_always_runs_becomes_a_warning():
    class Failing(nn.Module):
        def forward(self, x):
            raise ValueError("no")

    module = Failing()
    module.register_forward_hook(lambda *a: 1 / 0, always_call=True)
    with pytest.warns(UserWarning, match="silenced"), pytest.raises(ValueError, match="no"):
        module(1)


def test_hooks_of_all_modules_run_everywhere():
    seen = []
    before = global_hooks.register_module_forward_pre_hook(lambda m, args: seen.append(type(m).__name__))
    after = global_hooks.register_module_forward_hook(
        lambda m, args, kwargs, output: (seen.append(kwargs), output + 1)[1], with_kwargs=True, always_call=True
    )
    try:
        assert nn.Sequential(nn.Identity())(1) == 3
        assert seen == ["Sequential", "Identity", {}, {}]
    finally:
        before.remove()
        after.remove()
    assert nn.Identity()(1) == 1
    assert not global_hooks.WITH_KWARGS
    assert not global_hooks.ALWAYS_CALLED


def test_hooks_of_registrations_may_replace():
    other = nn.Tanh()
    handle = global_hooks.register_module_module_registration_hook(lambda m, name, module: other)
    try:
        assert nn.Sequential(nn.ReLU())[0] is other
    finally:
        handle.remove()
    assert wye.is_tensor(nn.Linear(1, 1).weight)
