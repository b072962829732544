"""split_module: one module as several, each with a part of the graph."""

from __future__ import annotations

from operator import getitem
from typing import TYPE_CHECKING, Any

from wye.fx.graph import Graph
from wye.fx.graph_checks import attribute_of
from wye.fx.graph_module import GraphModule
from wye.fx.node import Node, map_arg

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["split_module"]


class _Part:
    """The nodes of one part, what they take from others and what others take from them."""

    def __init__(self, name: str) -> None:
        self.name, self.nodes = name, list[Node]()
        self.inputs: dict[Node, None] = {}
        self.outputs: dict[Node, None] = {}
        self.needs: dict[Any, None] = {}


def split_module(
    m: GraphModule,
    root_m: Any,
    split_callback: Callable[[Node], Any],
    qualname_map: dict[str, str] | None = None,
    keep_original_order: bool = False,
) -> GraphModule:
    """Split a module's graph into submodules ``submod_<part>``.

    Args:
        m: The module.
        root_m: Accepted; the module has what its nodes name.
        split_callback: The part that each node goes to.
        qualname_map: Gets the name in ``m`` of each submodule, by its new name.
        keep_original_order: Run the parts in the order of the graph.

    Returns:
        The module that calls the parts.

    Raises:
        RuntimeError: parts need each other.
    """
    parts, home = _parts(m.graph, split_callback)
    order = _order(parts)
    modules = {part: _module_of(parts[part], m, qualname_map) for part in order}
    graph, env = Graph(), dict[Node, Any]()
    for node in m.graph.nodes:
        if node.op == "placeholder" or (node.op == "get_attr" and node not in home):
            env[node] = graph.node_copy(node, lambda used: env[used])
    for key in order:
        part = parts[key]
        call = graph.call_module(part.name, tuple(env[node] for node in part.inputs))
        names = list(part.outputs)
        if len(names) == 1:
            env[names[0]] = call
        else:
            env.update({node: graph.call_function(getitem, (call, at)) for at, node in enumerate(names)})
    for node in m.graph.nodes:
        if node.op == "output":
            graph.output(map_arg(node.args[0], lambda used: env[used]))
    root: dict[str, Any] = {parts[key].name: modules[key] for key in order}
    for node in graph.nodes:
        if node.op == "get_attr":
            root[node.target] = attribute_of(m, node.target)
    graph.set_codegen(m.graph._codegen)
    return GraphModule(root, graph, type(m).__name__)


def _parts(graph: Graph, split: Callable[[Node], Any]) -> tuple[dict[Any, _Part], dict[Node, Any]]:
    parts: dict[Any, _Part] = {}
    home: dict[Node, Any] = {}
    for node in graph.nodes:
        if node.op in {"placeholder", "output"}:
            continue
        key = split(node)
        home[node] = key
        parts.setdefault(key, _Part(f"submod_{key}")).nodes.append(node)
    for node in graph.nodes:
        for used in node.all_input_nodes:
            mine, theirs = home.get(node), home.get(used)
            if node in home and (used not in home or mine != theirs):
                parts[mine].inputs[used] = None
            if used in home and (node not in home or mine != theirs):
                parts[theirs].outputs[used] = None
                if node in home:
                    parts[mine].needs[theirs] = None
    return parts, home


def _order(parts: dict[Any, _Part]) -> list[Any]:
    done: dict[Any, None] = {}
    while len(done) < len(parts):
        ready = [key for key, part in parts.items() if key not in done and all(need in done for need in part.needs)]
        if not ready:
            raise RuntimeError("cycle exists between partitions!")
        done.update(dict.fromkeys(ready[:1]))
    return list(done)


def _module_of(part: _Part, m: GraphModule, names: dict[str, str] | None) -> GraphModule:
    graph = Graph()
    env: dict[Node, Any] = {node: graph.placeholder(node.name) for node in part.inputs}
    root: dict[str, Any] = {}
    for node in part.nodes:
        env[node] = graph.node_copy(node, lambda used: env[used])
        if node.op in {"call_module", "get_attr"}:
            root[node.target] = attribute_of(m, node.target)
            if names is not None:
                names[f"{part.name}.{node.target}"] = node.target
    outputs = tuple(env[node] for node in part.outputs)
    graph.output(outputs[0] if len(outputs) == 1 else outputs)
    return GraphModule(root, graph)
