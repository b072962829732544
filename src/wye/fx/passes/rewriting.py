"""Replace every place where a pattern occurs in a graph by something else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from wye.fx.graph import Graph
from wye.fx.graph_checks import attribute_of, has_attribute
from wye.fx.graph_module import GraphModule, _assign
from wye.fx.node import Node
from wye.fx.passes.matching import InternalMatch, SubgraphMatcher
from wye.fx.tracer import symbolic_trace
from wye.nn.modules.module import Module

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Match", "ReplacedPatterns", "replace_pattern", "replace_pattern_with_filters"]


class Match(NamedTuple):
    """A place that was replaced.

    Attributes:
        anchor: The node that gave the result.
        nodes_map: The node of the graph for each node of the pattern.
    """

    anchor: Node
    nodes_map: dict[Node, Node]


@dataclass
class ReplacedPatterns:
    """A place that was replaced, and by what.

    Attributes:
        anchor: The node that gave the result.
        nodes_map: The node of the graph for each node of the pattern.
        replacements: The new nodes.
    """

    anchor: Node
    nodes_map: dict[Node, Node]
    replacements: list[Node]


def replace_pattern(
    gm: GraphModule, pattern: Callable[..., Any] | GraphModule, replacement: Callable[..., Any] | GraphModule
) -> list[Match]:
    """Replace every place where a pattern occurs.

    >>> import wye
    >>> traced = symbolic_trace(lambda x: wye.sin(x) * 2)
    >>> len(replace_pattern(traced, lambda a: wye.sin(a), lambda a: wye.cos(a)))
    1
    >>> print(traced.code.strip())
    def forward(self, x):
        cos = wye.cos(x);  x = None
        mul = cos * 2;  cos = None
        return mul

    Args:
        gm: Changed in place, and recompiled.
        pattern: A function, which is traced; its parameters match anything.
        replacement: A function of the same parameters.

    Returns:
        The places that were replaced; none overlaps with another one.
    """
    return [Match(one.anchor, one.nodes_map) for one in _replace(gm, pattern, replacement)]


def replace_pattern_with_filters(
    gm: GraphModule,
    pattern: Callable[..., Any] | Graph | GraphModule,
    replacement: Callable[..., Any] | Graph | GraphModule | None = None,
    match_filters: list[Callable[[InternalMatch, Graph, Graph], bool]] | None = None,
    ignore_literals: bool = False,
    replacement_callback: Callable[[InternalMatch, Graph, Graph], Graph] | None = None,
) -> list[ReplacedPatterns]:
    """Replace the places where a pattern occurs that pass all filters.

    Args:
        gm: Changed in place, and recompiled.
        pattern: A function, which is traced; its parameters match anything.
        replacement: A function of the same parameters.
        match_filters: Asked for each place, with the graph and the pattern's graph.
        ignore_literals: Do numbers in the pattern match any others?
        replacement_callback: Makes the replacement of a place, instead of ``replacement``.

    Returns:
        The places that were replaced, with the new nodes.
    """
    return _replace(gm, pattern, replacement, match_filters, ignore_literals, replacement_callback)


def _graph_of(value: Any) -> Graph:
    if isinstance(value, Graph):
        return value
    return value.graph if isinstance(value, GraphModule) else symbolic_trace(value).graph


def _replace(
    gm: GraphModule,
    pattern: Any,
    replacement: Any,
    filters: list[Callable[[InternalMatch, Graph, Graph], bool]] | None = None,
    ignore_literals: bool = False,
    callback: Callable[[InternalMatch, Graph, Graph], Graph] | None = None,
) -> list[ReplacedPatterns]:
    original, searched = gm.graph, _graph_of(pattern)
    fixed = None if callback is not None else _graph_of(replacement)
    places = SubgraphMatcher(searched, ignore_literals=ignore_literals).match(original)
    places = [place for place in places if all(keep(place, original, searched) for keep in filters or ())]
    replaced: dict[Node, Any] = {}  # nodes that are gone, by what came in their place
    done = []
    for place in places:
        new = fixed if callback is None else callback(place, original, searched)
        if new is None:
            raise AssertionError("a replacement or a replacement_callback must be given")
        done.append(_replace_one(original, searched, new, place, replaced))
    if fixed is not None:
        _take_attributes(gm, replacement, fixed)
    gm.recompile()
    return done


def _replace_one(
    graph: Graph, pattern: Graph, new: Graph, place: InternalMatch, replaced: dict[Node, Any]
) -> ReplacedPatterns:
    placeholders = [node for node in new.nodes if node.op == "placeholder"]
    given = [replaced.get(node, node) if isinstance(node, Node) else node for node in place.placeholder_nodes]
    if len(placeholders) != len(given):
        raise AssertionError(f"the replacement takes {len(placeholders)} arguments, the pattern {len(given)}")
    env: dict[Node, Any] = dict(zip(placeholders, given, strict=True))
    users = {user for node in place.returning_nodes for user in node.users}
    known = set(graph.nodes)
    first = min(users, key=graph._position) if users else max(place.returning_nodes, key=graph._position).next
    with graph.inserting_before(first):
        result = graph.graph_copy(new, env)
    made = [node for node in graph.nodes if node not in known]
    results = list(result) if isinstance(result, (list, tuple)) else [result]
    for old, value in zip(place.returning_nodes, results, strict=True):
        old.replace_all_uses_with(value)
        replaced[old] = value
    for node in reversed(pattern.nodes):
        mine = place.nodes_map.get(node)
        if node.op not in {"placeholder", "output"} and isinstance(mine, Node) and not mine.users:
            graph.erase_node(mine)
    return ReplacedPatterns(place.anchors[0], place.nodes_map, made)


def _take_attributes(gm: GraphModule, replacement: Any, new: Graph) -> None:
    """Give the module what the replacement's nodes name."""
    if isinstance(replacement, Module):
        for node in new.nodes:
            if node.op in {"call_module", "get_attr"} and not has_attribute(gm, node.target):
                _assign(attribute_of(replacement, node.target), gm, node.target)
    gm.delete_all_unused_submodules()
