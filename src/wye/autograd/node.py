"""Nodes of the graph that backward runs over: what computed a tensor, and where its gradient goes on to.

Hot path while gradients are recorded.  A node has an edge for each input that may have a gradient.
"""

from __future__ import annotations

import weakref
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from wye._engine import engine
from wye.autograd.accumulate import accumulate
from wye.autograd.saved import SavedTensor, SavedTensors, attached, check_detached, freed, modified
from wye.autograd.state import state_of
from wye.forking import Rank, fork_safe_lock
from wye.hook_handles import Hooks, add_hook

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.autograd.rules import Plan, Recipe
    from wye.hook_handles import RemovableHandle
    from wye.tensors import Tensor

__all__ = [
    "AccumulateGrad",
    "Edge",
    "Node",
    "NodeExtras",
    "OperatorNode",
    "OutputMetadata",
    "accumulating",
    "accumulator_of",
]

Edge = tuple["Node | None", int]

_PACKED: Final = (SavedTensor, SavedTensors)
_LAST: Final = (1 << 62) - 1  # the sequence number of nodes that run as soon as they can


class NodeExtras:
    """What few nodes have.

    Attributes:
        hooks: ``hook(gradients of inputs, gradients of outputs)``, after the node has run.
        prehooks: ``hook(gradients of outputs)``, before it runs.
        tensor_hooks: By the number of an output: hooks on that tensor's gradient.
        retained: By the number of an output: a weak reference to the tensor that keeps its gradient.
        metadata: For users; in anomaly mode, where the forward call was.
    """

    __slots__ = ("hooks", "metadata", "prehooks", "retained", "tensor_hooks")

    def __init__(self) -> None:
        self.hooks: Hooks = OrderedDict()
        self.prehooks: Hooks = OrderedDict()
        self.tensor_hooks: dict[int, Hooks] = {}
        self.retained: dict[int, weakref.ref[Tensor]] = {}
        self.metadata: dict[Any, Any] = {}


class OutputMetadata(NamedTuple):
    """What is known of an output of a node: what its gradient must look like."""

    shape: list[Any]
    dtype: Any
    device: Any
    is_nested_tensor: bool = False


class Node(engine.NodeBase):
    """One step of the graph; see the engine's `NodeBase` for what it keeps."""

    __slots__ = ()
    is_operator = False

    def __init__(self, edges: tuple[Edge, ...] = ()) -> None:
        self.next_functions = edges

    def name(self) -> str:
        """The name of the step."""
        return type(self).__name__

    def short_name(self) -> str:
        """The name of what it differentiates, as messages have it."""
        return self.name().rstrip("0123456789").removesuffix("Backward")

    def apply(self, grads: list[Any]) -> Sequence[Any]:
        """The gradients of the inputs, given those of the outputs (None where there is none)."""
        raise RuntimeError(f"{self.name()} is a kind of node, not a node")

    def release(self) -> None:
        """Let go of what was kept for backward."""

    def more(self) -> NodeExtras:
        """Its extras, made if it has none."""
        extras: NodeExtras | None = self.extras
        if extras is None:
            extras = self.extras = NodeExtras()
        return extras

    @property
    def metadata(self) -> dict[Any, Any]:
        """A dictionary for users."""
        return self.more().metadata

    @property
    def _input_metadata(self) -> list[OutputMetadata]:
        return [OutputMetadata(list(shape), dtype, device) for shape, dtype, device in self.outputs]

    @property
    def requires_grad(self) -> bool:
        """As for tensors: nodes exist where gradients are needed."""
        return True

    def _sequence_nr(self) -> int:
        return self.sequence

    def _set_sequence_nr(self, number: int) -> None:
        self.sequence = number

    def register_hook(self, fn: Callable[..., Any]) -> RemovableHandle:
        """Call ``fn(gradients of the inputs, gradients of the outputs)`` after the node has run.

        What it returns, unless None, takes the place of the inputs' gradients.
        """
        return add_hook(self.more().hooks, fn)

    def register_prehook(self, fn: Callable[..., Any]) -> RemovableHandle:
        """Call ``fn(gradients of the outputs)`` before the node runs; what it returns takes their place."""
        return add_hook(self.more().prehooks, fn)

    def _register_hook_dict(self, hooks: Any) -> None:
        self.more().hooks = hooks

    def __call__(self, *grads: Any) -> Any:
        """Run this step alone."""
        if len(grads) != len(self.outputs):
            raise TypeError(f"expected {len(self.outputs)} arguments, got {len(grads)} instead")
        results = tuple(self.apply(list(grads)))
        return results[0] if len(results) == 1 else results

    def __repr__(self) -> str:
        return f"<{type(self).__name__} object at {id(self):#x}>"


accumulating: Final = fork_safe_lock(Rank.GRADIENTS)


class AccumulateGrad(Node):
    """The end of a path: adds the gradient to that of a leaf."""

    __slots__ = ()

    def __init__(self, variable: Tensor) -> None:
        self.variable = variable
        self.sequence = _LAST
        self.describe(variable)

    def name(self) -> str:
        """As PyTorch prints it."""
        return "torch::autograd::AccumulateGrad"

    def apply(self, grads: list[Any]) -> Sequence[Any]:
        """Add the gradient."""
        if grads[0] is not None and self.variable._requires_grad:
            extras = self.extras
            with accumulating:
                accumulate(self.variable, grads.pop(), 1 if extras is not None and extras.hooks else 0)
        return ()


