"""`grad`, `jacobian` and the others: functions that return derivatives, over `make_vjp` and `make_jvp`."""

from __future__ import annotations

import inspect
import warnings
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

import numpy as plain

from wye.array_transforms import vjp as vjp_of
from wye.array_transforms import vmap
from wye.compat.autograd import core
from wye.compat.autograd import numpy as np
from wye.compat.autograd.core import conjugated, defjvp_argnums, defvjp_argnum, differentiable, primitive, vspace
from wye.compat.autograd.tracer import isbox
from wye.compat.autograd.wrap_util import unary_to_nary, wraps
from wye.pytree import tree_map

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "checkpoint", "deriv", "elementwise_grad", "grad", "grad_and_aux", "grad_named", "hessian",
    "hessian_tensor_product", "hessian_vector_product", "holomorphic_grad", "hvp", "jacobian", "make_ggnvp", "make_hvp",
    "make_jvp", "make_jvp_reversemode", "make_vjp", "multigrad_dict", "tensor_jacobian_product", "value_and_grad",
    "vector_jacobian_product",
]  # fmt: skip

make_vjp = unary_to_nary(core.make_vjp)
make_jvp = unary_to_nary(core.make_jvp)


def _check_scalar(ans: Any, name: str) -> None:
    if vspace(ans).size != 1:
        raise TypeError(
            f"{name} only applies to real scalar-output functions. Try jacobian, elementwise_grad or holomorphic_grad."
        )


@unary_to_nary
def grad(fun: Any, x: Any) -> Any:
    """A function that returns the gradient of ``fun``, which returns one real number."""
    vjp, ans = core.make_vjp(fun, x)
    _check_scalar(ans, "Grad")
    return vjp(vspace(ans).ones())


@unary_to_nary
def value_and_grad(fun: Any, x: Any) -> Any:
    """A function that returns the value of ``fun`` and its gradient, as ``scipy.optimize`` takes it (``jac=True``)."""
    vjp, ans = core.make_vjp(fun, x)
    _check_scalar(ans, "value_and_grad")
    return ans, vjp(vspace(ans).ones())


@unary_to_nary
def grad_and_aux(fun: Any, x: Any) -> Any:
    """A function that returns the gradient of the first value of ``fun``, and its second value."""
    ans, pull_back, aux = vjp_of(fun, differentiable(x), has_aux=True)
    return conjugated(pull_back(conjugated(vspace(ans).ones()))[0]), aux


def grad_named(fun: Any, argname: str) -> Any:
    """`grad` for the argument with this name."""
    return grad(fun, argname)


@unary_to_nary
def elementwise_grad(fun: Any, x: Any) -> Any:
    """A function that returns the sum of the rows of the Jacobian: for an elementwise ``fun`` the derivatives."""
    vjp, ans = core.make_vjp(fun, x)
    if vspace(ans).iscomplex:
        raise TypeError("Elementwise_grad only applies to real-output functions.")
    return vjp(vspace(ans).ones())


@unary_to_nary
def deriv(fun: Any, x: Any) -> Any:
    """A function that returns the derivative of ``fun`` in the direction of ones, by forward mode."""
    return core.make_jvp(fun, x)(vspace(differentiable(x)).ones())[1]


@unary_to_nary
def holomorphic_grad(fun: Any, x: Any) -> Any:
    """A function that returns the complex derivative of a holomorphic ``fun``."""
    if not vspace(x).iscomplex:
        warnings.warn("Input to holomorphic_grad is not complex", stacklevel=2)
    return grad(lambda x: np.real(fun(x)))(x)


@unary_to_nary
def jacobian(fun: Any, x: Any) -> Any:
    """A function that returns the Jacobian of ``fun``: the output's dimensions, then the input's."""
    vjp, ans = core.make_vjp(fun, x)
    space = vspace(ans)
    count = int(plain.prod(space.shape))
    basis = plain.eye(count, dtype=space.dtype).reshape(count, *space.shape)
    rows = _rows(vjp, basis) if count else tree_map(lambda one: plain.zeros((0, *plain.shape(one))), differentiable(x))
    return tree_map(lambda one: np.reshape(one, (*space.shape, *one.shape[1:])), rows, is_leaf=isbox)


