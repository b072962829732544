"""Is a graph well formed?  Nodes in order, names unique, targets that exist.  Cold path."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NoReturn

if TYPE_CHECKING:
    from wye.fx.graph import Graph
    from wye.fx.node import Node

__all__ = ["attribute_of", "has_attribute", "lint"]

_NAMING: Final = frozenset({"call_module", "get_attr"})  # kinds whose target is an attribute of the module


def attribute_of(module: Any, target: str) -> Any:
    """The attribute with a dotted name: ``"layer.weight"``.

    Raises:
        AttributeError: there is none.
    """
    value = module
    for part in target.split("."):
        value = getattr(value, part)
    return value


def has_attribute(module: Any, target: str) -> bool:
    """Does a module have an attribute with a dotted name?"""
    try:
        attribute_of(module, target)
    except AttributeError:
        return False
    return True


def lint(graph: Graph) -> None:
    """Check a graph.

    Raises:
        RuntimeError: an argument comes from another graph, or from a later node; two nodes have one name; a target
            does not exist.
    """
    owner = graph.owning_module
    nodes = list(graph.nodes)
    if not _is_in_order(graph, nodes):
        _refuse(graph, nodes)
    if owner is not None:
        for node in nodes:
            if node.op in _NAMING:
                _check_target(owner, node)


def _is_in_order(graph: Graph, nodes: list[Node]) -> bool:
    """Does each node use earlier ones of this graph only, and have a name of its own?"""
    seen: set[Node] = set()
    see = seen.add
    for node in nodes:
        for used in node._input_nodes:
            if used not in seen:
                return False
        if node.graph is not graph:
            return False
        see(node)
    return len({node.name for node in nodes}) == len(nodes)


def _refuse(graph: Graph, nodes: list[Node]) -> None:
    """Raise for the first node that is not in order."""
    seen: dict[Node, None] = {}
    names: set[str] = set()
    for node in nodes:
        if node.graph is not graph:
            raise RuntimeError(f"Node '{node}' does not belong to this Graph!")
        if not node._input_nodes.keys() <= seen.keys():
            _refuse_inputs(graph, node, seen)
        seen[node] = None
        if node.name in names:
            raise RuntimeError(f"Node redefined name {node.name}!")
        names.add(node.name)


def _refuse_inputs(graph: Graph, node: Node, seen: dict[Node, None]) -> NoReturn:
    """Raise for the first argument that no node before this one gives."""
    used = next(one for one in node.all_input_nodes if one not in seen)
    if used.graph is not graph:
        raise RuntimeError(
            f"Argument '{used}' of Node '{node}' does not belong to this Graph, but was used as an argument! If you "
            "are copying nodes from another graph, make sure to use ``arg_transform`` on node_copy() to remap values\n"
            f"{graph}"
        )
    raise RuntimeError(
        f"Argument '{used}' of Node '{node}' was used before it has been defined! Please check that Nodes in the "
        f"graph are topologically ordered\n{graph}"
    )


def _check_target(module: Any, node: Node) -> None:
    place = module
    for part in node.target.split("."):
        try:
            place = getattr(place, part)
        except AttributeError:
            raise RuntimeError(
                f"Node {node} target {node.target} references nonexistent attribute {part} of {node.target}"
            ) from None