_making: Final = fork_safe_lock(Rank.GRADIENTS)


def accumulator_of(tensor: Tensor) -> AccumulateGrad:
    """The node that adds to a leaf's gradient; the same one while anything refers to it."""
    state = state_of(tensor)
    found = None if state.accumulator is None else state.accumulator()
    if found is None:
        with _making:
            found = None if state.accumulator is None else state.accumulator()
            if found is None:
                found = AccumulateGrad(tensor)
                if state.hooks is not None:
                    found.more().tensor_hooks[0] = state.hooks
                state.accumulator = weakref.ref(found)
    return found


class OperatorNode(Node):
    """A call of an operator.  Each operator has a class of its own, made with its `Recipe`.

    ``values`` has arguments and results that the formulas need in their places, None elsewhere; what is ``packed`` is
    a `SavedTensor`.
    """

    __slots__ = ()
    recipe: Recipe
    plan: Plan
    is_operator = True

    def __init__(self) -> None:
        pass

    def apply(self, grads: list[Any]) -> Sequence[Any]:
        """Run the formulas."""
        short = self.plan.short
        if short is not None:
            return self._apply_short(short, grads[0])
        if all(grad is None for grad in grads):  # nothing to be multiplied with: formulas need not know
            self.unpacked()  # what was saved is checked all the same
            return [None] * len(self.next_functions)
        n_results = self.recipe.n_results
        several = len(grads) != n_results  # a list of tensors is one result
        given = [*grads] if not several else [None] * n_results
        values = [grads, *given, *self.unpacked()]
        gradients: list[Any] = [None] * len(self.next_functions)
        lengths = None if len(self.plan.needs) == len(gradients) else self._lengths()
        for formula in self.plan.formulas:
            for number in formula.materialized:
                if values[1 + number] is None:
                    values[1 + number] = self.zeros(number)
            found = formula.fn(*[values[place] for place in formula.places], **self._needs(formula))
            places = formula.args
            for place, gradient in zip(places, found if formula.is_joint else (found,), strict=True):
                if lengths is None:  # a list argument has one tensor then
                    gradients[place] = gradient[0] if type(gradient) in (list, tuple) else gradient
                elif gradient is not None:
                    start, length = lengths[place]
                    gradients[start : start + length] = _listed(gradient)
        return gradients

    def _apply_short(self, short: Any, grad: Any) -> Sequence[Any]:
        """The same, for one result and no lists."""
        gradients: list[Any] = [None] * len(self.next_functions)
        if grad is not None:
            values = self.unpacked()
            for fn, place, parameters in short:
                gradients[place] = fn(*[grad if i < 0 else values[i] for i in parameters])
        return gradients

    def _needs(self, formula: Any) -> dict[str, Any]:
        if not formula.wants_needs:
            return {}
        return {"needs": [self.plan.needs[number] for number in formula.args]}

    def zeros(self, number: int) -> Any:
        """A gradient of zeros for an output that has none."""
        from wye.call.packets import ops  # here: only where a result was not used

        shape, dtype, device = self.outputs[number]
        return ops.aten.zeros.default(list(shape), dtype=dtype, device=device)

    def _lengths(self) -> list[tuple[int, int]]:
        """For each differentiable argument: where its edges start, and how many there are."""
        return self.values[-1]  # type: ignore[no-any-return]  # checked by `unpacked`

    def unpacked(self) -> list[Any]:
        """The values that were kept, checked and brought back.

        Raises:
            RuntimeError: they were released, or written to since.
        """
        values: list[Any] | None = self.values
        if values is None:
            raise freed()
        if self.versions:
            self._check_versions(values)
        if self.owned:
            values = list(values)
            for number in self.plan.results:
                place = self.recipe.n_args + number
                if self.owned >> place & 1:
                    values[place] = attached(self, values[place], number)
        if self.packed:
            values = list(values)
            n = self.recipe.n_args
            for place in (*self.plan.inputs, *(n + number for number in self.plan.results)):
                if type(values[place]) in _PACKED:
                    values[place] = values[place].unpack(self)
        return values

    def _check_versions(self, values: list[Any]) -> None:
        for place, item, version in self.versions:
            kept = values[place] if item < 0 else values[place][item]
            if kept._version != version:
                number = self.recipe.result_at(place)
                raise modified(kept, version, None if number is None else self, number or 0)
            if kept._detached:
                check_detached(self, place, item, kept)

    def release(self) -> None:
        """Let go of what was kept; a node that kept no tensor can run again."""
        if self.plan.keeps:
            if self.packed:
                for value in self.values or ():
                    if type(value) in _PACKED:
                        value.release()
            self.values, self.versions, self.owned = None, [], 0

    def __getattr__(self, name: str) -> Any:
        if name.startswith(("_saved_", "_raw_saved_")):
            from wye.autograd.saved import look_up  # here: for users who look at a graph

            return look_up(self, name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


def _listed(gradient: Any) -> Sequence[Any]:
    return gradient if isinstance(gradient, (list, tuple)) else [gradient]