def _rows(vjp: Callable[[Any], Any], basis: Any) -> Any:
    """A backward pass for each vector of a basis: all at once, or one by one where a rule takes no batches."""
    try:
        return vmap(vjp)(basis)
    except (RuntimeError, TypeError, ValueError):
        rows = [vjp(one) for one in basis]
    return tree_map(lambda *parts: np.stack(parts), *rows, is_leaf=isbox)


@unary_to_nary
def hessian(fun: Any, x: Any) -> Any:
    """A function that returns the second derivatives of ``fun``."""
    return jacobian(jacobian(fun))(x)


@unary_to_nary
def make_hvp(fun: Any, x: Any) -> Any:
    """A function that returns, for a point, a function from a vector to its product with the Hessian there."""
    return core.make_vjp(grad(fun), x)


def hessian_tensor_product(fun: Any, argnum: Any = 0) -> Any:
    """A function of ``(*args, tensor)`` that returns the product of the Hessian and the tensor."""
    fun_grad = grad(fun, argnum)

    def vector_dot_grad(*args: Any, **kwargs: Any) -> Any:
        *rest, vector = args
        return np.tensordot(fun_grad(*rest, **kwargs), vector, np.ndim(vector))

    return grad(vector_dot_grad, argnum)


hessian_vector_product = hvp = hessian_tensor_product


def tensor_jacobian_product(fun: Any, argnum: Any = 0) -> Any:
    """A function of ``(*args, tensor)`` that returns the product of the tensor and the Jacobian."""

    def vector_dot_fun(*args: Any, **kwargs: Any) -> Any:
        *rest, vector = args
        return np.tensordot(vector, fun(*rest, **kwargs), axes=np.ndim(vector))

    return jacobian(vector_dot_fun, argnum)


vector_jacobian_product = tensor_jacobian_product


@unary_to_nary
def make_jvp_reversemode(fun: Any, x: Any) -> Any:
    """`make_jvp` by two backward passes; returns the function from a direction to the derivative."""
    vjp, y = core.make_vjp(fun, x)
    return core.make_vjp(vjp, vspace(y).zeros())[0]


def _half_square(x: Any) -> Any:
    return 1.0 / 2 * np.sum(x**2, axis=-1)


def make_ggnvp(f: Any, g: Any = _half_square, f_argnum: Any = 0) -> Any:
    """A function that returns, for a point, the product of a vector and the generalized Gauss-Newton matrix."""

    @unary_to_nary
    def made(f: Any, x: Any) -> Any:
        f_vjp, f_x = core.make_vjp(f, x)
        g_hvp, grad_g_x = core.make_vjp(grad(g), f_x)
        f_jvp, _ = core.make_vjp(f_vjp, vspace(grad_g_x).zeros())
        return lambda v: f_vjp(g_hvp(f_jvp(v)))

    return made(f, f_argnum)


def multigrad_dict(fun: Any) -> Any:
    """A function that returns the gradients of all arguments, by their names."""
    signature = inspect.signature(fun)

    def gradfun(*args: Any, **kwargs: Any) -> Any:
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()

        def of_names(values: Any) -> Any:
            again = inspect.BoundArguments(signature, OrderedDict(values))
            return fun(*again.args, **again.kwargs)

        return OrderedDict(grad(of_names)(dict(bound.arguments)))

    return gradfun


def checkpoint(fun: Any) -> Any:
    """The same function; its backward pass computes again what happened inside, instead of keeping it."""
    wrapped = primitive(fun)

    def pull(argnum: int, ans: Any, args: Any, kwargs: Any) -> Any:
        return make_vjp(fun, argnum)(*args, **kwargs)[0]

    def push(argnums: Any, tangents: Any, ans: Any, args: Any, kwargs: Any) -> Any:
        return make_jvp(fun, argnums)(*args, **kwargs)(tuple(tangents))[1]

    defvjp_argnum(wrapped, pull)
    defjvp_argnums(wrapped, push)
    return wraps(fun)(wrapped)
