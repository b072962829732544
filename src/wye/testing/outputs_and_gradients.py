"""What a function returns and the gradients that it leaves: for tests of what was traced or compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.pytree import tree_leaves
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["compare_equal_outs_and_grads", "outs_and_grads"]


def outs_and_grads(fn: Callable[..., Any], graph_inps: Any, inps: Any) -> tuple[Any, list[Any]]:
    """Call a function, and go back from the sum of each of its results.

    Args:
        fn: The function.
        graph_inps: Its arguments.
        inps: A tree of tensors whose gradients are wanted.

    Returns:
        The results and the gradients; ``grad`` of the tensors is None again.
    """
    outs = fn(*graph_inps)
    for out in tree_leaves(outs):
        if isinstance(out, Tensor) and out.requires_grad:
            out.sum().backward(retain_graph=True)
    leaves = [leaf for leaf in tree_leaves(inps) if isinstance(leaf, Tensor)]
    grads = [leaf.grad for leaf in leaves]
    for leaf in leaves:
        leaf.grad = None
    return outs, grads


def compare_equal_outs_and_grads(test: Any, m1: Callable[..., Any], m2: Callable[..., Any], inps: Any) -> None:
    """Fail a test unless two functions return the same and leave the same gradients.

    Args:
        test: The test case.
        m1: One function.
        m2: The other.
        inps: The arguments of both.
    """
    results, gradients = outs_and_grads(m1, inps, inps)
    others, other_gradients = outs_and_grads(m2, inps, inps)
    test.assertEqual(results, others)  # noqa: PT009 - the test is a TestCase, which knows tensors
    test.assertEqual(gradients, other_gradients)  # noqa: PT009 - as above
