"""Partitions by source: the nodes that a module or function of the program became in a graph of operators.

Tracers keep that in ``meta``: ``source_fn_stack`` has (name, function or class), the outermost call first; ``torch_fn``
has the same of the innermost call alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from wye.pytree import tree_leaves

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.fx.graph import Graph
    from wye.fx.node import Node

__all__ = ["SourcePartition", "check_subgraphs_connected", "get_source_partitions"]


@dataclass
class SourcePartition:
    """The nodes of one call.

    Attributes:
        nodes: All of them, with the parameters that they take.
        source: The function or class that was called.
        input_nodes: What they take from other nodes.
        output_nodes: Those that other nodes take.
        params: Parameters among them.
    """

    nodes: list[Node]
    source: Any
    input_nodes: list[Node] = field(default_factory=list)
    output_nodes: list[Node] = field(default_factory=list)
    params: list[Node] = field(default_factory=list)


def get_source_partitions(
    graph: Graph, wanted_sources: list[Any], filter_fn: Callable[[Node], bool] | None = None
) -> dict[Any, list[SourcePartition]]:
    """The nodes of each call of some functions and classes of modules.

    Args:
        graph: A graph whose nodes know where they come from.
        wanted_sources: The functions and classes.
        filter_fn: Asked of a partition's last nodes; one for which it is false for any is left out.

    Returns:
        The partitions, by source, for sources that have some.
    """
    groups: dict[Any, dict[str, list[Node]]] = {}
    for node in graph.nodes:
        name, source = _source(node, wanted_sources)
        if name is not None:
            groups.setdefault(source, {}).setdefault(name, []).append(node)
    found = {source: [_partition(nodes, source) for nodes in calls.values()] for source, calls in groups.items()}
    if filter_fn is None:
        return found
    kept = {
        source: [one for one in partitions if all(map(filter_fn, one.output_nodes))]
        for source, partitions in found.items()
    }
    return {source: partitions for source, partitions in kept.items() if partitions}


def _source(node: Node, wanted: list[Any]) -> tuple[str | None, Any]:
    """The name of the call that a node comes from, and what was called; two times None where it is not wanted."""
    stack = node.meta.get("source_fn_stack")
    if stack:
        name, source = stack[-1]
        return (name, source) if source in wanted else (None, None)
    name, text = node.meta.get("torch_fn", ("", ""))
    method = text.rpartition(".")[2] if text else ""
    for source in wanted:
        if method and getattr(source, "__name__", None) == method:
            return name, source
    return None, None


def _partition(nodes: list[Node], source: Any) -> SourcePartition:
    mine = set(nodes)
    inputs, outputs, params = dict[Any, None](), dict[Any, None](), dict[Any, None]()
    for node in nodes:
        for used in tree_leaves((node.args, node.kwargs)):
            if hasattr(used, "users") and used not in mine:
                (params if used.op == "get_attr" else inputs)[used] = None
        if node.op == "get_attr":
            params[node] = None
        if any(user not in mine for user in node.users):
            outputs[node] = None
    members = [*nodes, *(one for one in params if one not in mine)]
    return SourcePartition(members, source, list(inputs), list(outputs), list(params))


def check_subgraphs_connected(subgraph1: SourcePartition, subgraph2: SourcePartition) -> bool:
    """Does the second partition take something from the first one?"""
    return any(node in subgraph1.nodes for one in subgraph2.nodes for node in one.all_input_nodes)
