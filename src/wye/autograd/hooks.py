"""Running hooks on gradients, with PyTorch's checks of what they return."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wye.autograd.node import Node, NodeExtras

__all__ = ["checked", "run_hooks", "run_prehooks", "run_tensor_hooks"]


def _name(hook: Any) -> str:
    return str(getattr(hook, "__name__", None) or "<unknown>")


def checked(old: Any, new: Any, hook: Any) -> Any:
    """What a hook returned in the place of a gradient: None keeps it.

    Raises:
        TypeError, RuntimeError: it is no tensor, or not like the gradient.
    """
    if new is None:
        return old
    if old is None:
        raise RuntimeError("can't replace a None gradient with a non-None value")
    if not isinstance(new, Tensor):
        raise TypeError(f"expected Variable, but hook returned '{type(new).__name__}'")
    if tuple(new.shape) != tuple(old.shape):
        raise RuntimeError(f"hook '{_name(hook)}' has changed the size of value")
    if new.dtype is not old.dtype:
        raise RuntimeError(f"hook '{_name(hook)}' has changed the type of value (was {_type(old)} got {_type(new)})")
    return new


def _type(tensor: Any) -> str:
    return str(tensor.type())


def run_tensor_hooks(extras: NodeExtras, grads: list[Any], node: Node) -> None:
    """Run the hooks on a node's outputs, then keep the gradients that tensors retain; changes ``grads``."""
    for number, hooks in list(extras.tensor_hooks.items()):
        if number < len(grads):  # None is shown to hooks, too
            for hook in list(hooks.values()):
                grads[number] = checked(grads[number], hook(grads[number]), hook)
    for number, reference in extras.retained.items():
        tensor = reference()
        grad = grads[number]
        if tensor is not None and grad is not None:
            state = tensor._autograd
            kept = grad.clone() if state.grad is None else state.grad + grad
            state.grad = kept


def run_prehooks(extras: NodeExtras, grads: list[Any]) -> list[Any]:
    """Run a node's prehooks."""
    for hook in list(extras.prehooks.values()):
        grads = list(_several(hook(tuple(grads)), grads, hook))
    return grads


def run_hooks(extras: NodeExtras, inputs: Sequence[Any], outputs: Sequence[Any]) -> Sequence[Any]:
    """Run a node's hooks after it."""
    for hook in list(extras.hooks.values()):
        inputs = _several(hook(tuple(inputs), tuple(outputs)), inputs, hook)
    return inputs


def _several(new: Any, old: Sequence[Any], hook: Any) -> Sequence[Any]:
    if new is None:
        return old
    if len(old) == 1 and isinstance(new, Tensor):
        new = (new,)
    if not isinstance(new, (tuple, list)):
        raise TypeError(f"expected tuple, but hook returned '{type(new).__name__}'")
    given = new
    if len(given) != len(old):
        raise RuntimeError(
            f"hook '{_name(hook)}' has returned an incorrect number of values (got {len(given)}, but expected "
            f"{len(old)})"
        )
    return [checked(before, after, hook) for before, after in zip(old, given, strict=True)]
