"""Where a pattern occurs in a graph: the pattern's placeholders match anything, its calls match equal calls."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from wye.fx.graph_checks import attribute_of
from wye.fx.node import Node
from wye.fx.passes.ordering import closes_no_cycle
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wye.fx.graph import Graph

__all__ = ["InternalMatch", "SubgraphMatcher"]


@dataclass
class InternalMatch:
    """One place where a pattern occurs.

    Attributes:
        anchors: The pattern's last nodes.
        nodes_map: The node of the graph (or constant) for each node of the pattern.
        placeholder_nodes: What the pattern's placeholders stand for, in order.
        returning_nodes: The nodes of the graph for the pattern's results.
    """

    anchors: list[Node]
    nodes_map: dict[Node, Any] = field(default_factory=dict)
    placeholder_nodes: list[Any] = field(default_factory=list)
    returning_nodes: list[Node] = field(default_factory=list)


class SubgraphMatcher:
    """Finds the places where a pattern occurs."""

    def __init__(
        self,
        pattern: Graph,
        match_output: bool = False,
        match_placeholder: bool = False,
        remove_overlapping_matches: bool = True,
        ignore_literals: bool = False,
    ) -> None:
        """Look for a pattern.

        Args:
            pattern: The pattern's graph.
            match_output: Must the pattern's output be the graph's?
            match_placeholder: Do placeholders match placeholders only?
            remove_overlapping_matches: Give no two places that share a node.
            ignore_literals: Are numbers and other constants equal to any others?

        Raises:
            ValueError: the pattern is empty.
        """
        self.pattern, self.match_output, self.match_placeholder = pattern, match_output, match_placeholder
        self.remove_overlapping_matches, self.ignore_literals = remove_overlapping_matches, ignore_literals
        if not len(pattern.nodes):
            raise ValueError("SubgraphMatcher cannot be initialized with an empty pattern")
        self.pattern_placeholder_nodes = [n for n in pattern.nodes if n.op == "placeholder"]
        self.output = next(iter(reversed(pattern.nodes)))
        self.pattern_returning_nodes = self.output.all_input_nodes
        last = [node for node in self.pattern_returning_nodes if len(node.users) == 1]  # what leads to all others
        self.pattern_anchors = [self.output] if match_output else last

    def match(self, graph: Graph, node_name_match: str = "") -> list[InternalMatch]:
        """All places, in the order of the graph.

        Args:
            graph: The graph.
            node_name_match: A name that a node of the place must have in its own; any place without it.
        """
        if not self.pattern_anchors:
            return []
        places = [self._finished(found) for found in self._places(graph, InternalMatch(self.pattern_anchors), 0)]
        if node_name_match:
            places = [place for place in places if any(node_name_match in n.name for n in _computed(place))]
        places = [place for place in places if self._is_contained(place)]
        if self.remove_overlapping_matches:
            places = self._without_overlaps(places)
        return [place for place in places if closes_no_cycle(_computed(place))]

    def _places(self, graph: Graph, found: InternalMatch, at: int) -> Iterator[InternalMatch]:
        """What is found so far, with each way to find the further results of the pattern."""
        if at == len(self.pattern_anchors):
            yield found
            return
        anchor = self.pattern_anchors[at]
        for node in graph.nodes:
            trial = InternalMatch(found.anchors, dict(found.nodes_map))
            if self._match(anchor, node, trial):
                yield from self._places(graph, trial, at + 1)

    def _finished(self, found: InternalMatch) -> InternalMatch:
        found.placeholder_nodes = [found.nodes_map.get(node) for node in self.pattern_placeholder_nodes]
        found.returning_nodes = [found.nodes_map[node] for node in self.pattern_returning_nodes]
        return found

    def _is_contained(self, found: InternalMatch) -> bool:
        """Are the matched nodes, but for placeholders and results, used inside the match only?"""
        outside = {*self.pattern_placeholder_nodes, *self.pattern_returning_nodes, self.output}
        inner = set(map(id, found.nodes_map.values()))
        for pattern, node in found.nodes_map.items():
            if pattern in outside or not isinstance(node, Node) or pattern.op == "get_attr":
                continue
            if any(id(user) not in inner for user in node.users):
                return False
        return True

    def _without_overlaps(self, places: list[InternalMatch]) -> list[InternalMatch]:
        taken: set[Node] = set()
        kept = []
        for place in places:
            mine = set(_computed(place))
            if not mine & taken:
                kept.append(place)
                taken |= mine
        return kept

    def _match(self, pattern: Any, node: Any, found: InternalMatch) -> bool:
        if isinstance(pattern, Node):
            return self._match_node(pattern, node, found)
        if isinstance(pattern, (list, tuple)):
            if not isinstance(node, (list, tuple)) or len(pattern) != len(node):
                return False
            return all(self._match(p, n, found) for p, n in zip(pattern, node, strict=True))
        if isinstance(pattern, dict):
            if not isinstance(node, dict) or pattern.keys() != node.keys():
                return False
            return all(self._match(one, node[key], found) for key, one in pattern.items())
        if isinstance(node, Node):
            return False
        return self.ignore_literals or (type(pattern) is type(node) and bool(pattern == node))

    def _match_node(self, pattern: Node, node: Any, found: InternalMatch) -> bool:
        if pattern in found.nodes_map:
            return found.nodes_map[pattern] is node
        if pattern.op == "placeholder" and not self.match_placeholder:
            found.nodes_map[pattern] = node
            return True
        if not isinstance(node, Node) or pattern.op != node.op:
            return False
        if not _has_equal_target(pattern, node):
            return False
        if any(known is node for known in found.nodes_map.values()):
            return False
        before = dict(found.nodes_map)
        found.nodes_map[pattern] = node
        mine, theirs = _comparable(pattern, node)
        if self._match(mine, theirs, found):
            return True
        found.nodes_map = before
        return False


def _computed(place: InternalMatch) -> list[Node]:
    """The nodes that a place is made of: without its arguments and the output."""
    return [
        node
        for pattern, node in place.nodes_map.items()
        if isinstance(node, Node) and pattern.op not in {"placeholder", "output"}
    ]


def _has_equal_target(pattern: Node, node: Node) -> bool:
    """Attributes are equal if both are tensors or neither is: their names and values are the module's."""
    if pattern.op in {"placeholder", "output"}:
        return True
    modules = pattern.graph.owning_module, node.graph.owning_module
    if pattern.op != "get_attr" or None in modules:
        return bool(pattern.target == node.target)
    mine, theirs = attribute_of(modules[0], str(pattern.target)), attribute_of(modules[1], str(node.target))
    return isinstance(mine, Tensor) == isinstance(theirs, Tensor) and (
        isinstance(mine, Tensor) or pattern.target == node.target
    )


def _comparable(pattern: Node, node: Node) -> tuple[Any, Any]:
    """The arguments of two equal calls in one form: by place, with defaults, where they were given differently."""
    schema = getattr(pattern.target, "_schema", None)
    if schema is None or (len(pattern.args) == len(node.args) and list(pattern.kwargs) == list(node.kwargs)):
        return (pattern.args, pattern.kwargs), (node.args, node.kwargs)
    return _all_arguments(schema, pattern), _all_arguments(schema, node)


def _all_arguments(schema: Any, node: Node) -> list[Any]:
    found = []
    for at, argument in enumerate(schema.arguments):
        if argument.name in node.kwargs:
            found.append(node.kwargs[argument.name])
        elif not argument.kwarg_only and at < len(node.args):
            found.append(node.args[at])
        else:
            found.append(argument.default_value)
    return found
