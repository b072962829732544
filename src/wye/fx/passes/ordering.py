"""Orders of the nodes of a graph: uses after definitions, and what lies after a node.

In: a graph, or some nodes of it.  Out: the same nodes in an order in which they can run.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from wye.fx.graph import Graph
from wye.fx.node import Node

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wye.fx.graph_module import GraphModule

__all__ = ["closes_no_cycle", "legalize_graph", "sorted_nodes", "stable_topological_sort"]


def sorted_nodes(nodes: Iterable[Node]) -> list[Node]:
    """Some nodes of a graph, each after those of them that it uses; breadth first.

    Raises:
        AssertionError: some use each other in a circle.
    """
    mine = dict.fromkeys(nodes)
    waits = {node: sum(used in mine for used in node.all_input_nodes) for node in mine}
    ready = deque(node for node in mine if not waits[node])
    found: list[Node] = []
    while ready:
        node = ready.popleft()
        found.append(node)
        for user in node.users:
            if user in waits:
                waits[user] -= 1
                if not waits[user]:
                    ready.append(user)
    assert len(found) == len(mine), "topological sorted nodes doesn't have same length as input nodes"
    return found


def closes_no_cycle(nodes: Iterable[Node]) -> bool:
    """Could some nodes be one?  Not if a result of theirs is used by another node on the way to one of them."""
    mine = set(nodes)
    pending = [user for node in mine for user in node.users if user not in mine]
    seen = set(pending)
    while pending:
        for user in pending.pop().users:
            if user in mine:
                return False
            if user not in seen:
                seen.add(user)
                pending.append(user)
    return True


def legalize_graph(gm: GraphModule) -> GraphModule:
    """Put the nodes of a module's graph into an order in which they can run: calls without arguments early.

    Raises:
        RuntimeError: some nodes use each other in a circle.
    """
    waits = {node: len(node.all_input_nodes) for node in gm.graph.nodes}
    first = [node for node in gm.graph.nodes if not waits[node]]
    # Numbers that stand for sizes come first: others may use them without naming them.
    ready = deque(sorted(first, key=lambda node: getattr(node.target, "__name__", "") != "get_current_values"))
    order = []
    while ready:
        node = ready.popleft()
        order.append(node)
        for user in node.users:
            waits[user] -= 1
            if not waits[user]:
                ready.append(user)
    return _with_order(gm, order)


def stable_topological_sort(gm: GraphModule) -> GraphModule:
    """Put the nodes of a module's graph into an order in which they can run; those that can stay where they are do.

    Raises:
        RuntimeError: some nodes use each other in a circle.
    """
    done: dict[Node, None] = {}
    waiting: dict[Node, list[Node]] = {}
    pending = list(reversed(list(gm.graph.nodes)))
    while pending:
        node = pending.pop()
        missing = [used for used in node.all_input_nodes if used not in done]
        if missing:
            waiting.setdefault(missing[-1], []).append(node)
            continue
        done[node] = None
        pending.extend(reversed(waiting.pop(node, [])))
    return _with_order(gm, list(done))


def _with_order(gm: GraphModule, order: list[Node]) -> GraphModule:
    """Give the module a graph of the nodes in an order."""
    old = gm.graph
    if len(order) < len(old.nodes):
        raise RuntimeError(
            f"Input graph has cycles, unable to add {[node for node in old.nodes if node not in set(order)]}"
        )
    graph, env = Graph(), dict[Node, Node]()
    outputs = [node for node in order if node.op == "output"]
    for node in [*(node for node in order if node.op != "output"), *outputs]:
        env[node] = graph.node_copy(node, lambda used: env[used])
    graph.set_codegen(old._codegen)
    gm.graph = graph
    return gm
