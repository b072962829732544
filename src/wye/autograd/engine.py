"""Backward passes: what a thread is running, and what surrounds a pass.

The loop over nodes is the engine's (`run_backward`); Python runs what has hooks, and nodes in anomaly mode.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye._engine import engine
from wye.autograd import anomaly
from wye.autograd.fitting import fitted
from wye.autograd.hooks import run_hooks, run_prehooks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.autograd.node import Edge, Node

__all__ = [
    "current_task", "keeps_graph", "queue_callback", "run", "run_with_hooks", "running_node", "task_number", "will_run",
]  # fmt: skip


current_task = engine.current_task


def running_node() -> Node | None:
    """The node that this thread is running, or None."""
    task = current_task()
    return None if task is None else task.current


def task_number() -> int:
    """The number of the backward pass that this thread is running: how many began before it; -1: none is running."""
    task = current_task()
    return -1 if task is None else int(task.number)


def keeps_graph() -> bool:
    """Does the backward pass that this thread is running leave the graph as it was?  Yes, where none is running."""
    task = current_task()
    return task is None or bool(task.keep_graph)


def will_run(node: Node) -> bool:
    """Is a node part of the backward pass that is running?

    Raises:
        RuntimeError: none is running; it is not a node; it is a leaf's, whose gradient `grad` was asked for.
    """
    if not isinstance(node, engine.NodeBase):
        raise RuntimeError(f"_will_engine_execute_node expects an grad_fn, but got {type(node).__name__}")
    task = current_task()
    if task is None:
        raise RuntimeError("_get_will_engine_execute_node should only be called during the backward pass")
    runs = bool(task.will_run(node))
    if runs and task.returns and not node.next_functions:
        raise RuntimeError(
            "A leaf node was passed to _will_engine_execute_node but we are currently running autograd.grad(). This is "
            "currently not supported."
        )
    return runs


def queue_callback(callback: Callable[[], Any]) -> None:
    """Call a function when the backward pass that is running has ended.

    Raises:
        RuntimeError: none is running.
    """
    task = current_task()
    if task is None:
        raise RuntimeError("Final callbacks can only be installed during backward pass.")
    task.callbacks.append(callback)


def run_with_hooks(node: Node, grads: list[Any]) -> Sequence[Any]:
    """Run a node between its hooks; the gradients of its inputs, made to fit."""
    extras = node.extras
    if extras is None:
        count = len(grads)
        found = fitted(node, anomaly.apply(node, grads) if anomaly.state.enabled else node.apply(grads))
        extras = node.extras  # which hooks that unpack what was saved may have given it
        return found if extras is None or not extras.hooks else run_hooks(extras, found, [None] * count)
    if extras.prehooks:
        grads = run_prehooks(extras, grads)
    kept = list(grads) if extras.hooks else ()
    found = fitted(node, anomaly.apply(node, grads) if anomaly.state.enabled else node.apply(grads))
    return run_hooks(extras, found, kept) if extras.hooks else found


def run(
    roots: Sequence[Edge],
    grads: Sequence[Any],
    *,
    keep_graph: bool,
    create_graph: bool,
    inputs: Sequence[Edge] | None = None,
    accumulate: bool = True,
) -> list[Any]:
    """Run backward: the engine's `run_backward`, with names for what is rarely given."""
    return engine.run_backward(roots, grads, keep_graph, create_graph, inputs, accumulate)
