"""split_by_tags: one module as several, each with the nodes of a tag.

In: a module whose nodes have a ``tag``, and the tags in the order in which their parts run.  Out: a module that calls
one submodule for each tag.
"""

from __future__ import annotations

import copy
from operator import getitem
from typing import TYPE_CHECKING, Any

from wye.fx.graph import Graph
from wye.fx.graph_checks import attribute_of
from wye.fx.graph_module import GraphModule
from wye.fx.node import Node, map_arg
from wye.fx.passes.fusing import HolderModule, lift_subgraph_as_module

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Component", "split_by_tags"]


class Component:
    """The nodes of one tag, as a graph.

    Attributes:
        graph: The graph.
        order: The place of the tag among all.
        name: The tag, which is the submodule's name.
        gm: The submodule, when it is made.
    """

    gm: GraphModule

    def __init__(self, graph: Graph, order: int, name: str) -> None:
        self.graph, self.order, self.name = graph, order, name
        self.inputs: dict[Node, Node] = {}  # nodes of other parts -> placeholders
        self.attributes: dict[Node, Node] = {}
        self.outputs: dict[Node, None] = {}
        self.env: dict[Node, Node] = {}

    def node_of(self, used: Node) -> Node:
        """What stands for a node inside of this part; from elsewhere it comes in as an argument."""
        if used in self.env:
            return self.env[used]
        if used.op == "get_attr":
            return _described(self.attributes, used, lambda: self.graph.get_attr(used.target, type_expr=used.type))
        return _described(self.inputs, used, lambda: self.graph.placeholder(used.name, type_expr=used.type))


def _described(known: dict[Node, Node], node: Node, make: Any) -> Node:
    if node not in known:
        known[node] = make()
        known[node].meta = copy.copy(node.meta)
    return known[node]


def split_by_tags(
    gm: GraphModule,
    tags: Sequence[str],
    return_fqn_mapping: bool = False,
    return_tuple: bool = False,
    GraphModuleCls: type[GraphModule] = GraphModule,  # noqa: N803 - PyTorch's name
) -> Any:
    """Split a module's graph into one submodule for each tag.

    Nodes that compute something have a ``tag``; arguments, attributes and the result need none: attributes go where
    they are used.

    Args:
        gm: The module.
        tags: The tags, in the order in which their submodules run.
        return_fqn_mapping: Return also where the submodules and attributes of ``gm`` are in the new module.
        return_tuple: Do submodules with one result return a tuple?
        GraphModuleCls: The class of the new module.

    Returns:
        The new module; with ``return_fqn_mapping`` also a dictionary of old and new names.

    Raises:
        AssertionError: a node has no tag, or needs one of a later tag.
        RuntimeError: the graph has no result.
    """
    parts = {tag: Component(Graph(), place, f"{tag}") for place, tag in enumerate(tags)}
    home = _fill(gm, parts)
    output = next((node for node in gm.graph.nodes if node.op == "output"), None)
    if output is None:
        raise RuntimeError("Graph had no output node!")
    for used in output.all_input_nodes:
        if used in home:
            home[used].outputs[used] = None
    graph, env = Graph(), dict[Node, Any]()
    root: dict[str, Any] = {}
    for node in gm.graph.nodes:
        if node.op == "placeholder":
            _described(env, node, lambda node=node: graph.placeholder(node.name, type_expr=node.type))
        elif node.op == "get_attr" and output in node.users:
            env[node] = graph.get_attr(node.name, type_expr=node.type)
            root[node.name] = attribute_of(gm, node.target)
    names: dict[str, str] = {}
    for part in parts.values():
        names.update(_finish(gm, part, return_tuple))
        call = graph.call_module(part.name, tuple(env[node] for node in part.inputs))
        if len(part.outputs) == 1 and not return_tuple:
            env[next(iter(part.outputs))] = call
        else:
            env.update({node: graph.call_function(getitem, (call, at)) for at, node in enumerate(part.outputs)})
    graph.output(map_arg(output.args[0], env.__getitem__))
    graph.set_codegen(gm.graph._codegen)
    holder = HolderModule({part.name: part.gm for part in parts.values()})
    for name, value in root.items():
        setattr(holder, name, value)
    made = GraphModuleCls(holder, graph)
    return (made, names) if return_fqn_mapping else made


def _fill(gm: GraphModule, parts: dict[str, Component]) -> dict[Node, Component]:
    """Copy each node into the part of its tag; which part that is."""
    home: dict[Node, Component] = {}
    for node in gm.graph.nodes:
        if node.op in {"placeholder", "get_attr", "output"}:
            continue
        if not hasattr(node, "tag"):
            raise AssertionError(f"Node does not have tag: {node.format_node()}")
        part = home[node] = parts[node.tag]
        for used in node.all_input_nodes:
            if used not in home or home[used] is part:
                continue
            if home[used].order > part.order:
                raise AssertionError(
                    f"Component {part.name} order must be >= max of its upstream components, "
                    f"order={part.order} and max={home[used].order}"
                )
            home[used].outputs[used] = None
        part.env[node] = part.graph.node_copy(node, part.node_of)
        part.env[node].tag = node.tag  # type: ignore[attr-defined]  # a tag of programs
    return home


def _finish(gm: GraphModule, part: Component, return_tuple: bool) -> dict[str, str]:
    """Give a part its result and its module; where it has what it takes from the whole."""
    results = tuple(part.env[node] for node in part.outputs)
    part.graph.output(results[0] if len(results) == 1 and not return_tuple else results)
    part.gm, names = lift_subgraph_as_module(gm, part.graph, part.name)
    return names
