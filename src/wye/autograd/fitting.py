"""Making the gradients that a node returns fit the tensors that they belong to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.call.packets import ops
from wye.modes.stack import current_mode
from wye.schema.symbolic import expected, or_false
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wye.autograd.node import Node

__all__ = ["counted", "fit_one", "fitted", "summed_to"]


def fitted(node: Node, grads: Sequence[Any]) -> Sequence[Any]:
    """Sum gradients over dimensions that were broadcast, and cast them to the dtype of their tensor.

    Raises:
        RuntimeError: there are too few or too many, or one does not fit.
    """
    edges = node.next_functions
    if len(grads) != len(edges):
        grads = counted(node, grads)
    changed: list[Any] | None = None
    for place, ((following, number), grad) in enumerate(zip(edges, grads, strict=False)):
        if grad is None or following is None:
            continue
        shape, dtype, _ = following.outputs[number]
        if grad.dtype is dtype and grad.shape == shape:
            continue
        if changed is None:
            changed = list(grads)
        changed[place] = _fit(node, place, grad, shape, dtype)
    return grads if changed is None else changed


def fit_one(node: Node, place: int, grad: Any) -> Any:
    """Make the gradient at one of a node's edges fit."""
    following, number = node.next_functions[place]
    shape, dtype, _ = following.outputs[number]
    return _fit(node, place, grad, shape, dtype)


def counted(node: Node, grads: Sequence[Any]) -> Sequence[Any]:
    """The gradients of a node's inputs, where it has returned more: None for what is no input.

    Raises:
        RuntimeError: there are too few, or too many.
    """
    wanted = len(node.next_functions)
    if len(grads) > wanted and all(grad is None for grad in grads[wanted:]):
        return grads[:wanted]
    raise RuntimeError(
        f"function {node.name()} returned an incorrect number of gradients (expected {wanted}, got {len(grads)})"
    )


def _has_shape(grad: Any, shape: tuple[Any, ...]) -> bool:
    """Are the sizes the same?  Those that only data says are taken to be, and checked when the program runs."""
    if grad.dim() != len(shape):
        return False
    pairs = zip(grad.shape, shape, strict=True)
    return all(or_false(own == 1) if type(size) is int and size == 1 else expected(own == size) for own, size in pairs)


def _fit(node: Node, place: int, grad: Any, shape: Any, dtype: Any) -> Any:
    shape = tuple(shape)
    if not isinstance(grad, Tensor):
        raise TypeError(f"expected Variable or None (got {type(grad).__name__})")
    if not _has_shape(grad, shape):
        if not _expands(shape, tuple(grad.shape)):
            raise RuntimeError(
                f"Function {node.name()} returned an invalid gradient at index {place} - got {list(grad.shape)} but "
                f"expected shape compatible with {list(shape)}"
            )
        grad = summed_to(grad, shape)
    if grad.dtype is not dtype:
        if grad.dtype.is_complex and not dtype.is_complex:
            if not node.is_operator:
                raise RuntimeError(
                    "Expected isFloatingType(grad.scalar_type()) || (input_is_complex == grad_is_complex) to be true, "
                    "but got false.  (Could this error message be improved?  If so, please report an enhancement "
                    "request to PyTorch.)"
                )
            grad = ops.aten.real.default(grad)
        if grad.dtype is not dtype:
            grad = grad.to(dtype)
    return grad


def _expands(small: tuple[int, ...], large: tuple[int, ...]) -> bool:
    if len(small) > len(large):
        return False
    return all(a in (1, b) for a, b in zip(reversed(small), reversed(large), strict=False))


def summed_to(grad: Any, shape: tuple[int, ...]) -> Any:
    """The sum of a tensor over the dimensions that a smaller shape was broadcast along."""
    extra = grad.ndim - len(shape)
    if extra and grad.shape[extra:] == shape and current_mode() is None:
        # as of a bias: a sum that is a tensor of its own, no view; modes see PyTorch's two steps
        return ops.aten.sum.dim_IntList(grad, [*range(extra)])
    dims = [*range(extra), *(extra + i for i, n in enumerate(shape) if n == 1 and grad.shape[extra + i] != 1)]
    if dims:
        grad = ops.aten.sum.dim_IntList(grad, dims, True)
    return ops.aten.view.default(grad, list(shape)) if extra else grad
