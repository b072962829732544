"""Which nodes of a graph something else can run: rules that are asked of nodes, and made of each other."""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING, Any

from wye.fx.names import qualified_name, shown_module
from wye.schema.values import dtype as dtype_type

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from wye.fx.node import Node
    from wye.nn.modules.module import Module

    Submodules = Mapping[str, Module]

__all__ = [
    "OpSupports",
    "OperatorSupport",
    "OperatorSupportBase",
    "any_chain",
    "chain",
    "create_op_support",
    "target_name",
]


class OperatorSupportBase(abc.ABC):
    """A rule: says of nodes whether they are supported."""

    @abc.abstractmethod
    def is_node_supported(self, submodules: Submodules, node: Node) -> bool:
        """Is a node supported?

        Args:
            submodules: The submodules of the graph's module, by name.
            node: The node.
        """


class OperatorSupport(OperatorSupportBase):
    """A rule that is a table of operators and of the dtypes of their arguments.

    Attributes:
        _support_dict: For each name of an operator: None, or a tuple of two: for each positional argument the dtypes,
            and for each keyword argument.
    """

    def __init__(self, support_dict: Mapping[str, Any] | None = None) -> None:
        """Make a rule.

        Args:
            support_dict: The table; no operator is supported without it.
        """
        self._support_dict = support_dict or {}

    def is_node_supported(self, submodules: Submodules, node: Node) -> bool:  # noqa: D102 - the base class says it
        if node.op not in {"call_module", "call_function", "call_method"}:
            return True
        target = target_name(submodules, node)
        if target not in self._support_dict:
            return False
        wanted = self._support_dict[target]
        if wanted is None:
            return True
        by_place, by_name = wanted
        pairs = [*zip(node.args, by_place, strict=False), *((node.kwargs.get(key), by_name[key]) for key in by_name)]
        return all(dtypes is None or arg is None or _dtype(arg) in dtypes for arg, dtypes in pairs)


def target_name(submodules: Submodules, node: Node) -> str:
    """What a call calls, by name: of a function its qualified name, of a module the one of its class.

    Raises:
        AssertionError: the node is no call.
    """
    assert node.op in {"call_module", "call_function", "call_method"}, (
        f"Expect op types of call_module, call_function and call_method, but found {node.op}"
    )
    if node.op == "call_module":
        module: Any = submodules[str(node.target)]
        cls = getattr(module, "_base_class_origin", type(module))
        return f"{shown_module(cls.__module__)}.{cls.__name__}"
    return str(node.target) if node.op == "call_method" else qualified_name(node.target)


def _dtype(arg: Any) -> Any:
    """The dtype of a node's value, as far as a pass has said it."""
    meta = getattr(arg, "meta", {})
    known = meta.get("tensor_meta", meta.get("val"))
    return getattr(known, "dtype", None) if known is not None else getattr(arg, "dtype", None)


class _Rule(OperatorSupportBase):
    """A rule that is a function."""

    def __init__(self, ask: Callable[[Submodules, Node], bool]) -> None:
        self._ask = ask

    def is_node_supported(self, submodules: Submodules, node: Node) -> bool:
        return self._ask(submodules, node)


def create_op_support(is_node_supported: Callable[[Submodules, Node], bool]) -> OperatorSupportBase:
    """A function as a rule."""
    return _Rule(is_node_supported)


def chain(*op_support: OperatorSupportBase) -> OperatorSupportBase:
    """The rule that supports what all of some rules support."""
    return _Rule(lambda modules, node: all(one.is_node_supported(modules, node) for one in op_support))


def any_chain(*op_support: OperatorSupportBase) -> OperatorSupportBase:
    """The rule that supports what one of some rules supports."""
    return _Rule(lambda modules, node: any(one.is_node_supported(modules, node) for one in op_support))


class OpSupports:
    """Rules that programs often need."""

    @classmethod
    def decline_if_input_dtype(cls, dtype: Any) -> OperatorSupportBase:
        """Supports nodes none of whose arguments is of a dtype."""
        assert isinstance(dtype, dtype_type)

        def ask(modules: Submodules, node: Node) -> bool:
            return all(_dtype(arg) != dtype for arg in node.all_input_nodes)

        return _Rule(ask)

    @classmethod
    def decline_if_node_in_names(cls, disallow_set: set[str]) -> OperatorSupportBase:
        """Supports nodes whose names are not among some."""
        return _Rule(lambda modules, node: node.name not in disallow_set)
