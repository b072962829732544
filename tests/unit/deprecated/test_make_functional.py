import pytest

import wye
from wye import nn
from wye.deprecated.make_functional import (
    combine_state_for_ensemble,
    functional_init,
    functional_init_with_buffers,
    make_functional,
    make_functional_with_buffers,
)
from wye.testing import assert_close


def test_a_module_becomes_a_function_of_its_parameters():
    model, x = nn.Linear(3, 2), wye.randn(4, 3)
    f, params = make_functional(model)
    assert_close(f(params, x), model(x))
    zeros = tuple(wye.zeros_like(p) for p in params)
    assert_close(f(zeros, x), wye.zeros(4, 2))
    grads = wye.func.grad(lambda p: f(p, x).sum())(params)
    assert_close(grads[1], wye.full((2,), 4.0))


def test_buffers_are_arguments_of_their_own():
    model, x = nn.BatchNorm1d(3).eval(), wye.randn(4, 3)
    with pytest.raises(RuntimeError, match="make_functional_with_buffers"):
        make_functional(model)
    f, params, buffers = make_functional_with_buffers(model, disable_autograd_tracking=True)
    assert_close(f(params, buffers, x), model(x))
    assert not any(p.requires_grad for p in params)


def test_an_ensemble_runs_under_vmap():
    models, x = [nn.Linear(3, 2) for _ in range(5)], wye.randn(4, 3)
    f, params, buffers = combine_state_for_ensemble(models)
    found = wye.vmap(f, (0, 0, None))(params, buffers, x)
    assert_close(found, wye.stack([model(x) for model in models]))
    with pytest.raises(RuntimeError, match="same class"):
        combine_state_for_ensemble([nn.Linear(1, 1), nn.ReLU()])
    with pytest.raises(RuntimeError, match="at least one"):
        combine_state_for_ensemble([])


def test_a_class_is_made_as_parameters_and_a_function():
    params, f, names = functional_init(nn.Linear, (3,))(2, 2)
    assert names == ["weight", "bias"]
    assert [tuple(p.shape) for p in params] == [(3, 2, 2), (3, 2)]
    assert wye.vmap(f, (0, None))(params, (wye.ones(2),)).shape == (3, 2)
    _, buffers, *_ = functional_init_with_buffers(nn.BatchNorm1d)(2)
    assert len(buffers) == 3


def test_tied_parameters_and_buffers_are_one_argument():
    model = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
    model[1].weight = model[0].weight
    model[0].register_buffer("shift", wye.ones(2))
    model[1].register_buffer("shift", model[0].shift)
    f, params, buffers = make_functional_with_buffers(model)
    assert (len(params), len(buffers)) == (3, 1)
    x = wye.randn(3, 2)
    assert_close(f(params, buffers, x), model(x))
    found = wye.func.grad(lambda p: f(p, buffers, x).sum())(params)
    model(x).sum().backward()
    assert_close(found[0], model[0].weight.grad)


def test_parameters_are_copies():
    model = nn.Linear(2, 2)
    _, params = make_functional(model, disable_autograd_tracking=True)
    assert (model.weight.requires_grad, params[0].requires_grad) == (True, False)
    params[0].zero_()
    assert not (model.weight == 0).all()
