"""`jvp`, `jacfwd`, `hessian`: values, nesting with the other transforms, and what is refused."""

from __future__ import annotations

import threading

import pytest

import wye
from wye.autograd import Function, forward_ad
from wye.call.py_impl import TransformType
from wye.transforms import grad, hessian, jacfwd, jacrev, jvp, vmap
from wye.transforms.interpreters import current

X = wye.arange(1.0, 7.0).view(2, 3)
V = wye.tensor([[1.0, 0.0, 2.0], [0.5, -1.0, 3.0]])


def close(a, b):
    return wye.allclose(a, b, atol=1e-5)


def test_a_derivative_in_a_direction():
    value, derivative = jvp(lambda x: x * x * x, (X,), (V,))
    assert close(value, X * X * X)
    assert close(derivative, 3 * X * X * V)


def test_outputs_that_do_not_depend_on_the_inputs_have_zeros_unless_strict():
    value, derivative = jvp(lambda x: (x * 2, wye.ones(2)), (X,), (V,))
    assert value[1].tolist() == [1.0, 1.0]
    assert [d.tolist() for d in derivative] == [(V * 2).tolist(), [0.0, 0.0]]
    with pytest.raises(RuntimeError, match="independent of the inputs"):
        jvp(lambda x: wye.ones(2), (X,), (V,), strict=True)


def test_a_function_may_write_to_its_argument():
    x, v = X.clone(), V.clone()
    assert close(jvp(lambda a: a.mul_(3), (x,), (v,))[1], 3 * V)
    assert close(x, 3 * X)


def test_directions_of_directions_and_of_gradients():
    def cube(x):
        return x * x * x

    assert close(jvp(lambda x: jvp(cube, (x,), (V,))[1], (X,), (V,))[1], 6 * X * V * V)
    assert close(jvp(grad(lambda x: cube(x).sum()), (X,), (V,))[1], 6 * X * V)
    assert close(grad(lambda x: jvp(cube, (x,), (V,))[1].sum())(X), 6 * X * V)
    assert close(vmap(lambda x, v: jvp(cube, (x,), (v,))[1])(X, V), 3 * X * X * V)
    assert close(jvp(vmap(cube), (X,), (V,))[1], 3 * X * X * V)


def test_both_jacobians_agree():
    weights = wye.arange(12.0).view(4, 3)

    def f(x):
        return {"a": (weights * x).sum(1).sin(), "b": x.prod()}

    one, other = jacfwd(f)(X[0]), jacrev(f)(X[0])
    assert one["a"].shape == (4, 3)
    assert all(close(one[name], other[name]) for name in one)


def test_the_hessian_of_a_batch():
    assert close(vmap(hessian(lambda x: (x * x * x).sum()))(X)[1], wye.diag(6 * X[1]))


def test_its_level_has_a_kind_of_its_own():
    seen = []
    jvp(lambda x: (seen.append(current().key()), x)[1], (X,), (V,))
    assert seen == [TransformType.Jvp]


@pytest.mark.parametrize(
    ("primals", "tangents", "text"),
    [
        (X, V, "Expected primals to be a tuple"),
        ((X,), (V, V), "to have the same python structure"),
        ((X,), (V[0],), "has a different size than that of the original Tensor"),
        ((), (), "Expected primals to contain at least one Tensor"),
        ((3.0,), (1.0,), "Expected primals to only contain Tensors"),
    ],
)
def test_primals_and_tangents_that_do_not_fit(primals, tangents, text):
    with pytest.raises(RuntimeError, match=text):
        jvp(wye.sin, primals, tangents)


def test_tensors_of_the_level_have_their_tangents_and_count_as_plain_ones_afterwards():
    seen = []

    def f(x):
        seen.append((repr(x), forward_ad.unpack_dual(x).tangent, x))
        return x * 2

    jvp(f, (X,), (V,))
    text, tangent, kept = seen[0]
    assert text.startswith("GradTrackingTensor(lvl=1")
    assert repr(tangent).startswith("GradTrackingTensor(lvl=-2")
    assert close(kept * 1, X)
    assert forward_ad.unpack_dual(kept).tangent is None


def test_tangents_follow_writes_through_views():
    def f(x):
        zeros, double = wye.zeros(3), x * 2
        zeros[0] = x[1]
        part = double[1:]
        part.mul_(x[0])
        return zeros, double, part

    value, derivative = jvp(f, (X[0],), (V[0],))
    assert [one.tolist() for one in value] == [[2.0, 0.0, 0.0], [2.0, 4.0, 6.0], [4.0, 6.0]]
    assert [one.tolist() for one in derivative] == [[0.0, 0.0, 0.0], [2.0, 4.0, 10.0], [4.0, 10.0]]


def test_captured_tensors_are_not_written_to():
    outside = wye.zeros(2, 3)
    with pytest.raises(RuntimeError, match="would mutate a captured Tensor"):
        jvp(outside.copy_, (X,), (V,))


