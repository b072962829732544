"""A joint graph split into forward and backward: what the forward graph saves, the backward graph takes.

`default_partition` saves what the forward pass has made.  `min_cut_rematerialization_partition` saves the least memory
from which the backward graph can compute the rest again: a minimum cut between the arguments and what needs gradients.
"""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from math import prod
from typing import Any, Final

from wye.fx.graph import Graph
from wye.fx.graph_checks import attribute_of
from wye.fx.graph_module import GraphModule
from wye.fx.node import Node, map_arg
from wye.tensors import Tensor

__all__ = ["FORWARD", "default_partition", "min_cut_rematerialization_partition"]

FORWARD: Final = "is_forward"
_EXPENSIVE: Final = frozenset({"mm", "bmm", "addmm", "baddbmm", "matmul", "convolution", "convolution_backward"})


def default_partition(
    joint_module: GraphModule, _joint_inputs: Any, *, num_fwd_outputs: int, **options: Any
) -> tuple[GraphModule, GraphModule]:
    """Save what the forward pass has made and the backward pass uses.

    Args:
        joint_module: The joint graph.
        num_fwd_outputs: How many of its results come before the gradients.
        options: Further options of PyTorch, accepted.

    Returns:
        The forward and the backward module.
    """
    joint_module.graph.eliminate_dead_code()
    saved = [
        node
        for node in joint_module.graph.nodes
        if _is_forward(node)
        and node.op != "output"
        and any(not _is_forward(user) and user.op != "output" for user in node.users)
    ]
    return _split(joint_module, saved, num_fwd_outputs)


def _is_forward(node: Node) -> bool:
    return node.meta.get("partitioner_tag") == FORWARD


def _split(module: GraphModule, saved: list[Node], n_forward: int) -> tuple[GraphModule, GraphModule]:
    graph = module.graph
    outputs = graph.output_node().args[0]
    inputs = graph.find_nodes(op="placeholder")
    primals = [node for node in inputs if not node.name.startswith("tangents_")]
    tangents = [node for node in inputs if node.name.startswith("tangents_")]
    nodes = list(graph.nodes)
    forward = _extract(module, nodes, primals, (*outputs[:n_forward], *saved), "forward")
    order = _as_used(nodes, _depends_on_tangents(graph), {*saved, *tangents})
    backward = _extract(module, order, [*saved, *tangents], outputs[n_forward:], "backward")
    return forward, backward


def _as_used(nodes: list[Node], late: set[Node], given: set[Node]) -> list[Node]:
    """The order in which a backward pass computes: what is computed again stands before its first user."""
    place = {node: at for at, node in enumerate(nodes)}
    found: dict[Node, None] = {}
    for node in [*(node for node in nodes if node in late), *nodes]:
        needed, pending = set[Node](), [node]
        while pending:
            one = pending.pop()
            if one not in needed and one not in found:
                needed.add(one)
                pending.extend(one.all_input_nodes if one not in given else ())
        found.update(dict.fromkeys(sorted(needed, key=place.__getitem__)))
    return list(found)


def _extract(module: GraphModule, nodes: list[Node], inputs: list[Node], outputs: Any, name: str) -> GraphModule:
    """The part of a graph that computes these outputs from these inputs."""
    graph, env = Graph(), dict[Node, Node]()
    for node in inputs:
        env[node] = graph.placeholder(node.name)
        env[node].meta = dict(node.meta)
    root: dict[str, Any] = {}
    for node in nodes:
        if node in env or node.op in {"placeholder", "output"} or not all(n in env for n in node.all_input_nodes):
            continue
        env[node] = graph.node_copy(node, lambda used: env[used])
        if node.op == "get_attr":
            root[node.target] = attribute_of(module, node.target)
    graph.output(map_arg(tuple(outputs), lambda used: env[used]))
    graph.eliminate_dead_code(lambda node: node.op in {"placeholder", "output"})
    return GraphModule(root, graph, name)


# ---- minimum cut -----------------------------------------------------------------------------------------------------


