"""Derivatives of functions of tensors: `vjp`, `jvp`, `jacobian`, `hessian`, `vhp`, `hvp`.

Each calls the function, and the engine once or for each element.  Without ``create_graph`` results have no history.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.autograd.functional_jacobians import hessian, jacobian
from wye.autograd.functional_steps import (
    CONSTANT_GRADIENT,
    NO_GRADIENT,
    NOT_TWICE,
    check_each,
    check_single,
    filled_up,
    given,
    outputs_of,
    own_inputs,
    pass_back,
    vectors,
)
from wye.call.packets import ops
from wye.grad_mode import enable_grad, is_grad_enabled, set_grad_enabled

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]


def vjp(func: Callable[..., Any], inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False) -> Any:
    """The outputs of a function, and the product of a vector with its Jacobian.

    Args:
        func: Takes tensors, and returns a tensor or a tuple of them.
        inputs: A tensor or a tuple of them.
        v: A vector for each output; may be left out where that is a single number.
        create_graph: Record the computation, for derivatives of higher order.
        strict: Raise an error where an output does not depend on an input, rather than give zeros.

    >>> import wye
    >>> vjp(lambda x: x * x, wye.tensor([1.0, 2.0]), wye.ones(2))
    (tensor([1., 4.]), tensor([2., 4.]))
    """
    with enable_grad():
        is_tuple, own = own_inputs(inputs, "vjp", create_graph)
        several, outputs = outputs_of(func, own, "vjp")
        check_each(outputs, NO_GRADIENT, strict)
        starts = vectors(v, outputs, "vjp", create_graph, of_inputs=False)
    with set_grad_enabled(create_graph or is_grad_enabled()):
        found = filled_up(pass_back(outputs, own, starts, create_graph), own, strict, create_graph, "back")
    return given(outputs, several, create_graph), given(found, is_tuple, create_graph)


def jvp(func: Callable[..., Any], inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False) -> Any:
    """The outputs of a function, and the product of its Jacobian with a vector.

    The product is the gradient of the function's gradient, which every operator that can be differentiated twice has.

    Args:
        func: Takes tensors, and returns a tensor or a tuple of them.
        inputs: A tensor or a tuple of them.
        v: A vector for each input; may be left out where that is a single number.
        create_graph: Record the computation, for derivatives of higher order.
        strict: Raise an error where an output does not depend on an input, rather than give zeros.
    """
    with enable_grad():
        _, own = own_inputs(inputs, "jvp", create_graph)
        directions = vectors(v, own, "jvp", create_graph, of_inputs=True)
        several, outputs = outputs_of(func, own, "jvp")
        check_each(outputs, NO_GRADIENT, strict)
        starts = tuple(ops.aten.zeros_like.default(one.detach()).requires_grad_() for one in outputs)
        inner = filled_up(pass_back(outputs, own, starts, create_graph=True), own, strict, False, "back")
        check_each(inner, CONSTANT_GRADIENT, strict)
    with set_grad_enabled(create_graph or is_grad_enabled()):
        found = filled_up(pass_back(inner, starts, directions, create_graph), outputs, strict, create_graph, "trick")
    return given(outputs, several, create_graph), given(found, several, create_graph)


def _differentiated_once(
    func: Callable[..., Any], inputs: Any, v: Any, name: str, create_graph: bool, strict: bool
) -> tuple[bool, Any, Any, Any, Any]:
    """What `vhp` and `hvp` begin with: are the inputs a tuple, the inputs, the vectors, the output, its gradient."""
    is_tuple, own = own_inputs(inputs, name, create_graph)
    directions = vectors(v, own, name, create_graph, of_inputs=True)
    several, outputs = outputs_of(func, own, name)
    check_single(outputs, several, name)
    check_each(outputs, NO_GRADIENT, strict)
    inner = filled_up(_first(outputs, own), own, strict, False, "back")
    check_each(inner, NOT_TWICE, strict)
    return is_tuple, own, directions, outputs, inner


def vhp(func: Callable[..., Any], inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False) -> Any:
    """The output of a function that returns one number, and the product of a vector with its Hessian.

    Args:
        func: Takes tensors, and returns a tensor with one element.
        inputs: A tensor or a tuple of them.
        v: A vector for each input; may be left out where that is a single number.
        create_graph: Record the computation, for derivatives of higher order.
        strict: Raise an error where something does not depend on an input, rather than give zeros.
    """
    with enable_grad():
        is_tuple, own, directions, outputs, inner = _differentiated_once(func, inputs, v, "vhp", create_graph, strict)
    with set_grad_enabled(create_graph or is_grad_enabled()):
        found = filled_up(pass_back(inner, own, directions, create_graph), own, strict, create_graph, "back twice")
    return given(outputs, False, create_graph), given(found, is_tuple, create_graph)


def _first(outputs: tuple[Any, ...], inputs: tuple[Any, ...]) -> list[Any]:
    return pass_back(outputs, inputs, [ops.aten.ones_like.default(one.detach()) for one in outputs], create_graph=True)


def hvp(func: Callable[..., Any], inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False) -> Any:
    """The output of a function that returns one number, and the product of its Hessian with a vector.

    Args:
        func: Takes tensors, and returns a tensor with one element.
        inputs: A tensor or a tuple of them.
        v: A vector for each input; may be left out where that is a single number.
        create_graph: Record the computation, for derivatives of higher order.
        strict: Raise an error where something does not depend on an input, rather than give zeros.
    """
    with enable_grad():
        is_tuple, own, directions, outputs, inner = _differentiated_once(func, inputs, v, "hvp", create_graph, strict)
        starts = tuple(ops.aten.zeros_like.default(one.detach()).requires_grad_() for one in own)
        second = pass_back(inner, own, starts, create_graph=True)
        check_each(second, CONSTANT_GRADIENT, strict)
    with set_grad_enabled(create_graph or is_grad_enabled()):
        found = filled_up(pass_back(second, starts, directions, create_graph), own, strict, create_graph, "trick twice")
    return given(outputs, False, create_graph), given(found, is_tuple, create_graph)
