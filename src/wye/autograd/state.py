"""What autograd keeps for a tensor, in the slot `_autograd` that every tensor has.

Plain tensors have None there, and leaves until something asks for their node.  The class is the engine's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wye._engine import engine
from wye.forking import Rank, fork_safe_lock
from wye.keys import DispatchKeySet, runtime_keyset

if TYPE_CHECKING:
    from wye.tensors import Tensor

__all__ = ["BELOW", "TensorState", "state_of"]

TensorState = engine.TensorState
_making: Final = fork_safe_lock(Rank.GRADIENTS)
BELOW: Final = engine.StateGuard(DispatchKeySet(), DispatchKeySet.raw(runtime_keyset("Autograd").bits))


def state_of(tensor: Tensor) -> TensorState:
    """The state of a tensor, made if it has none."""
    state: TensorState | None = tensor._autograd
    if state is None:
        with _making:  # another thread may be making it: a gradient kept in the other state would be lost
            state = tensor._autograd
            if state is None:
                state = tensor._autograd = TensorState()
    return state
