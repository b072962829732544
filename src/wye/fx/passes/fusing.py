"""Fusing: some nodes of a graph as one call of a submodule.

In: a module with a graph, and groups of its nodes that need each other in no circle.  Out: the same module, whose graph
calls a submodule for each group.
"""

from __future__ import annotations

from operator import getitem
from typing import TYPE_CHECKING, Any

from wye.fx.graph import Graph
from wye.fx.graph_checks import attribute_of
from wye.fx.graph_module import GraphModule
from wye.fx.node import Node
from wye.fx.passes.ordering import closes_no_cycle, legalize_graph, sorted_nodes
from wye.nn.modules.module import Module

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


__all__ = [
    "HolderModule",
    "compare_graphs",
    "erase_nodes",
    "fuse_as_graphmodule",
    "fuse_by_partitions",
    "insert_subgm",
    "lift_subgraph_as_module",
]


class HolderModule(Module):
    """A module that holds others under given names."""

    def __init__(self, d: Mapping[str, Module | None]) -> None:
        """Hold some modules.

        Args:
            d: The modules, by name.
        """
        super().__init__()
        for name, module in d.items():
            self.add_module(name, module)


def lift_subgraph_as_module(
    gm: GraphModule, subgraph: Graph, comp_name: str = "", class_name: str = "GraphModule"
) -> tuple[GraphModule, dict[str, str]]:
    """A graph whose nodes name parts of a module, as a module of its own that has these parts.

    Args:
        gm: The module.
        subgraph: The graph.
        comp_name: What the names in the second result lead to begins with.
        class_name: The name of the new module's class.

    Returns:
        The new module; and for the name in ``gm`` of each part its name in the new one, after ``comp_name`` and a dot.
    """
    root: dict[str, Any] = {}
    names: dict[str, str] = {}
    for node in subgraph.nodes:
        if node.op in {"call_module", "get_attr"}:
            root[node.target] = attribute_of(gm, node.target)
            names[node.target] = f"{comp_name}.{node.target}"
    return GraphModule(root, subgraph, class_name=class_name), names


def compare_graphs(left: Graph, right: Graph) -> bool:
    """Are two graphs the same, but for the names of their nodes?"""
    ours, theirs = list(left.nodes), list(right.nodes)
    if len(ours) != len(theirs):
        return False
    pairs: dict[Node, Node] = {}
    copied = Graph()
    for mine, other in zip(ours, theirs, strict=True):
        if mine.op != other.op or (mine.op != "placeholder" and mine.target != other.target):
            return False
        if [pairs[used] for used in mine.all_input_nodes] != other.all_input_nodes:
            return False
        # what is no node is equal, too
        moved = copied.node_copy(mine, lambda used: pairs[used]) if mine.all_input_nodes else mine
        if mine.op != "placeholder" and (moved.args, moved.kwargs) != (other.args, other.kwargs):
            return False
        pairs[mine] = other
    return True


def fuse_as_graphmodule(
    gm: GraphModule,
    nodes: Sequence[Node],
    module_name: str,
    partition_lookup_table: Mapping[Node, Any] | None = None,
    *,
    always_return_tuple: bool = False,
) -> tuple[GraphModule, tuple[Node, ...], tuple[Node, ...]]:
    """Some nodes of a module's graph as a module; the graph stays as it is.

    Args:
        gm: The module.
        nodes: The nodes, in an order in which they can run.
        module_name: The name of the new module's class.
        partition_lookup_table: The nodes of the group; ``nodes`` without it.
        always_return_tuple: Does the new module return a tuple also for one result?

    Returns:
        The new module, the nodes that it takes, and those that it returns, both of ``gm``.

    Raises:
        AssertionError: a node is not in the module's graph any more, or they need each other in a circle.
    """
    for node in nodes:
        assert node.graph.owning_module is gm, f"{node} doesn't belong to passed in graph module {gm._get_name()}"
        assert not node._erased, f"{node} has been removed from owning graph"
    mine = nodes if partition_lookup_table is None else partition_lookup_table
    assert closes_no_cycle(nodes), "Invalid partition, found dependency cycles"
    graph, env = Graph(), dict[Node, Node]()
    inputs: list[Node] = []
    for node in nodes:
        for used in node.all_input_nodes:
            if used not in env and used not in mine:
                env[used] = graph.placeholder(used.name, type_expr=used.type)
                env[used].meta = dict(used.meta)
                inputs.append(used)
        env[node] = graph.node_copy(node, lambda used: env[used])
    outputs = [node for node in nodes if any(user not in mine for user in node.users)]
    results = tuple(env[node] for node in outputs)
    graph.output(results[0] if len(results) == 1 and not always_return_tuple else results)
    graph.lint()
    made, _ = lift_subgraph_as_module(gm, graph, comp_name="", class_name=module_name)
    return made, tuple(inputs), tuple(outputs)


def insert_subgm(
    gm: GraphModule,
    sub_gm: GraphModule,
    orig_inputs: tuple[Node, ...],
    orig_outputs: tuple[Node, ...],
    insertion_point: Node | None = None,
) -> GraphModule:
    """Call a module in the place of some nodes, which stay without users.

    Args:
        gm: The module whose graph is changed.
        sub_gm: The module to call; the name of its class is its name in ``gm``.
        orig_inputs: What it takes.
        orig_outputs: What its results stand for.
        insertion_point: The node before which the call stands; the end of the graph without it.
    """
    name = type(sub_gm).__name__
    gm.add_submodule(name, sub_gm)
    before = insertion_point.next if insertion_point is not None else gm.graph.output_node()
    with gm.graph.inserting_before(before):
        call = gm.graph.call_module(name, args=orig_inputs)
        returned = sub_gm.graph.output_node().args[0]
        if len(orig_outputs) == 1 and not isinstance(returned, tuple):
            parts = [call]
        else:
            parts = [gm.graph.call_function(getitem, (call, at)) for at in range(len(orig_outputs))]
            call.meta["val"] = tuple(node.meta.get("val") for node in orig_outputs)
    for old, new in zip(orig_outputs, parts, strict=True):
        old.replace_all_uses_with(new, propagate_meta=True)
    return gm


def erase_nodes(gm: GraphModule, nodes: Sequence[Node]) -> None:
    """Erase nodes of a module's graph, the last one first."""
    for node in reversed(nodes):
        gm.graph.erase_node(node)


def fuse_by_partitions(
    gm: GraphModule, partitions: Sequence[Mapping[Node, Any]], prefix: str = "fused_", always_return_tuple: bool = False
) -> GraphModule:
    """Replace groups of nodes by calls of submodules.

    Args:
        gm: The module, which is changed.
        partitions: The groups, as the keys of dictionaries.
        prefix: What the submodules' names begin with; a number follows.
        always_return_tuple: Do the submodules return tuples also for one result?

    Raises:
        AssertionError: nodes of a group need each other in a circle, or a node is in two groups.
    """
    for number, partition in enumerate(partitions):
        nodes = sorted_nodes(partition)
        made, inputs, outputs = fuse_as_graphmodule(
            gm, nodes, f"{prefix}{number}", partition, always_return_tuple=always_return_tuple
        )
        insert_subgm(gm, made, inputs, outputs)
        erase_nodes(gm, nodes)
    return legalize_graph(gm)
