"""The engine: runs the nodes of a graph from results back to inputs.

Nothing recurses: nodes wait in a heap until all gradients for them have arrived; later nodes come first.
"""

from __future__ import annotations

import threading
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING, Any

from wye.autograd import anomaly
from wye.autograd.accumulate import added
from wye.autograd.fitting import fitted
from wye.autograd.hooks import run_hooks, run_prehooks, run_tensor_hooks
from wye.grad_mode import set_mode, thread

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.autograd.node import Edge, Node

__all__ = ["GraphTask", "current_task", "queue_callback", "run", "running_node"]


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


class GraphTask:
    """One backward pass.

    Attributes:
        keep_graph: Do nodes keep what they have saved?
        captures: The gradients to return, by node and output number: places in ``captured``.
        needed: The nodes on a path to those; None: all.
    """

    __slots__ = (
        "_order", "_pending", "callbacks", "captured", "captures", "create_graph", "current", "exits", "keep_graph",
        "needed",
    )  # fmt: skip

    def __init__(self, keep_graph: bool, create_graph: bool) -> None:
        self.keep_graph, self.create_graph = keep_graph, create_graph
        self._pending: dict[Node, int] = {}
        self._order = count().__next__  # between nodes that may both run now
        self.captures: dict[Node, list[tuple[int, int]]] = {}
        self.captured: list[Any] = []
        self.needed: set[Node] | None = None
        self.exits: set[Node] | None = None
        self.callbacks: list[Callable[[], Any]] = []
        self.current: Node | None = None

    def count(self, roots: Sequence[Edge]) -> None:
        """Count the gradients that each node has to wait for."""
        pending = self._pending
        stack: list[Node] = []
        for node, _ in roots:
            if node is not None:
                if node not in pending:
                    stack.append(node)
                    pending[node] = 0
                pending[node] += 1
        while stack:
            for node, _ in stack.pop().next_functions:
                if node is not None:
                    found = pending.get(node)
                    if found is None:
                        stack.append(node)
                        pending[node] = 1
                    else:
                        pending[node] = found + 1

    def capture(self, edges: Sequence[Edge], *, accumulate: bool) -> None:
        """Ask for the gradients at these edges; only what leads to them is run.

        Args:
            edges: Where.
            accumulate: Add them to ``grad`` of the tensors there instead of returning them.
        """
        wanted: set[Node] = set()
        self.exits = set()
        for place, (node, number) in enumerate(edges):
            self.captured.append(None)
            if node is None:
                continue
            wanted.add(node)
            if accumulate:
                self.exits.add(node)
            else:
                self.captures.setdefault(node, []).append((number, place))
        self.needed = _leading_to(wanted, self._pending)

    def will_run(self, node: Node) -> bool:
        """Is a node part of this pass?"""
        return node in self._pending and (self.needed is None or node in self.needed)

    def run(self, roots: Sequence[Edge], grads: Sequence[Any]) -> None:
        """Feed gradients in at the roots, and run until nothing is left."""
        buffers: dict[Node, list[Any]] = {}
        heap: list[tuple[int, int, Node]] = []
        for (node, number), grad in zip(roots, grads, strict=True):
            if node is not None:
                self._feed(node, number, grad, buffers, heap)
        while heap:
            node = heappop(heap)[2]
            self._step(node, buffers.pop(node), buffers, heap)

    def _feed(self, node: Node, number: int, grad: Any, buffers: dict[Node, list[Any]], heap: list[Any]) -> None:
        """Give a node one of its gradients; when it was the last, the node is ready."""
        buffer = buffers.get(node)
        if buffer is None:
            n = len(node.outputs)
            if n == 1:
                buffers[node] = [grad]
            else:
                buffers[node] = buffer = [None] * max(n, number + 1)
                buffer[number] = grad
        elif grad is not None:
            buffer[number] = grad if buffer[number] is None else added(buffer[number], grad)
        left = self._pending[node] = self._pending[node] - 1
        if not left:
            heappush(heap, (-node.sequence, self._order(), node))

    def _step(self, node: Node, grads: list[Any], buffers: dict[Node, list[Any]], heap: list[Any]) -> None:
        self.current = node
        extras = node.extras
        found: Sequence[Any]
        if extras is None and self.needed is None and not anomaly.state.enabled:  # most nodes
            found = fitted(node, node.apply(grads))
            if not self.keep_graph:
                node.release()
        else:
            found = self._step_with_care(node, grads)
        for (following, number), grad in zip(node.next_functions, found, strict=False):
            if following is not None:
                self._feed(following, number, grad, buffers, heap)

    def _step_with_care(self, node: Node, grads: list[Any]) -> Sequence[Any]:
        """As a step, where there are hooks, or only some gradients are asked for."""
        extras = node.extras
        if extras is not None and (self.needed is None or node in self.needed):
            run_tensor_hooks(extras, grads, node)
        for number, place in self.captures.get(node, ()):
            self.captured[place] = grads[number]
        if self.needed is not None and not self._is_wanted(node):
            return [None] * len(node.next_functions)
        return self._apply(node, grads)

    def _is_wanted(self, node: Node) -> bool:
        """Does anything that was asked for lie behind this node?"""
        needed, exits = self.needed, self.exits
        if exits is not None and node in exits:
            return True
        return any(following in needed for following, _ in node.next_functions)  # type: ignore[operator]

    def _apply(self, node: Node, grads: list[Any]) -> Sequence[Any]:
        extras = node.extras
        if extras is not None and extras.prehooks:
            grads = run_prehooks(extras, grads)
        kept = list(grads) if extras is not None and extras.hooks else ()
        found = anomaly.apply(node, grads) if anomaly.is_enabled() else node.apply(grads)
        found = fitted(node, found)
        if extras is not None and extras.hooks:
            found = run_hooks(extras, found, kept)
        if not self.keep_graph:
            node.release()
        return found


def _leading_to(wanted: set[Node], pending: dict[Node, int]) -> set[Node]:
    """The nodes from which one of those that are wanted can be reached."""
    before: dict[Node, list[Node]] = {}
    for node in pending:
        for following, _ in node.next_functions:
            if following is not None:
                before.setdefault(following, []).append(node)
    found = set(wanted)
    stack = list(wanted)
    while stack:
        for node in before.get(stack.pop(), ()):
            if node not in found:
                found.add(node)
                stack.append(node)
    return found


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
    task.count(roots)
    if inputs is not None:
        task.capture(inputs, accumulate=accumulate)
    before, task_before = thread.grad, _running.task
    _running.task = task
    set_mode(create_graph)
    try:
        task.run(roots, grads)
    finally:
        set_mode(before)
        _running.task = task_before
    for callback in task.callbacks:
        callback()
    return task.captured
