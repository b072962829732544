"""Operators that change a tensor itself rather than compute: what autograd does there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.autograd.recording import BELOW
from wye.keys import after_autograd

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.autograd.state import TensorState
    from wye.keys import DispatchKeySet
    from wye.registry.entry import OperatorEntry

__all__ = ["SPECIAL"]

_AFTER = after_autograd()


def _detach(entry: OperatorEntry) -> Callable[..., Any]:
    redispatch: Any = entry.op.redispatch

    def detach_(keyset: DispatchKeySet, self: Any) -> Any:
        """Take a tensor out of the graph."""
        if self._base is not None:
            raise RuntimeError(
                "Can't detach views in-place. Use detach() instead. If you are using DistributedDataParallel (DDP) for "
                "training, and gradient_as_bucket_view is set as True, gradients are views of DDP buckets, and hence "
                "detach_() cannot be called on these gradients. To fix this error, please refer to the "
                "Optimizer.zero_grad() function in torch/optim/optimizer.py as the solution."
            )
        BELOW.run(redispatch, keyset & _AFTER, self)
        state: TensorState | None = self._autograd
        if state is not None:
            state.node, state.number, state.retains, state.tangent = None, 0, False, None
        return self

    return detach_


def _resize(entry: OperatorEntry) -> Callable[..., Any]:
    redispatch: Any = entry.op.redispatch

    def resize_(keyset: DispatchKeySet, self: Any, *args: Any, **kwargs: Any) -> Any:
        """Refuse to change the size of a tensor that requires grad."""
        if self._requires_grad:
            raise RuntimeError("cannot resize variables that require grad")
        return BELOW.run(redispatch, keyset & _AFTER, self, *args, **kwargs)

    return resize_


# By operator: the kernel at Autograd.
SPECIAL: dict[str, Callable[[OperatorEntry], Callable[..., Any]]] = {
    "detach_": _detach,
    "resize_": _resize,
    "resize_as_": _resize,
}
