"""Wrappers that look to autograd like the tensors they stand for.  Cold path."""

from __future__ import annotations

from typing import Any

from wye.autograd.edges import mark
from wye.autograd.function import DelayedErrorNode

__all__ = ["mirror_autograd"]


def mirror_autograd(source: Any, target: Any) -> None:
    """Let a tensor require grad where another one does, computed if that is: what was computed may be written to.

    Its node only stands for the other's: gradients are those of the tensor that is wrapped.
    """
    if not source.requires_grad:
        return
    if source.is_leaf:
        target.requires_grad_()
        return
    node = DelayedErrorNode("Cannot backprop through mirrored meta", ())
    node.outputs.append((tuple(target.shape), target.dtype, target.device))
    mark(node, target, 0)
