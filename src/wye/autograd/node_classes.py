"""Classes of autograd's nodes by name, and the functions that make nodes with an end of their own.

Cold path: `node_class` answers ``isinstance`` questions of programs.  Each overload of an operator has a class of its
own, made when it is first called, so that several classes may have one name: what is asked is the name.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from wye.aten.rows import build
from wye.autograd.function import DelayedErrorNode, record_apart
from wye.autograd.loading import load
from wye.autograd.missing import NotImplemented_
from wye.autograd.node import AccumulateGrad, Node
from wye.autograd.rules import Derivative, node_name
from wye.autograd.views import CopySlices

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["DelayedError", "UndefinedGrad", "UndefinedGradBackward", "node_class"]


class _Named(type):
    """The class of classes that stand for all nodes of one name."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        raise TypeError(f"cannot create '{cls.__name__}' instances")

    def __instancecheck__(cls, instance: object) -> bool:
        return cls.__subclasscheck__(type(instance))

    def __subclasscheck__(cls, subclass: type) -> bool:
        return subclass is cls or (issubclass(subclass, Node) and subclass.__name__ == cls.__name__)


@cache
def node_class(name: str) -> type:
    """The class of the nodes that have a name, for ``isinstance``.

    >>> import wye
    >>> isinstance(wye.ones(1, requires_grad=True).sin().grad_fn, node_class("SinBackward0"))
    True

    Raises:
        AttributeError: no operator has such nodes.
    """
    if name in _SINGLE:
        return _SINGLE[name]
    if name not in _names():
        raise AttributeError(f"no operator has nodes called {name!r}")
    return _Named(name, (), {"__module__": "wye.autograd.node", "__doc__": "Nodes of this name."})


@cache
def _names() -> frozenset[str]:
    """The names of all operators' nodes."""
    load()
    found = {"CopyBackwards"}
    for row in build().values():
        rule = row.rule("derivatives")
        if isinstance(rule, Derivative) and rule.formulas:
            usual = rule.node or node_name(row.schema.name)
            found.update(one.rpartition("::")[2] for one in (usual, rule.writing) if one)
    return frozenset(found)


class UndefinedGradBackward(Node):
    """Passes on that there is no gradient."""

    __slots__ = ()

    def apply(self, grads: list[Any]) -> Sequence[Any]:
        """No gradient."""
        return [None] * len(self.next_functions)


class UndefinedGrad:
    """A function: its arguments, which get no gradient through it."""

    def __call__(self, *inputs: Any) -> Any:
        """The arguments, or the only one."""
        if not any(getattr(one, "requires_grad", False) for one in inputs):
            return inputs[0] if len(inputs) == 1 else inputs
        return record_apart(UndefinedGradBackward, inputs)


class DelayedError:
    """A function: its arguments; to differentiate it is an error.

    Args:
        msg: What the error says.
        num_inputs: How many arguments there are.
    """

    def __init__(self, msg: str, num_inputs: int) -> None:
        self._message = msg

    def __call__(self, *inputs: Any) -> Any:
        """The arguments, or the only one."""
        return record_apart(lambda edges: DelayedErrorNode(self._message, edges), inputs)


_SINGLE: Final[dict[str, type]] = {
    "AccumulateGrad": AccumulateGrad,
    "CopySlices": CopySlices,
    "Error": DelayedErrorNode,
    "NotImplemented": NotImplemented_,
    "UndefinedGradBackward": UndefinedGradBackward,
}
