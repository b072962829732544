"""Constant folding: what a graph computes of the module's attributes alone is computed once, and kept as attributes.

In: a module with a graph.  Out: a module with two graphs, for the constants and for the rest; the first runs at the
first call.
"""

from __future__ import annotations

from operator import getitem
from typing import TYPE_CHECKING, Any, Final

from wye.fx.graph import Graph
from wye.fx.graph_checks import attribute_of
from wye.fx.graph_module import GraphModule
from wye.fx.node import Node
from wye.fx.passes.common_subexpressions import written_nodes
from wye.fx.tracer import symbolic_trace
from wye.nn.modules.parameter_container import ParameterList
from wye.nn.parameter import Parameter
from wye.tensors import Tensor, tensor

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.nn.modules.module import Module

__all__ = ["FoldedGraphModule", "get_unique_attr_name_in_module", "split_const_subgraphs"]

_NAME: Final = "_FX_CONST_FOLDED_ATTRS"
_CALLS: Final = frozenset(("call_function", "call_method", "call_module"))


class FoldedGraphModule(GraphModule):
    """A module whose constants are computed at its first call, or by `run_folding`.

    Attributes:
        const_subgraph_module: Computes the constants; None if there are none.
        has_folding_been_run: Have they been computed?
        fx_const_folded_attrs_name: The attribute that they are kept in.
        device_for_folded_attrs: The device that they are kept on.
    """

    def __init__(
        self,
        root: Any,
        graph: Graph,
        const_subgraph: Graph | None = None,
        fx_const_folded_attrs_name: str | None = None,
        device_for_folded_attrs: str = "cpu",
    ) -> None:
        """Make the module.

        Args:
            root: What the nodes of both graphs name.
            graph: The graph without what is constant.
            const_subgraph: The graph of the constants, without inputs.
            fx_const_folded_attrs_name: The attribute that ``graph`` reads them from.
            device_for_folded_attrs: The device to keep them on.
        """
        super().__init__(root, graph)
        self.const_subgraph_module = None if const_subgraph is None else GraphModule(root, const_subgraph)
        self.has_folding_been_run = False
        self.fx_const_folded_attrs_name = fx_const_folded_attrs_name
        self.device_for_folded_attrs = device_for_folded_attrs

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the graph; the first time, compute the constants before."""
        if not self.has_folding_been_run:
            self.run_folding()
        return super().__call__(*args, **kwargs)

    def run_folding(self) -> None:
        """Compute the constants.

        Raises:
            AssertionError: they have been computed.
        """
        if self.const_subgraph_module is None or self.fx_const_folded_attrs_name is None:
            return
        assert not self.has_folding_been_run, "Attempted to run folding again"
        self.has_folding_been_run = True
        found = self.const_subgraph_module()
        kept = ParameterList(map(self._kept, found)) if isinstance(found, tuple) else self._kept(found)
        setattr(self, self.fx_const_folded_attrs_name, kept)

    def _kept(self, value: Any) -> Parameter:
        made = value.detach().clone() if isinstance(value, Tensor) else tensor(value)
        requires_grad = isinstance(value, Tensor) and value.requires_grad
        return Parameter(made.to(self.device_for_folded_attrs), requires_grad=requires_grad)


def get_unique_attr_name_in_module(mod_traced: Module, name: str) -> str:
    """A name like the given one that no attribute of a module has yet: with a number behind it, if need be."""
    wanted, number = name, 0
    while hasattr(mod_traced, name):
        number += 1
        name = f"{wanted}_{number}"
    return name


def split_const_subgraphs(
    module: Module, skip_folding_node_fn: Callable[[Node], bool] | None = None, device_for_folded_attrs: str = "cpu"
) -> FoldedGraphModule:
    """Separate what a module computes of its attributes alone.

    Args:
        module: The module; it is traced, if it has no graph.
        skip_folding_node_fn: Says which nodes are computed at every call nevertheless.
        device_for_folded_attrs: The device that the constants are kept on.

    Returns:
        A module that computes the same.
    """
    traced = module if isinstance(module, GraphModule) else symbolic_trace(module)
    constant = _constant_nodes(traced.graph, skip_folding_node_fn)
    results = [node for node in constant if node.op in _CALLS and any(user not in constant for user in node.users)]
    if not results:
        return FoldedGraphModule(traced, traced.graph)
    name = get_unique_attr_name_in_module(traced, _NAME)
    constants, env = Graph(), dict[Node, Node]()
    for node in constant:
        env[node] = constants.node_copy(node, lambda used: env[used])
    found = tuple(env[node] for node in results)
    constants.output(found[0] if len(found) == 1 else found)
    root = _attributes(traced)
    root[name] = ParameterList() if len(results) > 1 else Parameter(tensor(0.0))
    rest = _rest(traced.graph, constant, results, name)
    made = FoldedGraphModule(root, rest, constants, name, device_for_folded_attrs)
    made.train(traced.training)
    return made


def _constant_nodes(graph: Graph, skips: Callable[[Node], bool] | None) -> dict[Node, None]:
    """Attributes, and calls of constant arguments alone; what is written to is not constant."""
    found: dict[Node, None] = {}
    written = written_nodes(graph)
    for node in graph.nodes:
        if node.op in {"placeholder", "output"} or node in written or node.is_impure():
            continue
        if any(used not in found for used in node.all_input_nodes) or (skips is not None and skips(node)):
            continue
        found[node] = None
    return found


def _rest(graph: Graph, constant: dict[Node, None], results: list[Node], name: str) -> Graph:
    """The graph without what is constant: that is read from an attribute."""
    made, env = Graph(), dict[Node, Node]()
    all_of_them: Node | None = None

    def constant_value(node: Node) -> Node:
        nonlocal all_of_them
        if node.op == "get_attr":
            return made.node_copy(node)
        if all_of_them is None:
            all_of_them = made.get_attr(name)
        if len(results) == 1:
            all_of_them.meta = dict(node.meta)
            return all_of_them
        item = made.call_function(getitem, (all_of_them, results.index(node)))
        item.meta = dict(node.meta)
        return item

    def moved(node: Node) -> Node:
        if node not in env:
            env[node] = constant_value(node)
        return env[node]

    for node in graph.nodes:
        if node not in constant:
            for used in node.all_input_nodes:
                moved(used)
            env[node] = made.node_copy(node, moved)
    made.set_codegen(graph._codegen)
    return made


def _attributes(module: GraphModule) -> dict[str, Any]:
    """What the nodes of a graph name."""
    nodes = [node for node in module.graph.nodes if node.op in {"get_attr", "call_module"}]
    return {str(node.target): attribute_of(module, str(node.target)) for node in nodes}
