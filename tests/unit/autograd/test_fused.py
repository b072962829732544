"""Formulas that the engine runs as one loop give what the formulas of operators give, bit by bit."""

import inspect
import math

import numpy as np
import pytest

import wye
from wye.autograd.derivatives.elementwise import DERIVATIVES
from wye.autograd.derivatives.elementwise_gamma import DERIVATIVES as GAMMA
from wye.autograd.derivatives.elementwise_power import DERIVATIVES as POWERS
from wye.autograd.derivatives.elementwise_special import DERIVATIVES as SPECIAL_FUNCTIONS
from wye.autograd.derivatives.elementwise_ternary import DERIVATIVES as TERNARY
from wye.autograd.fused import FUSED

SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, -3.25, math.inf, -math.inf, math.nan, 1e-40, 1e38]


def operator_of(name):
    packet, _, overload = name.partition(".")
    return getattr(getattr(wye.ops.aten, packet), overload or "default")


def drawn(shape, dtype, seed):
    rng = np.random.default_rng(seed)
    values = rng.normal(size=shape)
    places = rng.integers(0, 4, size=shape) == 0
    return wye.from_numpy(np.where(places, rng.choice(SPECIAL, size=shape), values).astype(dtype))


def arguments(name, shape, other_shape, dtype):
    """Tensors, and numbers that formulas take as they are and otherwise."""
    x = drawn(shape, dtype, 0)
    if "Scalar" in name:
        return [(x, number) for number in (2, 2.0, 0.5, -3)]
    if name == "clamp.Tensor":
        y, z = drawn(other_shape, dtype, 1), drawn(shape, dtype, 2)
        return [(x, y, z), (x, x.clone(), z), (x, y, y.clone())]
    if name.partition(".")[0] in ("mul", "div", "maximum", "minimum", "fmax", "fmin", "igamma", "igammac"):
        y = drawn(other_shape, dtype, 1)
        return [(x, y), (x, x.clone())]
    return [(x,)]


def gradients(name, args, start, *, seen):
    operator = operator_of(name)
    names = [argument.name for argument in operator._schema.arguments]
    given = [
        one.clone().requires_grad_() if (name, argument) in FUSED else one
        for one, argument in zip(args, names, strict=False)
    ]
    inputs = [one for one in given if isinstance(one, wye.Tensor) and one.requires_grad]
    result = operator(*given)
    made = wye.autograd.grad(result, inputs, start.expand(result.shape), create_graph=seen)
    return [one.detach().numpy() for one in made]


@pytest.mark.parametrize("name", sorted({operator for operator, _ in FUSED}))
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize(
    ("shape", "other_shape"),
    [((7,), (7,)), ((), ()), ((3, 4), (3, 4)), ((3, 4), (4,)), ((2, 1, 3), (5, 1)), ((20000,), (20000,))],
)
def test_one_loop_and_operators_give_the_same_bits(name, dtype, shape, other_shape):
    operator = operator_of(name)
    for args in arguments(name, shape, other_shape, dtype):
        result = operator(*args)
        for start in (drawn(tuple(result.shape), dtype, 2), wye.from_numpy(np.array(1.5, dtype))):
            found, wanted = (gradients(name, args, start, seen=seen) for seen in (False, True))
            for one, other in zip(found, wanted, strict=True):
                assert (one.dtype, one.shape) == (other.dtype, other.shape)
                np.testing.assert_array_equal(np.isnan(one), np.isnan(other))
                both = ~np.isnan(one)
                assert one[both].tobytes() == other[both].tobytes()


@pytest.mark.parametrize(("name", "argument"), sorted(FUSED))
def test_parameters_are_those_of_the_formula(name, argument):
    formula = (DERIVATIVES | GAMMA | POWERS | SPECIAL_FUNCTIONS | TERNARY)[name].formulas[argument]
    assert list(inspect.signature(FUSED[name, argument]).parameters) == list(inspect.signature(formula).parameters)


def test_transposed_operands_have_gradients_that_lie_as_before():
    x = wye.from_numpy(np.arange(12.0).reshape(3, 4)).requires_grad_()
    y = x.t() * x.t()
    start = wye.ones(4, 3)
    (found,) = wye.autograd.grad(y, x, start, retain_graph=True)
    (wanted,) = wye.autograd.grad(y, x, start, create_graph=True)
    np.testing.assert_array_equal(found.numpy(), wanted.detach().numpy())
    assert found.stride() == wanted.stride()


def test_modes_see_the_operators_of_the_formula():
    seen = []

    class Log(wye.DispatchMode):
        def __wye_dispatch__(self, func, types, args=(), kwargs=None):
            seen.append(str(func))
            return func(*args, **(kwargs or {}))

    x = wye.tensor([0.5], requires_grad=True)
    y = x.sin()
    with Log():
        wye.autograd.grad(y, x, wye.ones(1))
    assert any("cos" in one for one in seen)


def test_complex_numbers_and_integers_go_to_the_formula():
    z = wye.tensor([1 + 2j], requires_grad=True)
    (found,) = wye.autograd.grad((z * z).real.sum(), z)
    np.testing.assert_allclose(found.numpy(), [2 * (1 - 2j)])


def test_gradients_that_somebody_keeps_are_not_written_over():
    x = wye.from_numpy(np.linspace(0.1, 2.0, 5000)).requires_grad_()
    kept = []
    y = x.sin()
    z = y.exp()
    w = z * z
    u = w.sqrt()
    z.retain_grad()
    w.register_hook(kept.append)
    loss = u.log().sum() + (w + w).sqrt().sum()
    start = wye.ones(())
    loss.backward(start, retain_graph=True)
    values = [x.grad.numpy().copy(), z.grad.numpy().copy(), kept[0].numpy().copy(), start.numpy().copy()]
    wanted = [one.detach().numpy() for one in wye.autograd.grad(loss, (x, z, w), create_graph=True)]
    for one, other in zip(values, [*wanted, np.ones(())], strict=True):
        np.testing.assert_array_equal(one, other)


def test_a_gradient_of_ones_own_stays_as_it_was():
    x = wye.from_numpy(np.linspace(0.1, 2.0, 5000)).requires_grad_()
    given = wye.from_numpy(np.full(5000, 2.0))
    first = wye.autograd.grad(x.exp(), x, given)[0]
    np.testing.assert_array_equal(given.numpy(), 2.0)
    np.testing.assert_array_equal(first.numpy(), 2.0 * np.exp(x.detach().numpy()))
