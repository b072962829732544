"""Common subexpressions: calls with equal arguments are made once.

Operators that write, that are random, or whose result is written to later stay as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.fx.node import Node, map_arg

if TYPE_CHECKING:
    from wye.fx.graph import Graph

__all__ = ["eliminate_common_subexpressions"]


def eliminate_common_subexpressions(graph: Graph) -> bool:
    """Let equal calls share one node.

    Args:
        graph: Changed in place; `GraphModule.recompile` makes the code follow.

    Returns:
        Whether there were any.
    """
    seen: dict[Any, Node] = {}
    written = _written(graph)
    changed = False
    for node in graph.nodes:
        if node.op not in {"call_function", "call_method", "get_attr"} or node in written or node.is_impure():
            continue
        if node.op != "get_attr" and any(used in written for used in node.all_input_nodes):
            continue
        key = _key(node)
        if key is None:
            continue
        first = seen.setdefault(key, node)
        if first is not node:
            node.replace_all_uses_with(first)
            graph.erase_node(node)
            changed = True
    return changed


def _written(graph: Graph) -> set[Node]:
    """Nodes whose value, or what it is a view of, is written to by some node."""
    found: set[Node] = set()
    for node in graph.nodes:
        schema = getattr(node.target, "_schema", None) if node.op == "call_function" else None
        writes = node.op == "call_method" and node.target.endswith("_") and not node.target.endswith("__")
        if schema is not None and schema.is_mutable:
            writes = True
        if writes:
            found.update(node.all_input_nodes)
            found.add(node)
    pending = list(found)
    while pending:  # a write to a view is a write to its base, and to the other views of it
        node = pending.pop()
        for other in (*node.all_input_nodes, *node.users):
            if other not in found and (_is_view(node) or _is_view(other)):
                found.add(other)
                pending.append(other)
    return found


def _is_view(node: Node) -> bool:
    if node.op == "call_method":
        return True  # a method's name does not say whether its result shares memory
    return node.op == "call_function" and bool(getattr(node.target, "is_view", False))


def _key(node: Node) -> Any:
    """What two equal calls have in common; None for arguments that cannot be compared."""

    def frozen(value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return (type(value).__name__, *map(frozen, value))
        if isinstance(value, dict):
            return ("dict", *((key, frozen(one)) for key, one in value.items()))
        if isinstance(value, slice):
            return ("slice", *map(frozen, (value.start, value.stop, value.step)))
        return (type(value), value)  # 1, 1.0 and True are three arguments

    key = (node.op, node.target, frozen(map_arg(node.args, lambda n: n)), frozen(dict(node.kwargs)))
    try:
        hash(key)
    except TypeError:
        return None
    return key
