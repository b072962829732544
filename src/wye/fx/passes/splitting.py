"""split_module: one module as several, each with a part of the graph."""

from __future__ import annotations

from operator import getitem
from typing import TYPE_CHECKING, Any, NamedTuple

from wye.fx.graph import Graph
from wye.fx.graph_checks import attribute_of
from wye.fx.graph_module import GraphModule
from wye.fx.node import Node, map_arg
from wye.nn.modules.module import Module

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["split_module"]


class _Part:
    """The nodes of one part, what they take from others and what others take from them."""

    def __init__(self, name: str) -> None:
        self.name, self.nodes = name, list[Node]()
        self.inputs: dict[Node, None] = {}
        self.outputs: dict[Node, None] = {}
        self.needs: dict[str, None] = {}


class _Form(NamedTuple):
    """How submodules are written: see `split_module`."""

    keeps_node_names: bool
    keeps_input_names: bool
    returns_tuple: bool


def split_module(
    m: GraphModule,
    root_m: Any,
    split_callback: Callable[[Node], Any],
    qualname_map: dict[str, str] | None = None,
    keep_original_order: bool = False,
    keep_original_node_name: bool = False,
    keep_original_input_name: bool = True,
    *,
    partition_affix: str | None = None,
    tuple_return: bool = False,
) -> GraphModule:
    """Split a module's graph into submodules ``submod_<part>``.

    Parameters and other attributes stay in the module and are handed to the parts that use them.

    Args:
        m: The module.
        root_m: Accepted; the module has what its nodes name.
        split_callback: The part that a node goes to; asked for each node that computes something, in order.
        qualname_map: Gets the name in ``m`` of each submodule, by its new name.
        keep_original_order: Run the parts in the order in which the graph comes to them, where that is possible.
        keep_original_node_name: Do nodes have the names that they had?
        keep_original_input_name: Are arguments of parts called as the values that they get?
        partition_affix: Stands before the part in the names of submodules.
        tuple_return: Do parts with one result return a tuple?

    Returns:
        The module that calls the parts.

    Raises:
        RuntimeError: parts need each other.
    """
    parts = _parts(m.graph, split_callback, "" if partition_affix is None else f"{partition_affix}_")
    form = _Form(keep_original_node_name, keep_original_input_name, tuple_return)
    order = _order(parts)
    modules = {part: _module_of(parts[part], m, qualname_map, form) for part in order}
    graph, env = Graph(), dict[Node, Any]()
    root: dict[str, Any] = {}
    for node in m.graph.nodes:
        if node.op in {"placeholder", "get_attr"}:
            env[node] = graph.node_copy(node, lambda used: env[used])
        if node.op == "get_attr":
            root[node.target] = attribute_of(m, node.target)
    for key in order:
        part = parts[key]
        call = graph.call_module(part.name, tuple(env[node] for node in part.inputs if not _is_module(m, node)))
        names = list(part.outputs)
        if len(names) == 1 and not tuple_return:
            env[names[0]] = call
        else:
            env.update({node: graph.call_function(getitem, (call, at)) for at, node in enumerate(names)})
    for node in m.graph.nodes:
        if node.op == "output":
            graph.output(map_arg(node.args[0], lambda used: env[used]))
    root.update({parts[key].name: modules[key] for key in order})
    graph.set_codegen(m.graph._codegen)
    made = GraphModule(root, graph, type(m).__name__)
    made.meta["partition_names"] = {part.name for part in parts.values()}
    return made


def _is_module(m: GraphModule, node: Node) -> bool:
    """Does a node read a module, which no argument can be?"""
    return node.op == "get_attr" and isinstance(attribute_of(m, node.target), Module)


def _parts(graph: Graph, split: Callable[[Node], Any], affix: str) -> dict[str, _Part]:
    parts: dict[str, _Part] = {}
    home: dict[Node, str] = {}
    for node in graph.nodes:
        if node.op in {"placeholder", "get_attr", "output"}:
            continue
        key = home[node] = f"{affix}{split(node)}"
        parts.setdefault(key, _Part(f"submod_{key}")).nodes.append(node)
    for node in graph.nodes:
        mine = home.get(node)
        for used in node.all_input_nodes:
            theirs = home.get(used)
            if mine == theirs:
                continue
            if mine is not None:
                parts[mine].inputs[used] = None
            if theirs is not None:
                parts[theirs].outputs[used] = None
                if mine is not None:
                    parts[mine].needs[theirs] = None
    return parts


def _order(parts: dict[str, _Part]) -> list[str]:
    done: dict[str, None] = {}
    while len(done) < len(parts):
        ready = [key for key, part in parts.items() if key not in done and all(need in done for need in part.needs)]
        if not ready:
            raise RuntimeError("cycle exists between partitions!")
        done.update(dict.fromkeys(ready[:1]))
    return list(done)


def _module_of(part: _Part, m: GraphModule, names: dict[str, str] | None, form: _Form) -> GraphModule:
    graph = Graph()
    env: dict[Node, Any] = {}
    root: dict[str, Any] = {}
    values = [node for node in part.inputs if not _is_module(m, node)]
    for at, node in enumerate(values):
        env[node] = graph.placeholder(node.name if form.keeps_input_names else f"arg_{at}", type_expr=node.type)
        env[node].meta = dict(node.meta)
    for node in part.inputs:
        if node not in env:
            env[node] = graph.node_copy(node, lambda used: env[used])
            root[node.target] = attribute_of(m, node.target)
    for node in part.nodes:
        made = env[node] = graph.node_copy(node, lambda used: env[used])
        if form.keeps_node_names:
            made.name = node.name
        if node.op == "call_module":
            made.target = node.target.replace(".", "_")
            root[made.target] = attribute_of(m, node.target)
            if names is not None:
                names[f"{part.name}.{made.target}"] = node.target
    outputs = tuple(env[node] for node in part.outputs)
    graph.output(outputs[0] if len(outputs) == 1 and not form.returns_tuple else outputs)
    return GraphModule(root, graph)
