"""Where a pattern occurs in a graph: the pattern's placeholders match anything, its calls match equal calls."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from wye.fx.node import Node

if TYPE_CHECKING:
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
        self.pattern_anchors = [self.output] if match_output else list(self.pattern_returning_nodes)

    def match(self, graph: Graph) -> list[InternalMatch]:
        """All places, in the order of the graph."""
        if not self.pattern_anchors:
            return []
        places: list[InternalMatch] = []
        first, *more = self.pattern_anchors
        for node in graph.nodes:
            found = InternalMatch(self.pattern_anchors)
            if self._match(first, node, found) and all(self._extend(anchor, graph, found) for anchor in more):
                places.append(self._finished(found))
        places = [place for place in places if self._is_contained(place)]
        return self._without_overlaps(places) if self.remove_overlapping_matches else places

    def _extend(self, anchor: Node, graph: Graph, found: InternalMatch) -> bool:
        """Find a further result of the pattern in the graph."""
        if anchor in found.nodes_map:
            return True
        for node in graph.nodes:
            trial = InternalMatch(found.anchors, dict(found.nodes_map))
            if self._match(anchor, node, trial):
                found.nodes_map = trial.nodes_map
                return True
        return False

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
            mine = {
                node
                for pattern, node in place.nodes_map.items()
                if isinstance(node, Node) and pattern.op not in {"placeholder", "output"}
            }
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
        if pattern.op not in {"placeholder", "output"} and pattern.target != node.target:
            return False
        if any(known is node for known in found.nodes_map.values()):
            return False
        before = dict(found.nodes_map)
        found.nodes_map[pattern] = node
        if self._match(pattern.args, node.args, found) and self._match(pattern.kwargs, node.kwargs, found):
            return True
        found.nodes_map = before
        return False
