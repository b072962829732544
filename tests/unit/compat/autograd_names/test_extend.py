import numpy as onp
import pytest

import wye.compat.autograd as autograd
import wye.compat.autograd.numpy as np
from wye.compat.autograd import core, extend
from wye.compat.autograd.builtins import isinstance as ag_isinstance
from wye.compat.autograd.builtins import type as ag_type
from wye.compat.autograd.extend import defjvp, defjvp_argnum, defvjp, defvjp_argnum, primitive, vspace
from wye.compat.autograd.numpy.numpy_boxes import ArrayBox
from wye.compat.autograd.test_util import check_grads, combo_check


def make_cube():
    @primitive
    def cube(x):
        return x**3

    defvjp(cube, lambda ans, x: lambda g: g * 3 * x**2)
    defjvp(cube, lambda g, ans, x: g * 3 * x**2)
    return cube


@pytest.mark.parametrize("x", [2.0, onp.array([1.0, 2.0]), 1.0 + 2.0j, onp.array([1.0 + 1j, 2.0])])
def test_rules_of_autograds_convention_have_right_derivatives_to_second_order(x):
    onp.random.seed(0)
    check_grads(make_cube())(x)


def test_a_wrong_rule_is_found():
    onp.random.seed(0)
    wrong = primitive(lambda x: 2.0 * x)
    defvjp(wrong, lambda ans, x: lambda g: 2.001 * g)
    with pytest.raises(AssertionError, match="VJP"):
        check_grads(wrong, modes=["rev"], order=1)(1.0)


def test_rules_by_number():
    product = primitive(lambda x, y: x * y)
    defvjp_argnum(product, lambda argnum, ans, args, kwargs: lambda g: g * args[1 - argnum])
    defjvp_argnum(product, lambda argnum, g, ans, args, kwargs: g * args[1 - argnum])
    onp.random.seed(0)
    combo_check(product, (0, 1))([2.0, onp.ones(3)], [3.0])


def test_a_function_without_rules_says_so():
    with pytest.raises(NotImplementedError, match="no vjp"):
        autograd.grad(primitive(lambda x: 2.0 * x))(1.0)
    with pytest.raises(NotImplementedError, match="no jvp"):
        autograd.deriv(primitive(lambda x: 2.0 * x))(1.0)
    with pytest.raises(TypeError, match="Bad VJP"):
        defvjp(make_cube(), 3)


def test_the_old_ways_to_register_still_work():
    old = autograd.primitive(lambda x, y: x * y)
    with pytest.warns(UserWarning, match="deprecated"):
        old.defvjp(lambda g, ans, vs, gvs, x, y: g * y)
    with pytest.warns(UserWarning, match="deprecated"):
        old.defvjp_is_zero(argnums=(1,))
    assert autograd.grad(old, (0, 1))(2.0, 3.0) == (3.0, 0.0)
    assert old in core.primitive_vjps
    del core.primitive_vjps[old]
    assert old not in core.primitive_vjps


def test_no_gradient_passes_a_notrace_primitive():
    rounded = extend.notrace_primitive(lambda x: float(x) // 1)
    assert autograd.grad(lambda x: x * rounded(x))(2.5) == 2.0


def test_classes_of_traced_values():
    seen = {}

    def f(x):
        seen.update(array=isinstance(x, ArrayBox), is_float=ag_isinstance(x, float), kind=ag_type(x))
        return x

    autograd.grad(f)(1.0)
    assert seen == {"array": True, "is_float": True, "kind": onp.float64}


@pytest.mark.parametrize(
    "value",
    [onp.zeros((3, 2)), 0.0, 1j * onp.zeros((2, 1)), [1.0, onp.zeros((2, 1))], {"x": [0.0], "y": ({"a": 0.0}, [0.0])}],
)
def test_vector_spaces(value):
    onp.random.seed(0)
    space = vspace(value)
    x, y = space.randn(), space.randn()
    assert vspace(space.zeros()) == space == vspace(x)
    basis = list(space.standard_basis())
    assert len(basis) == space.size
    total = space.zeros()
    for one in basis:
        total = space.add(total, space.scalar_mul(one, space.inner_prod(one, x)))
    onp.testing.assert_allclose(space.inner_prod(y, total), space.inner_prod(y, x))
    check_grads(space.inner_prod)(x, y)


def test_what_has_no_vector_space_is_refused():
    with pytest.raises(TypeError, match="Can't find vector space"):
        vspace("text")


def test_a_class_of_ones_own_has_the_space_that_is_registered():
    class Point:
        pass

    class Points(extend.VSpace):
        size = 2

    Points.register(Point)
    assert vspace(Point()).size == 2
    del extend.VSpace.mappings[Point]


def test_a_rule_may_use_functions_of_numpy_lists():
    stacked = primitive(onp.array)
    defvjp(stacked, lambda ans, parts: list)
    found = autograd.grad(lambda x: np.sum(stacked([x, x * x]) * onp.array([1.0, 2.0])))(3.0)
    assert found == 13.0
