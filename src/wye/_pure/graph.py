"""The objects of the graph that backward runs over: what a tensor knows of it, and the base of its nodes.

Hot path while gradients are recorded.  It knows places and counts: formulas and the classes of nodes are autograd's.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any, Final

from wye._pure.state import TensorBase, follow_tangents

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = [
    "ALL_GRADS",
    "CAREFUL_ANOMALY",
    "CAREFUL_HOOKS",
    "CAREFUL_LEVEL",
    "CAREFUL_TANGENTS",
    "NodeBase",
    "PlanBase",
    "TensorState",
    "custom_recorder",
    "forget_recipes",
    "recorder",
    "set_careful",
]

# Note [Careful recording]
# In C a call is recorded without Python where nothing unusual is going on.  These say that something is: anomaly mode
# and forward mode in the process; hooks on saved tensors and transforms with tangents in the thread.  Then the kernel
# in Python is called, which looks at all of it; under a transform with tangents, only for tensors that have some.  In
# Python, that kernel is the only one.
# Guarded by: tests/unit/autograd/test_recording.py
CAREFUL_ANOMALY: Final = 1
CAREFUL_TANGENTS: Final = 2
CAREFUL_HOOKS: Final = 4
CAREFUL_LEVEL: Final = 8

ALL_GRADS: Final = -(1 << 15)  # the place of a formula's parameter that is the list of all gradients

_next_number: Final = count().__next__


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

    __slots__ = ("_grad", "_node", "accumulator", "hooks", "number", "post_hooks", "retains", "tangent", "version")

    def __init__(self, node: Any = None, number: int = 0, version: int = 0) -> None:
        if node is not None and not isinstance(node, NodeBase):
            raise TypeError("the state of a tensor takes a node or None")
        self._node, self.number, self.version = node, number, version
        self._grad: Any = None
        self.accumulator: Any = None
        self.hooks: Any = None
        self.post_hooks: Any = None
        self.tangent: Any = None
        self.retains = False

    @property
    def node(self) -> Any:
        """What computed the tensor; None for a leaf."""
        return self._node

    @node.setter
    def node(self, node: Any) -> None:
        if node is not None and not isinstance(node, NodeBase):
            raise TypeError("the node of a tensor is a Node or None")
        self._node = node

    @property
    def grad(self) -> Any:
        """The gradient that was accumulated, or None."""
        return self._grad

    @grad.setter
    def grad(self, grad: Any) -> None:
        if grad is not None and not isinstance(grad, TensorBase):
            raise TypeError("a gradient is a tensor or None")
        self._grad = grad


class NodeBase:
    """One step of the graph.

    Attributes:
        next_functions: For each input the node that its gradient goes to, with the number of that node's output.
        outputs: For each output its shape, dtype and device; a gradient is made to fit them.
        sequence: Later nodes run first.
        extras: Hooks and the like, or None.
        plan: Which formulas to run.
        values: Arguments and results that the formulas need, in their places; None: released.
        versions: (place, item, version) of the tensors among them; the item of a list, or -1.
        variable: Of an accumulator: the leaf.
        owned: Bits of the places among the values where the node's own outputs are kept without their node.
        packed: Are some values kept in another form?
    """

    __slots__ = (
        "__weakref__", "_edges", "extras", "outputs", "owned", "packed", "plan", "sequence", "values", "variable",
        "versions",
    )  # fmt: skip
    extras: Any
    _edges: tuple[Any, ...]
    outputs: list[Any]
    owned: int
    packed: bool
    plan: Any
    sequence: int
    values: Any
    variable: Any
    versions: list[tuple[int, int, int]]

    def __new__(cls, *args: object, **kwargs: object) -> Any:
        """A node with the next sequence number."""
        if cls is NodeBase:
            raise TypeError("NodeBase is subclassed, not instantiated")
        self = object.__new__(cls)
        self.sequence = _next_number()
        self._edges, self.outputs, self.versions = (), [], []
        self.extras = self.plan = self.values = self.variable = None
        self.owned = 0
        self.packed = False
        return self

    def __init__(self, *args: object, **kwargs: object) -> None:
        """Classes of nodes say what they take."""

    @property
    def next_functions(self) -> tuple[Any, ...]:
        """Where the gradient of each input goes."""
        return self._edges

    @next_functions.setter
    def next_functions(self, edges: Iterable[Any]) -> None:
        edges = tuple(edges)
        for node, _ in edges:
            if node is not None and not isinstance(node, NodeBase):
                raise TypeError("an edge leads to a node or to None")
        self._edges = edges

    def watch(self, place: int, version: int, item: int = -1, /) -> None:
        """Keep the version of the tensor at a place among the values; of a list there, of one of its items."""
        self.versions.append((place, item, version))

    def describe(self, tensor: Any, /) -> None:
        """Make a tensor the only output, as far as the node knows it."""
        if not isinstance(tensor, TensorBase):
            raise TypeError("describe() takes a tensor")
        one: Any = tensor
        self.outputs = [(one.shape, one.dtype, one.device)]


class PlanBase:
    """What a node keeps and runs."""

    __slots__ = ()

    def prepare(
        self,
        counts: tuple[int, int, int],
        inputs: tuple[int, ...],
        facts: tuple[tuple[int, int], ...],
        results: tuple[int, ...],
        keeps: bool,
        is_short: bool,
        formulas: Any,
        /,
    ) -> None:
        """What the engine in C needs of a plan.

        Args:
            counts: How many arguments, results and differentiable arguments there are.
            inputs: The numbers of the arguments that are kept.
            facts: Kinds of facts, and the arguments of which only these are kept.
            results: The numbers of the results that are kept.
            keeps: Are tensors kept?
            is_short: Is there one result, and no list among the differentiable arguments?
            formulas: Each with the differentiable arguments that it is for, the places of its parameters among what
                the node keeps (-1 - k: gradient k; `ALL_GRADS`: the list of them), what its parameter ``needs`` gets,
                and whether it returns several gradients.
        """


def recorder(
    python: Callable[..., Any],
    node_class: type[NodeBase],
    plan_of: Callable[[tuple[bool, ...]], PlanBase],
    differentiable: tuple[int, ...],
    names: tuple[str, ...],
    defaults: tuple[Any, ...],
    constant: tuple[int, ...],
    refused: tuple[int, ...],
    in_place: bool,
    /,
) -> Callable[..., Any]:
    """A kernel at Autograd that does what ``python`` does, in C where nothing unusual is going on.

    Args:
        python: The kernel.
        node_class: Of the nodes.
        plan_of: From the differentiable arguments that need a gradient to a plan.
        differentiable: The numbers of these arguments.
        names: Of all arguments.
        defaults: Of all arguments.
        constant: The numbers of results that have no gradient.
        refused: The numbers of arguments that may not require a gradient; ``python`` refuses them.
        in_place: Does the operator write its result to its first argument?
    """
    if len(names) != len(defaults) or not all(isinstance(name, str) for name in names):
        raise TypeError("names are as many strings as there are defaults")
    if not issubclass(node_class, NodeBase):
        raise TypeError("node_class must be a subclass of NodeBase")
    return python


def custom_recorder(python: Callable[..., Any], /) -> Callable[..., Any]:
    """The function of a boxed kernel at Autograd that does what ``python`` does for one custom operator."""
    return python


def forget_recipes() -> None:
    """The rules of custom operators have changed: C asks again how calls are recorded."""


def set_careful(bit: int, on: bool, /) -> None:
    """Say that something is going on, or no more, that recording must look at: see Note [Careful recording]."""
    if bit not in (CAREFUL_ANOMALY, CAREFUL_TANGENTS, CAREFUL_HOOKS, CAREFUL_LEVEL):
        raise TypeError("set_careful() takes one of the CAREFUL_ bits and a bool")
    if bit == CAREFUL_TANGENTS:
        follow_tangents(on)
