"""One pass over the graph: nodes run from results back to inputs, later ones first.

Nothing recurses: nodes wait in a heap until all gradients for them have arrived.
"""

from __future__ import annotations

import threading
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from wye._pure.state import TensorBase, _hooks, is_grad_enabled, set_grad_mode

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye._pure.graph import NodeBase

    Edge = tuple[NodeBase | None, int]

__all__ = ["current_task", "reduction_gradient", "run_backward", "try_grad"]


_MOST_LEVELS: Final = 40  # of passes inside of passes, in one thread: see nesting.py


class _Running(threading.local):
    depth = 0
    task: _GraphTask | None = None


_running = _Running()


def current_task() -> Any:
    """The backward pass that this thread is running, or None."""
    return _running.task


def try_grad(output: Any, inputs: Any, grad: Any, keep_graph: bool, create_graph: bool, /) -> list[Any] | None:
    """None: Python looks at all arguments."""
    return None


def reduction_gradient(kind: str, grad: Any, x: Any, result: Any, dim: Any, number: float, /) -> Any:
    """The gradient of a reduction's argument, in one pass over it; None, as here: compute it by a formula.

    Args:
        kind: ``"mean"``, ``"extreme"``, ``"variance"``, ``"deviation"``, ``"length"`` (the norm with p = 2) or
            ``"logsumexp"``.
        grad: Of the result.
        x: The argument; for ``"mean"`` its shape.
        result: Of the reduction; None where it does not matter.
        dim: An int, a list of them, or None for all.
        number: For a variance or deviation, what is subtracted from the count; for an extreme, 1 if a NaN is one.
    """
    return None


def compute_unseen(fn: Callable[..., Any], /, *args: Any) -> Any:
    """A gradient computed on arrays, where nothing sees the operators that its formula calls; None, as here: call them.

    Something sees them in modes, transforms and records of calls, and where the pass is itself recorded.

    Args:
        fn: Is given the arrays of tensors, also of those in lists, and the other arguments as they are.  Returns a new
            array, or a tuple with such, which become tensors; None: the formula has to compute it.
        args: Tensors hold float32, float64, integers or booleans; with any other there is no result.
    """
    return None


def compute_unseen_complex(fn: Callable[..., Any], /, *args: Any) -> Any:
    """What `compute_unseen` does, where tensors may also hold complex numbers.

    A function is given the numbers themselves also of tensors that are conjugated lazily.
    """
    return None


