"""Backward passes: what a thread is running, and what surrounds a pass.

The loop over nodes is the engine's (`GraphTask`); Python runs what has hooks, and nodes in anomaly mode.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from wye._engine import engine
from wye.autograd import anomaly
from wye.autograd.fitting import fitted
from wye.autograd.hooks import run_hooks, run_prehooks
from wye.grad_mode import set_mode, thread

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.autograd.node import Edge, Node

__all__ = ["GraphTask", "current_task", "queue_callback", "run", "run_with_hooks", "running_node"]

GraphTask = engine.GraphTask


class _Running(threading.local):
    task: GraphTask | None = None


_running = _Running()


def current_task() -> GraphTask | None:
    """What this thread is running, or None."""
    return _running.task


def running_node() -> Node | None:
    """The node that this thread is running, or None."""
    return None if _running.task is None else _running.task.current


def queue_callback(callback: Callable[[], Any]) -> None:
    """Call a function when the backward pass that is running has ended.

    Raises:
        RuntimeError: none is running.
    """
    if _running.task is None:
        raise RuntimeError("Final callbacks can only be installed during backward pass.")
    _running.task.callbacks.append(callback)


def run_with_hooks(node: Node, grads: list[Any]) -> Sequence[Any]:
    """Run a node between its hooks; the gradients of its inputs, made to fit."""
    extras = node.extras
    if extras is None:
        return fitted(node, anomaly.apply(node, grads) if anomaly.state.enabled else node.apply(grads))
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
    """Run backward.

    Args:
        roots: Where it starts.
        grads: The gradients there.
        keep_graph: May the graph be run again?
        create_graph: Is this pass recorded, so that its results can be differentiated?
        inputs: Where to stop; None: at the leaves.
        accumulate: Add to ``grad`` of the inputs; else their gradients are returned.

    Returns:
        A gradient, or None, for each of the inputs, where they are returned.
    """
    task = GraphTask(keep_graph, create_graph)
    before, task_before = thread.grad, _running.task
    _running.task = task
    set_mode(create_graph)
    try:
        found: list[Any] = task.run(roots, grads, inputs, accumulate)
    finally:
        set_mode(before)
        _running.task = task_before
    for callback in task.callbacks:
        callback()
    return found