def test_no_grad_does_not_stop_tangents_and_their_own_switch_does():
    def silent(x):
        with wye.no_grad():
            return x.sin()

    def switched_off(x):
        with forward_ad._set_fwd_grad_enabled(False):
            return x.sin()

    assert close(jvp(silent, (X,), (V,))[1], X.cos() * V)
    assert jvp(switched_off, (X,), (V,))[1].tolist() == [[0.0] * 3] * 2


def test_a_level_of_forward_mode_and_a_jvp_do_not_nest():
    with forward_ad.dual_level(), pytest.raises(RuntimeError, match="Nested forward mode"):
        jvp(wye.sin, (X,), (V,))
    with pytest.raises(RuntimeError, match="Nested forward mode"):
        jvp(lambda x: forward_ad.enter_dual_level(), (X,), (V,))
    assert forward_ad.enter_dual_level() == 0
    forward_ad.exit_dual_level()


def test_threads_have_levels_of_their_own():
    found = {}

    def inside(x):
        worker = threading.Thread(target=lambda: found.update(one=jvp(wye.sin, (X,), (V,))[1]))
        worker.start()
        worker.join()
        return x.cos()

    assert close(jvp(inside, (X,), (V,))[1], -X.sin() * V)
    assert close(found["one"], X.cos() * V)


def test_a_tangent_may_have_a_wider_dtype():
    assert jvp(wye.sin, (X,), (V.double(),))[1].dtype is wye.float64


@pytest.fixture
def cube():
    @wye.library.custom_op("test_tangents::cube", mutates_args=())
    def cube(x: wye.Tensor) -> wye.Tensor:
        return wye.tensor(x.numpy() ** 3)

    yield cube
    cube._destroy()


def test_a_custom_operator_has_the_tangents_of_its_backward(cube):
    with pytest.raises(NotImplementedError, match="use register_autograd to add one"):
        jvp(cube, (X,), (V,))
    cube.register_autograd(
        lambda ctx, g: 3 * ctx.saved_tensors[0] ** 2 * g,
        setup_context=lambda ctx, inputs, output: ctx.save_for_backward(*inputs),
    )
    cube.register_vmap(lambda info, dims, x: (cube(x), dims[0]))
    assert close(jvp(cube, (X,), (V,))[1], 3 * X * X * V)
    assert close(jvp(lambda x: jvp(cube, (x,), (V,))[1], (X,), (V,))[1], 6 * X * V * V)
    assert close(grad(lambda x: jvp(cube, (x,), (V,))[1].sum())(X), 6 * X * V)
    assert close(jacfwd(cube)(X[0]), (3 * X[0] * X[0]).diag())
    assert close(hessian(lambda x: cube(x).sum())(X[0]), (6 * X[0]).diag())


def test_a_backward_that_hides_its_gradients_says_so_instead_of_giving_zeros(cube):
    cube.register_autograd(lambda ctx, g: g.detach())
    with pytest.raises(NotImplementedError, match="does not record how its results depend on the gradients"):
        jvp(cube, (X,), (V,))


def test_a_rule_for_the_transform_takes_the_call(cube):
    cube._opoverload.py_impl(TransformType.Jvp)(lambda interpreter, x: x * interpreter.level())
    assert close(jvp(cube, (X,), (V,))[1], V)


class Cube(Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(x):
        return x**3

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)
        ctx.save_for_forward(*inputs)

    @staticmethod
    def backward(ctx, g):
        return 3 * ctx.saved_tensors[0] ** 2 * g

    @staticmethod
    def jvp(ctx, t):
        return 3 * ctx.saved_tensors[0] ** 2 * t


def test_a_function_with_a_jvp_composes_with_the_transforms():
    assert close(jvp(Cube.apply, (X,), (V,))[1], 3 * X * X * V)
    assert close(jvp(lambda x: jvp(Cube.apply, (x,), (V,))[1], (X,), (V,))[1], 6 * X * V * V)
    assert close(jvp(vmap(Cube.apply, out_dims=1), (X,), (V,))[1], (3 * X * X * V).t())
    assert close(jacfwd(Cube.apply)(X[0]), (3 * X[0] * X[0]).diag())
    assert close(jvp(grad(lambda x: Cube.apply(x).sum()), (X,), (V,))[1], 6 * X * V)


def test_writes_have_a_tangent_for_each_direction_of_a_jacobian():
    def f(x):
        zeros, other = wye.zeros(3), wye.zeros(2, 3).t()
        zeros[0] = x[1] * x[0]
        other.copy_((x * x).unsqueeze(1))
        return zeros, other

    pairs = zip(jacfwd(f)(X[0]), jacrev(f)(X[0]), strict=True)
    assert all(close(one, other) for one, other in pairs)