def run_backward(
    roots: Sequence[Edge],
    grads: Sequence[Any],
    keep_graph: bool,
    create_graph: bool,
    inputs: Sequence[Edge] | None,
    accumulate: bool,
    /,
) -> list[Any]:
    """Feed gradients in at the roots, and run all nodes.

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
    if len(roots) != len(grads):
        raise ValueError("there are as many gradients as roots")
    if not all(grad is None or isinstance(grad, TensorBase) for grad in grads):
        raise TypeError("a gradient is a tensor or None")
    if _running.depth >= _MOST_LEVELS:
        return _hooks.run_elsewhere(roots, grads, keep_graph, create_graph, inputs, accumulate)
    task = _GraphTask(keep_graph, create_graph)
    records, outer = is_grad_enabled(), _running.task
    _running.task = task
    _running.depth += 1
    set_grad_mode(create_graph)
    try:
        try:
            task.run(roots, grads, inputs, accumulate)
        finally:
            set_grad_mode(records)
        for callback in task.callbacks:  # which may add others
            callback()
    finally:
        _running.task = outer
        _running.depth -= 1
    return task.captured


_numbers: Final = count()


class _GraphTask:
    """One backward pass.

    Attributes:
        keep_graph: Do nodes keep what they have saved?
        create_graph: Is the pass recorded?
        returns: Are gradients returned, not added to those of the inputs?
        captured: The gradients that were asked for.
        callbacks: Called when the pass has ended.
        current: The node that is running, or None.
        number: How many there were before.
    """

    __slots__ = (
        "_captures", "_exits", "_hooked", "_needed", "_order", "_pending", "callbacks", "captured", "create_graph",
        "current", "keep_graph", "number", "returns",
    )  # fmt: skip

    def __init__(self, keep_graph: bool, create_graph: bool) -> None:
        self.keep_graph, self.create_graph, self.returns = keep_graph, create_graph, False
        self.number = next(_numbers)
        self.captured: list[Any] = []
        self.callbacks: list[Callable[[], Any]] = []
        self.current: Any = None
        self._order = count().__next__  # between nodes that may both run now
        self._pending: dict[NodeBase, int] = {}
        self._captures: dict[NodeBase, list[tuple[int, int]]] = {}
        self._needed: set[NodeBase] | None = None  # those that lead to what was asked for; None: all
        self._exits: set[NodeBase] = set()
        self._hooked: set[NodeBase] = set()  # where only some are needed: those and the roots, whose hooks run

    def run(self, roots: Sequence[Edge], grads: Sequence[Any], inputs: Sequence[Edge] | None, accumulate: bool) -> None:
        """Feed gradients in at the roots, and run until nothing is left."""
        self._count(roots)
        if inputs is not None:
            self._capture(inputs, accumulate)
        buffers: dict[NodeBase, list[Any]] = {}
        heap: list[tuple[int, int, NodeBase]] = []
        try:
            for (node, number), grad in zip(roots, grads, strict=True):
                if node is not None:
                    self._feed(node, number, grad, buffers, heap)
            while heap:
                node = heappop(heap)[2]
                self._step(node, buffers.pop(node), buffers, heap)
        finally:
            self.current = None
            self._pending, self._captures = {}, {}

    def will_run(self, node: Any, /) -> bool:
        """Is a node part of this pass?"""
        return node in self._pending and (self._needed is None or node in self._needed)

    def _count(self, roots: Sequence[Edge]) -> None:
        """Count the gradients that each node has to wait for."""
        pending = self._pending
        stack: list[NodeBase] = []
        for node, _ in roots:
            if node is not None:
                self._hooked.add(node)
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

    def _capture(self, edges: Sequence[Edge], accumulate: bool) -> None:
        """Ask for the gradients at these edges; only what leads to them is run."""
        self.returns = not accumulate
        wanted: set[NodeBase] = set()
        for place, (node, number) in enumerate(edges):
            self.captured.append(None)
            if node is None:
                continue
            wanted.add(node)
            if accumulate:
                self._exits.add(node)
            else:
                self._captures.setdefault(node, []).append((number, place))
        self._needed = _leading_to(wanted, self._pending)
        self._hooked |= self._needed

    def _feed(self, node: Any, number: int, grad: Any, buffers: dict[NodeBase, list[Any]], heap: list[Any]) -> None:
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
            buffer[number] = grad if buffer[number] is None else _hooks.add_gradients(buffer[number], grad)
        left = self._pending[node] = self._pending[node] - 1
        if not left:
            heappush(heap, (-node.sequence, self._order(), node))

    def _step(self, node: Any, grads: list[Any], buffers: dict[NodeBase, list[Any]], heap: list[Any]) -> None:
        self.current = node
        runs = self._is_wanted(node)
        if runs:  # where the pass goes on, hooks are a part of that, as in PyTorch
            self._keep_asked(node, grads)
        if node.extras is not None and (self._needed is None or node in self._hooked):
            _hooks.run_tensor_hooks(node.extras, grads, node)
        if not runs:
            self._keep_asked(node, grads)
        if runs:
            found = _hooks.run_with_hooks(node, grads)
            if not self.keep_graph:
                node.release()
        else:
            found = [None] * len(node.next_functions)
        for (following, number), grad in zip(node.next_functions, found, strict=False):
            if following is not None:
                self._feed(following, number, grad, buffers, heap)

    def _keep_asked(self, node: Any, grads: list[Any]) -> None:
        """Keep the gradients of a node that were asked for."""
        for number, place in self._captures.get(node, ()):
            self.captured[place] = grads[number]

    def _is_wanted(self, node: Any) -> bool:
        """Does anything that was asked for lie behind this node?"""
        needed = self._needed
        return needed is None or node in self._exits or any(following in needed for following, _ in node.next_functions)


def _leading_to(wanted: set[NodeBase], pending: dict[NodeBase, int]) -> set[NodeBase]:
    """The nodes from which one of those that are wanted can be reached."""
    before: dict[NodeBase, list[NodeBase]] = {}
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
