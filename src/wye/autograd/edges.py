"""Between tensors and nodes: where a tensor's gradient goes, and how a tensor becomes the output of a node."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.autograd.node import Edge, accumulator_of
from wye.autograd.state import TensorState
from wye.autograd.views import current_state
from wye.tensors import Tensor

if TYPE_CHECKING:
    from wye.autograd.node import Node

__all__ = ["edge_of", "mark"]


def edge_of(tensor: Any) -> Edge:
    """Where the gradient of a tensor goes; ``(None, 0)`` if it needs none."""
    if not isinstance(tensor, Tensor) or not tensor._requires_grad:
        return None, 0
    state = tensor._autograd if tensor._base is None else current_state(tensor)
    if state is None or state.node is None:
        if tensor._base is not None and tensor._base._requires_grad:
            return None, 0  # it requires grad because its base does, and was made while nothing was recorded
        return accumulator_of(tensor), 0
    return state.node, state.number


def mark(node: Node | Any, result: Any, number: int) -> None:
    """Make a tensor an output of a node."""
    base = result._base
    state = result._autograd
    if state is None or state.node is not None:
        tangent = None if state is None else state.tangent
        state = result._autograd = TensorState(node, number, 0 if base is None else result._version)
        state.tangent = tangent
    else:
        state.node, state.number = node, number
        state.version = 0 if base is None else result._version
    result._requires_grad = True
