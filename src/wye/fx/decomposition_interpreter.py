"""DecompositionInterpreter: run a graph, and record what its operators are made of in another graph.

Cold path.  In: a module with a graph, and a table of decompositions.  Out: nodes in a graph of the caller.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.fx.interpreter import Interpreter
from wye.fx.proxy import Proxy
from wye.fx.proxy_mode import ProxyTorchDispatchMode, PythonKeyTracer, decompose, is_symbolic, track_tensor_tree
from wye.pytree import tree_map
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from wye.fx.graph import Graph
    from wye.fx.node import Node

__all__ = ["DecompositionInterpreter", "is_sym_node"]


def is_sym_node(node: Node) -> bool:
    """Does a node of a traced graph stand for a symbolic number?"""
    if "val" not in node.meta:
        raise AssertionError("All nodes traced with proxy_tensor should have meta")
    return is_symbolic(node.meta["val"])


class DecompositionInterpreter(Interpreter):
    """Runs a graph; the operators that are called, with decompositions in their place, go into another graph.

    >>> import wye
    >>> from wye.fx import Graph, make_fx
    >>> module = make_fx(lambda x: x.relu())(wye.ones(2))
    >>> graph = Graph()
    >>> table = {wye.ops.aten.relu.default: lambda x: x.clamp(min=0)}
    >>> DecompositionInterpreter(module, graph, decomposition_table=table).run(wye.ones(2))
    tensor([1., 1.])
    >>> [node.name for node in graph.nodes]
    ['x_1', 'clamp', 'output']

    Attributes:
        new_graph: The graph that is recorded.
        tracer: Records it.
        decomposition_table: As in `make_fx`.
        mode: The mode that records.
    """

    def __init__(
        self,
        module: Any,
        new_graph: Graph,
        decomposition_table: Mapping[Any, Callable[..., Any]] | None = None,
        **kwargs: Any,
    ) -> None:
        """Make one.

        Args:
            module: Has the graph to run.
            new_graph: Gets the nodes.
            decomposition_table: As in `make_fx`.
            kwargs: Options of `Interpreter`.
        """
        super().__init__(module, **kwargs)
        self.new_graph = new_graph
        self.tracer = PythonKeyTracer()
        self.tracer.graph = new_graph
        self.decomposition_table = dict(decomposition_table or {})
        self.mode = ProxyTorchDispatchMode(self.tracer, "real")

    def placeholder(self, target: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """An input, in both graphs."""
        value = super().placeholder(target, args, kwargs)
        return self._tracked(value, self.new_graph.placeholder(target))

    def get_attr(self, target: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """An attribute, in both graphs."""
        value = super().get_attr(target, args, kwargs)
        return self._tracked(value, self.new_graph.get_attr(target))

    def _tracked(self, value: Any, node: Node) -> Any:
        track_tensor_tree(value, Proxy(node, self.tracer), tracer=self.tracer)
        return value

    def output(self, target: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """The result, in both graphs."""
        result = super().output(target, args, kwargs)

        def node_of(value: Any) -> Any:
            slot = self.tracer.tensor_tracker.get(value) if isinstance(value, Tensor) else None
            return self.tracer.create_arg(value) if slot is None else slot.proxy.node

        self.new_graph.output(tree_map(node_of, result))
        return result

    def run(self, *args: Any, **kwargs: Any) -> Any:
        """Run the graph on these arguments.

        Args:
            args: The inputs.
            kwargs: Options of `Interpreter.run`.
        """
        with decompose(self.decomposition_table), self.mode:
            return super().run(*args, **kwargs)
