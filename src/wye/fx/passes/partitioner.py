"""Partitions by capability: the supported nodes of a graph in as few groups as can each be one call.

Two groups may be joined unless something outside lies on a way from one to the other: the joined call would have to run
before itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.fx.names import qualified_name
from wye.fx.passes.fusing import fuse_by_partitions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wye.fx.graph_module import GraphModule
    from wye.fx.node import Node
    from wye.fx.passes.operator_support import OperatorSupportBase

__all__ = ["CapabilityBasedPartitioner", "Partition"]

# What a group is not worth making for: these compute nothing.
_NO_COMPUTATION: Final = frozenset({"torch.ops.aten.view", "wye.ops.aten.view", "_operator.getitem"})


class Partition:
    """A group of nodes.

    Attributes:
        id: Its number.
        nodes: The nodes, as keys.
    """

    def __init__(
        self, id: int | None = None, nodes: Iterable[Node] | None = None, node_orders: Iterable[int] | None = None
    ) -> None:
        """Make a group.

        Args:
            id: Its number.
            nodes: Its nodes.
            node_orders: A number for each node.
        """
        self.id = id
        mine = list(nodes or ())
        orders: list[Any] = [None] * len(mine) if node_orders is None else list(node_orders)
        self.nodes: dict[Node, Any] = dict(zip(mine, orders, strict=True))

    def __repr__(self) -> str:
        return str(self.nodes)

    def add_node(self, node: Node, node_order: int | None = None) -> None:
        """Put a node into the group."""
        self.nodes[node] = node_order

    def remove_node(self, node: Node) -> None:
        """Take a node out."""
        del self.nodes[node]

    def size(self) -> int:
        """The number of nodes."""
        return len(self.nodes)


class CapabilityBasedPartitioner:
    """Finds groups of supported nodes, and makes submodules of them."""

    def __init__(
        self,
        graph_module: GraphModule,
        operator_support: OperatorSupportBase,
        allows_single_node_partition: bool = False,
        non_compute_ops: Sequence[str] | None = None,
        allowed_single_node_partition_ops: Sequence[str] | None = None,
        skip_horizontal_fusion: bool = False,
    ) -> None:
        """Look at a module.

        Args:
            graph_module: The module.
            operator_support: Says which nodes are supported.
            allows_single_node_partition: Are groups of one node that computes something kept, too?
            non_compute_ops: Names of operators that compute nothing, beside views and items of tuples.
            allowed_single_node_partition_ops: Names of operators that may be groups on their own.
            skip_horizontal_fusion: Join only groups one of which uses the other.
        """
        self.graph_module, self.operator_support = graph_module, operator_support
        self.allows_single_node_partition = allows_single_node_partition
        self.non_compute_ops = list(non_compute_ops or ())
        self.allowed_single_node_partition_ops = list(allowed_single_node_partition_ops or ())
        self.skip_horizontal_fusion = skip_horizontal_fusion

    def _is_node_supported(self, node: Node) -> bool:
        return self.operator_support.is_node_supported(dict(self.graph_module.named_modules()), node)

    def propose_partitions(self) -> list[Partition]:
        """The groups, that of the graph's end first."""
        groups = _Groups()
        modules = dict(self.graph_module.named_modules())
        for node in reversed(list(self.graph_module.graph.nodes)):
            own = None
            if self.operator_support.is_node_supported(modules, node):
                own = groups.add(node)
            if own is None and self.skip_horizontal_fusion:
                continue
            groups.join_all(own, self._candidates(groups, node))
        self._keep_items_with_tuples(groups)
        found = [group for group in groups.by_number.values() if group.nodes]
        if not self.allows_single_node_partition:
            found = [group for group in found if self._is_worth_it(group)]
        return found

    def _candidates(self, groups: _Groups, node: Node) -> list[int]:
        """The groups that may be joined now."""
        if not self.skip_horizontal_fusion:
            return groups.in_order()
        return list(dict.fromkeys(groups.of[user] for user in node.users if user in groups.of))

    def _keep_items_with_tuples(self, groups: _Groups) -> None:
        """Items of a tuple go where the tuple is made: no tuples pass between groups."""
        for node in self.graph_module.graph.nodes:
            if node.op in {"placeholder", "output"} or not all(_is_item(user) for user in node.users):
                continue
            for user in node.users:
                groups.move(user, groups.of.get(node))

    def _is_worth_it(self, group: Partition) -> bool:
        """Has a group more than one node that computes something?"""
        names = [qualified_name(node.target) for node in group.nodes if node.op == "call_function"]
        computing = sum(name not in _NO_COMPUTATION and name not in self.non_compute_ops for name in names)
        return computing + sum(name in self.allowed_single_node_partition_ops for name in names) > 1

    def fuse_partitions(self, partitions: list[Partition], prefix: str = "fused_") -> GraphModule:
        """Make each group a submodule.

        Args:
            partitions: The groups.
            prefix: What the submodules' names begin with.
        """
        return fuse_by_partitions(self.graph_module, [partition.nodes for partition in partitions], prefix)

    def remove_bookend_non_compute_ops(self, partitions: list[Partition]) -> None:
        """Take nodes that compute nothing out of groups which they only begin or end."""
        for partition in partitions:
            plain = [node for node in partition.nodes if self._computes_nothing(node)]
            removed: set[Node] = set()
            for follow in ("all_input_nodes", "users"):
                at_edge: set[Node] = set()
                pending = True
                while pending:  # until no further one is at the edge
                    pending = False
                    for node in plain:
                        inside = [n for n in getattr(node, follow) if n in partition.nodes and n not in at_edge]
                        if node not in at_edge and not inside:
                            at_edge.add(node)
                            pending = True
                removed |= at_edge
            for node in removed:
                partition.remove_node(node)

    def _computes_nothing(self, node: Node) -> bool:
        return node.op == "call_function" and qualified_name(node.target) in self.non_compute_ops

    def partition_and_fuse(self, prefix: str = "fused_") -> GraphModule:
        """Find groups, and make each a submodule."""
        return self.fuse_partitions(self.propose_partitions(), prefix)


