"""Steps of derivatives of functions: their arguments checked, one pass, and missing gradients filled up.

Part of `wye.autograd.functional`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.autograd.api import grad
from wye.call.packets import ops
from wye.tensors import Size, Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = [
    "CONSTANT_GRADIENT", "NOT_TWICE", "NO_GRADIENT", "OUTPUTS", "as_tuple", "check_each", "check_single", "filled_up",
    "given", "outputs_of", "own_inputs", "pass_back", "prepared", "vectors",
]  # fmt: skip

OUTPUTS: Final = "outputs of the user-provided function"
NOT_TWICE: Final = (
    "While computing the hessian, found that the jacobian of the user-provided function with respect to input {i} is "
    "independent of the input. This is not allowed in strict mode. You should ensure that your function is twice "
    "differentiable and that the jacobian depends on the inputs (this would be violated by a linear function for "
    "example)."
)
NO_GRADIENT: Final = (
    "Output {i} of the user-provided function does not require gradients. The outputs must be computed in a "
    "differentiable manner from the input when running in strict mode."
)
CONSTANT_GRADIENT: Final = (
    "The gradient with respect to input {i} is independent of the inputs of the user-provided function. This is not "
    "allowed in strict mode."
)
# What is independent of what, by the step of the computation.
_INDEPENDENT: Final = {
    "back": "The output of the user-provided function is independent of input {i}.",
    "back twice": "The jacobian of the user-provided function is independent of input {i}.",
    "trick": "The gradient with respect to the input is independent of entry {i} in the grad_outputs when using the "
    "double backward trick to compute forward mode gradients.",
    "trick twice": "The jacobian of the user-provided function is independent of entry {i} in the grad_outputs when "
    "using the double backward trick to compute forward mode gradients.",
}


def as_tuple(value: Any, what: str, where: str) -> tuple[bool, tuple[Any, ...]]:
    """Was it a tuple, and all of it as one.

    Raises:
        TypeError: it is no tensor and no tuple of tensors.
    """
    listed = value if isinstance(value, tuple) else (value,)
    for i, one in enumerate(listed):
        if not isinstance(one, Tensor):
            found = f"the value at index {i}" if isinstance(value, tuple) else f"the given {what}"
            raise TypeError(
                f"The {what} given to {where} must be either a Tensor or a tuple of Tensors but {found} has type "
                f"{type(one)}."
            )
    return isinstance(value, tuple), listed


def own_inputs(value: Any, where: str, create_graph: bool) -> tuple[bool, tuple[Any, ...]]:
    """The inputs, as tensors that gradients are computed for."""
    is_tuple, listed = as_tuple(value, "inputs", where)
    return is_tuple, prepared(listed, create_graph, need_graph=True)


def prepared(listed: Sequence[Any], create_graph: bool, *, need_graph: bool) -> tuple[Any, ...]:
    """The inputs as the function gets them: with the history that they have, or as leaves."""
    return tuple(
        ops.aten.view.default(one, list(one.shape))
        if create_graph and one.requires_grad
        else one.detach().requires_grad_(need_graph)
        for one in listed
    )


def outputs_of(func: Callable[..., Any], inputs: tuple[Any, ...], where: str) -> tuple[bool, tuple[Any, ...]]:
    """Does the function return a tuple, and its outputs."""
    return as_tuple(func(*inputs), OUTPUTS, where)


def check_each(tensors: Sequence[Any], text: str, strict: bool) -> None:
    """In strict mode, every tensor requires grad."""
    if strict:
        for i, one in enumerate(tensors):
            if one is None or not one.requires_grad:
                raise RuntimeError(text.format(i=i))


def check_single(outputs: tuple[Any, ...], is_tuple: bool, where: str) -> None:
    """Refuse outputs that are not one tensor with one element.

    Raises:
        RuntimeError: they are others.
    """
    if is_tuple:
        raise RuntimeError(f"The function given to {where} should return a single Tensor")
    if outputs[0].numel() != 1:
        raise RuntimeError(f"The Tensor returned by the function given to {where} should contain a single element")


def vectors(v: Any, like: Sequence[Any], where: str, create_graph: bool, *, of_inputs: bool) -> tuple[Any, ...]:
    """The vectors of a product, one for each tensor; ones where there is a single number.

    Raises:
        RuntimeError: they do not fit.
    """
    if v is None:
        if len(like) != 1 or like[0].numel() != 1:
            what = "input to the user-provided function is" if of_inputs else "user-provided function returns"
            raise RuntimeError(f"The vector v can only be None if the {what} a single Tensor with a single element.")
        return (ops.aten.ones_like.default(like[0].detach()),)
    _, listed = as_tuple(v, "v", where)
    listed = prepared(listed, create_graph, need_graph=False)
    if len(listed) != len(like):
        if len(like) != 1:
            raise RuntimeError(f"v is a tuple of invalid length: should be {len(like)} but got {len(listed)}.")
        raise RuntimeError("The given v should contain a single Tensor.")
    for i, (one, other) in enumerate(zip(listed, like, strict=True)):
        if tuple(one.shape) != tuple(other.shape):
            entry = "v has" if len(like) == 1 else f"Entry {i} in v has"
            raise RuntimeError(f"{entry} invalid size: should be {Size(other.shape)!r} but got {Size(one.shape)!r}.")
    return listed


def pass_back(outputs: Sequence[Any], inputs: Sequence[Any], starts: Sequence[Any], create_graph: bool) -> list[Any]:
    """Gradients, None for those that do not exist."""
    pairs = [(one, start) for one, start in zip(outputs, starts, strict=True) if one is not None and one.requires_grad]
    if not pairs:
        return [None] * len(inputs)
    ends, given = zip(*pairs, strict=True)
    found = grad(ends, inputs, given, create_graph=create_graph, retain_graph=True, allow_unused=True)
    return list(found)


def filled_up(
    found: Sequence[Any], like: Sequence[Any], strict: bool, create_graph: bool, step: str
) -> tuple[Any, ...]:
    """Zeros where there is no gradient; an error in strict mode."""
    filled: list[Any] = []
    for i, (one, other) in enumerate(zip(found, like, strict=True)):
        if one is None:
            if strict:
                raise RuntimeError(f"{_INDEPENDENT[step].format(i=i)} This is not allowed in strict mode.")
            filled.append(ops.aten.zeros_like.default(other))
            continue
        if strict and create_graph and not one.requires_grad:
            text = _INDEPENDENT["back twice"].format(i=i)
            raise RuntimeError(f"{text} This is not allowed in strict mode when create_graph=True.")
        filled.append(one)
    return tuple(filled)


def given(values: Sequence[Any], is_tuple: bool, create_graph: bool) -> Any:
    """What a function of this module returns: one tensor where there was one."""
    kept = tuple(values) if create_graph else tuple(one.detach() for one in values)
    return kept if is_tuple else kept[0]