def min_cut_rematerialization_partition(
    joint_module: GraphModule, _joint_inputs: Any, *, num_fwd_outputs: int, **options: Any
) -> tuple[GraphModule, GraphModule]:
    """Save the least memory from which the backward graph can compute what else it needs.

    Matrix products, convolutions, random and writing operators are not computed again.

    Args:
        joint_module: The joint graph.
        num_fwd_outputs: How many of its results come before the gradients.
        options: Further options of PyTorch, accepted.

    Returns:
        The forward and the backward module.
    """
    graph = joint_module.graph
    graph.eliminate_dead_code()
    late = _depends_on_tangents(graph)
    free = _free(graph.output_node().args[0][:num_fwd_outputs])
    network = _Network()
    for node in graph.nodes:
        if node in late or node.op == "output":
            continue
        network.add((node, "in"), (node, "out"), 0 if node in free else _bytes(node))
        if node.op == "placeholder" or _is_kept(node):
            network.add("source", (node, "in"), _INFINITE)
        for user in node.users:
            if user.op != "output":
                goal = "sink" if user in late else (user, "in")
                network.add((node, "out"), goal, _INFINITE)
    near_sink = network.reach_sink()
    saved = [
        node
        for node in graph.nodes
        if node not in late and node.op != "output" and (node, "out") in near_sink and (node, "in") not in near_sink
    ]
    return _split(joint_module, saved, num_fwd_outputs)


_INFINITE: Final = 1 << 62


def _depends_on_tangents(graph: Graph) -> set[Node]:
    found = {node for node in graph.find_nodes(op="placeholder") if node.name.startswith("tangents_")}
    for node in graph.nodes:
        if node.op != "output" and any(used in found for used in node.all_input_nodes):
            found.add(node)
    return found


def _free(outputs: Any) -> set[Node]:
    """Values that the forward graph gives anyway, and views of them."""
    found = {node for node in outputs if isinstance(node, Node)}
    pending = list(found)
    while pending:
        for user in pending.pop().users:
            if user not in found and getattr(user.target, "is_view", False) and user.op == "call_function":
                found.add(user)
                pending.append(user)
    return found


def _is_kept(node: Node) -> bool:
    """Is its value never computed again?"""
    if node.op != "call_function":
        return node.op == "placeholder"
    name = str(getattr(node.target, "_opname", ""))
    return name in _EXPENSIVE or node.is_impure()


def _bytes(node: Node) -> int:
    value = node.meta.get("val")
    if isinstance(value, Tensor):
        return max(1, prod(value.shape) * value.element_size())
    return _INFINITE  # no tensor: its parts are saved


class _Network:
    """Capacities between places; the maximum flow from the source to the sink."""

    def __init__(self) -> None:
        self.left: dict[Any, dict[Any, int]] = {"source": {}, "sink": {}}

    def add(self, start: Any, goal: Any, capacity: int) -> None:
        self.left.setdefault(start, {})
        self.left[start][goal] = max(self.left[start].get(goal, 0), capacity)
        self.left.setdefault(goal, {}).setdefault(start, 0)

    def _path(self) -> list[Any] | None:
        before: dict[Any, Any] = {"source": None}
        queue = deque(["source"])
        while queue:
            place: Any = queue.popleft()
            for goal, room in self.left[place].items():
                if room > 0 and goal not in before:
                    before[goal] = place
                    if goal == "sink":
                        path = [goal]
                        while path[-1] is not None:
                            path.append(before[path[-1]])
                        return path[-2::-1]
                    queue.append(goal)
        return None

    def reach_sink(self) -> set[Any]:
        """The places from which there is room to the sink when the flow is greatest: the latest minimum cut."""
        while (path := self._path()) is not None:
            steps = list(pairwise(path))
            flow = min(self.left[start][goal] for start, goal in steps)
            for start, goal in steps:
                self.left[start][goal] -= flow
                self.left[goal][start] += flow
        found, queue = {"sink"}, deque(["sink"])
        while queue:
            place: Any = queue.popleft()
            for other in self.left[place]:
                if other not in found and self.left[other].get(place, 0) > 0:
                    found.add(other)
                    queue.append(other)
        return found