class _Groups:
    """Groups that are joined while nodes are added.

    Attributes:
        by_number: The groups.
        of: The number of the group of each node.
        first: For each group the lowest number of those that it was joined from.
    """

    def __init__(self) -> None:
        self.by_number: dict[int, Partition] = {}
        self.of: dict[Node, int] = {}
        self.first: dict[int, int] = {}
        self._next = 0

    def add(self, node: Node) -> int:
        """A new group of one node."""
        number = self._next
        self._next += 1
        self.by_number[number] = Partition(id=number)
        self.first[number] = number
        self.move(node, number)
        return number

    def move(self, node: Node, number: int | None) -> None:
        """Put a node into a group, or into none."""
        before = self.of.pop(node, None)
        if before is not None:
            self.by_number[before].remove_node(node)
        if number is not None:
            self.of[node] = number
            self.by_number[number].add_node(node, number)

    def in_order(self) -> list[int]:
        """The numbers of the groups, oldest first."""
        return sorted(self.first, key=self.first.__getitem__)

    def join_all(self, own: int | None, candidates: list[int]) -> None:
        """Join what can be joined with the first group."""
        numbers = list(dict.fromkeys([*([] if own is None else [own]), *candidates]))
        for other in numbers[1:]:
            self._join(numbers[0], other)

    def _join(self, mine: int, other: int) -> None:
        if self._comes_back({mine, other}):
            return
        for node in list(self.by_number[other].nodes):
            self.move(node, mine)
        self.first[mine] = min(self.first[mine], self.first.pop(other))
        del self.by_number[other]

    def _comes_back(self, joined: set[int]) -> bool:
        """Does a way from two groups through other nodes end in one of them again?"""
        seen: set[Any] = set()
        pending = [node for number in joined for node in self.by_number[number].nodes]
        is_start = True
        while pending:
            following = [user for node in pending for user in node.users]
            pending = []
            for user in following:
                number = self.of.get(user)
                if number in joined:
                    if not is_start:
                        return True
                    continue  # one inside of the groups
                key = user if number is None else number
                if key not in seen:
                    seen.add(key)
                    pending.extend(self._together(user, number))
            is_start = False
        return False

    def _together(self, node: Node, number: int | None) -> Iterator[Node]:
        """What runs together with a node."""
        yield from (node,) if number is None else tuple(self.by_number[number].nodes)


def _is_item(node: Node) -> bool:
    return node.op == "call_function" and qualified_name(node.target) == "_operator.getitem"