def test_a_view_made_before_a_write_to_its_base_has_the_new_tangent_however_the_old_one_lay():
    def f(x, y):
        view = x[0, ::2]
        x.mul_(y)
        return x, view

    tangent = X.t().contiguous().t()
    _, (whole, view) = jvp(f, (X.clone(), X), (tangent, V))
    assert close(whole, tangent * X + X * V)
    assert close(view, whole[0, ::2])


@pytest.mark.parametrize("jacobian", [jacfwd, jacrev])
def test_arguments_that_no_derivative_is_for_can_be_written_to(jacobian):
    def f(x, y):
        y[0].copy_(x)
        return y.sum(0)

    y = wye.zeros(2, 3)
    assert close(jacobian(f)(wye.ones(3), y), wye.eye(3))
    assert y[0].tolist() == [1, 1, 1]
    with pytest.raises(RuntimeError, match="captured"):
        jacobian(y.copy_)(wye.ones(2, 3))


class _DoubledInPlace(Function):
    @staticmethod
    def forward(x):
        return x.mul_(2)

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.mark_dirty(inputs[0])

    @staticmethod
    def jvp(ctx, tangent):
        return tangent.mul_(2) if _DoubledInPlace.writes else tangent * 2


@pytest.mark.parametrize("writes", [True, False])
def test_a_function_that_writes_to_its_input_writes_to_the_tangent_too(writes):
    def f(x):
        y = x.clone()
        z = _DoubledInPlace.apply(y)
        assert z is y
        return y

    _DoubledInPlace.writes = writes
    if writes:
        _, tangent = jvp(f, (X,), (V,))
        assert close(tangent, 2 * V)
    else:
        with pytest.raises(RuntimeError, match="must modify the corresponding gradient inplace"):
            jvp(f, (X,), (V,))


def test_a_tangent_that_examples_share_is_parted_before_a_write_that_differs():
    def f(x):
        y = x * 1
        first = y[0]
        y.mul_(y.mean())
        first.sin_()
        return first.sum(), y.sum()

    batch = wye.stack([X, X * 2])
    found = vmap(lambda x: jvp(f, (x,), (V,))[1])(batch)
    for i, x in enumerate(batch):
        wanted = jvp(f, (x,), (V,))[1]
        assert all(close(one[i], other) for one, other in zip(found, wanted, strict=True))


@pytest.mark.parametrize(
    "function",
    [
        lambda x: (wye.complex(x, x * 2) ** 2).imag,
        lambda x: wye.view_as_real(wye.complex(x, x.sin()) ** 3),
        lambda x: wye.view_as_real((wye.complex(x, x).conj() ** 2).resolve_conj()),
    ],
)
def test_a_tangent_is_conjugated_as_its_tensor_is(function):
    forward, backward = jacfwd(function)(X), jacrev(function)(X)
    assert close(forward, backward)
    batch = wye.stack([X, X + 1])
    assert close(vmap(jacfwd(function))(batch)[0], backward)


def _product_with_itself(x):
    y = x * 1
    y[1:].mul_(y[1:])
    return y


def _tanh_in_place(x):
    y = x * 1
    y.tanh_()
    return y


def _sine_of_a_part(x):
    y = (x * 2).sin()
    y[1:].sin_()
    return y


@pytest.mark.parametrize("f", [_product_with_itself, _tanh_in_place, _sine_of_a_part])
def test_what_is_computed_in_place_has_second_derivatives(f):
    x, t = wye.tensor([0.3, -0.7, 1.2], dtype=wye.float64), wye.tensor([1.0, 2.0, -0.5], dtype=wye.float64)

    def tangent(x):
        return jvp(f, (x,), (t,))[1]

    wanted = (tangent(x + 1e-5 * t) - tangent(x - 1e-5 * t)) / 2e-5
    assert wye.allclose(jvp(tangent, (x,), (t,))[1], wanted, atol=1e-6)
    assert wye.allclose(grad(lambda x: tangent(x).sum())(x) * t, wanted, atol=1e-6)
    leaf = x.clone().requires_grad_()
    with forward_ad.dual_level():
        found = forward_ad.unpack_dual(f(forward_ad.make_dual(leaf, t))).tangent
        found.sum().backward()
    assert wye.allclose(leaf.grad * t, wanted, atol=1e-6)


@pytest.mark.parametrize("transform", [lambda f, x: jvp(f, (x,), (wye.ones(2, 2),)), lambda f, x: jacfwd(f)(x)])
def test_a_function_that_turns_its_input_leaves_the_callers_tensor_as_it_lies(transform):
    x = wye.arange(4.0).view(2, 2)

    def f(x):
        x.t_()
        x[0].mul_(2)
        return x * 1

    transform(f, x)
    assert x.stride() == (2, 1)
    assert x.tolist() == [[0.0, 1.0], [4.0, 3.0]]
