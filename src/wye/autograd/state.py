"""What autograd keeps for a tensor, in the slot `_autograd` that every tensor has.

Hot path while gradients are recorded.  Plain tensors have None there, and leaves until something asks for their node.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wye._engine import engine
from wye.keys import DispatchKeySet, runtime_keyset

if TYPE_CHECKING:
    from weakref import ref

    from wye.autograd.node import AccumulateGrad, Node
    from wye.hook_handles import Hooks
    from wye.tensors import Tensor

__all__ = ["BELOW", "TensorState", "state_of"]

BELOW: Final = engine.StateGuard(DispatchKeySet(), DispatchKeySet.raw(runtime_keyset("Autograd").bits))


class TensorState:
    """A tensor's part in the graph.

    Attributes:
        node: What computed the tensor; None for a leaf.
        number: Which output of the node it is.
        version: For a view, its version when the node was made: after a later write the node is made anew, from the
            base's history.  -1: it must be made anew.
        grad: The gradient that was accumulated, or None.
        accumulator: A weak reference to the node that adds to ``grad``, once that was needed.
        hooks: Of a leaf, by handle number; those of other tensors belong to their node.
        post_hooks: Run when a gradient was accumulated.
        retains: Is the gradient of a tensor that is no leaf kept?
        tangent: For forward mode.
    """

    __slots__ = (
        "accumulator",
        "grad",
        "hooks",
        "node",
        "number",
        "post_hooks",
        "retains",
        "tangent",
        "version",
    )
    accumulator: ref[AccumulateGrad] | None
    hooks: Hooks | None
    post_hooks: Hooks | None

    def __init__(self, node: Node | None = None, number: int = 0, version: int = 0) -> None:
        self.node, self.number, self.version = node, number, version
        self.grad: Tensor | None = None
        self.accumulator = self.hooks = self.post_hooks = None
        self.tangent: Tensor | None = None
        self.retains = False


def state_of(tensor: Tensor) -> TensorState:
    """The state of a tensor, made if it has none."""
    state: TensorState | None = tensor._autograd
    if state is None:
        state = tensor._autograd = TensorState()
    return state
