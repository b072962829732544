"""What the two functions for gradients of `CustomOp` take and return, as autograd wants it, and errors that say so.

Cold path: runs where a graph is recorded and in its backward.  In: outputs of a call, or the dict that a backward
function returned.  Out: outputs marked as constants, or one gradient for each argument.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.errors import RegistrationError
from wye.schema.queries import is_tensor_like_type, is_tensorlist_like_type
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wye.schema import FunctionSchema

__all__ = ["KINDS", "gradients_by_place", "lengths_of_lists", "mark_constant"]

KINDS: Final = ("save_for_backward", "backward")  # the two functions that make a formula


def mark_constant(ctx: Any, schema: FunctionSchema, output: Any, differentiable: Sequence[bool] | None) -> None:
    """Tell autograd which outputs have no gradient; without a choice, it finds out itself.

    Raises:
        RegistrationError: an output is to have one and is no tensor.
    """
    if differentiable is None:
        return
    constant: list[Any] = []
    outputs = output if len(schema.returns) > 1 else (output,)
    for number, (value, has_gradient) in enumerate(zip(outputs, differentiable, strict=True)):
        if not has_gradient:
            constant += value if isinstance(value, list) else [value]
        elif not isinstance(value, (Tensor, list)):
            raise RegistrationError(
                f"With output_differentiability={differentiable}. At idx {number}, we received an object of type "
                f"{type(value)} that is not a Tensor, so it cannot be marked as differentiable in "
                "output_differentiability."
            )
    ctx.mark_non_differentiable(*[value for value in constant if isinstance(value, Tensor)])


def lengths_of_lists(schema: FunctionSchema, inputs: Sequence[Any]) -> dict[str, int]:
    """How many tensors each argument has that is a list of them, by name."""
    named = zip(schema.arguments, inputs, strict=True)
    return {a.name: len(value) for a, value in named if is_tensorlist_like_type(a.type) and value is not None}


def gradients_by_place(start: str, schema: FunctionSchema, given: Any, lengths: Mapping[str, int]) -> tuple[Any, ...]:
    """The gradients of a dict, one for each argument.

    Args:
        start: How errors begin: whose function it is.
        schema: Of the operator.
        given: What the function returned.
        lengths: What `lengths_of_lists` found.

    Raises:
        RegistrationError: no dict of gradients, one for each tensor and a list for each list of tensors.
    """
    if not isinstance(given, dict):
        raise RegistrationError(
            f"{start}expected the output of the backward function to be a dict but got {type(given)}"
        )
    tensors = {a.name for a in schema.arguments if is_tensor_like_type(a.type) or is_tensorlist_like_type(a.type)}
    if tensors != set(given):
        raise RegistrationError(
            f"{start}expected the returned grad_input dict to have keys {tensors} but got {given.keys()}. The "
            "backward function must return a gradient (can be None) for each arg to the CustomOp that may be a "
            "Tensor or Sequence[Tensor]. Args declared to be non-Tensor-like types should not appear in the "
            "grad_input dict"
        )
    for name, gradient in given.items():
        if name in lengths:
            _check_list(start, name, gradient, lengths[name])
        elif gradient is not None and not isinstance(gradient, Tensor):
            raise RegistrationError(
                f"{start}got object of type {type(gradient)} as the gradient for input '{name}', but expected the "
                "gradient to be either None or a Tensor"
            )
    return tuple(list(given[a.name]) if a.name in lengths else given.get(a.name) for a in schema.arguments)


def _check_list(start: str, name: str, gradient: Any, length: int) -> None:
    expected = f"{start}for input '{name}' expected the grad_input dict to hold a list of"
    if not isinstance(gradient, (list, tuple)):
        raise RegistrationError(f"{expected} gradients but got object of type {type(gradient)}.")
    if len(gradient) != length:
        raise RegistrationError(f"{expected} {length} gradients but got {len(gradient)}")
    for place, one in enumerate(gradient):
        if one is not None and not isinstance(one, Tensor):
            raise RegistrationError(
                f"{expected} None or Tensor gradients but got object of {type(one)} at index {place}"
            )
