"""Interpreter: runs a graph node by node.  Transformer: makes another graph of it.

Warm: one method call per node, which subclasses override.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from wye.fx.graph import Graph
from wye.fx.graph_checks import attribute_of
from wye.fx.graph_module import GraphModule
from wye.fx.node import Node, map_aggregate, map_arg
from wye.fx.proxy import Proxy
from wye.fx.traceback import has_preserved_node_meta, preserve_node_meta, set_current_meta
from wye.fx.tracer import Tracer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wye.nn.modules.module import Module

__all__ = ["Interpreter", "Transformer"]

_MISSING = object()


class Interpreter:
    """Runs the nodes of a module's graph; subclasses override `run_node` or the method of a kind of node.

    Attributes:
        module: The module.
        graph: Its graph.
        env: The results so far, by node.
        garbage_collect_values: Forget results after their last use.
    """

    def __init__(self, module: Module, garbage_collect_values: bool = True, graph: Graph | None = None) -> None:
        """Make an interpreter of a module.

        Args:
            module: Has what nodes name.
            garbage_collect_values: Forget results after their last use.
            graph: What to run; the module's graph without it.
        """
        self.module: Any = module
        self.submodules = dict(module.named_modules())
        self.graph: Graph = self.module.graph if graph is None else graph
        self.env: dict[Node, Any] = {}
        self.name = "Interpreter"
        self.garbage_collect_values = garbage_collect_values
        self.extra_traceback = True
        self.user_to_last_uses: dict[Node, list[Node]] = _last_uses(self.graph) if garbage_collect_values else {}

    def run(self, *args: Any, initial_env: dict[Node, Any] | None = None, enable_io_processing: bool = True) -> Any:
        """Run the graph.

        Args:
            args: The arguments.
            initial_env: Results that are known already, by node.
            enable_io_processing: Take trees of arguments apart, and put the result together, as the module does.

        Raises:
            RuntimeError: an argument is missing.  Errors of nodes say which node it was.
        """
        self.env = {} if initial_env is None else dict(initial_env)
        if enable_io_processing:
            args = tuple(self.graph.process_inputs(*args))
        self.args_iter = iter(args)
        for node in self.graph.nodes:
            if node in self.env:
                continue
            try:
                self.env[node] = self.run_node(node)
            except Exception as error:
                if self.extra_traceback:
                    _say_where(error, node)
                raise
            for used in self.user_to_last_uses.get(node, ()):
                del self.env[used]
            if node.op == "output":
                result = self.env[node]
                return self.graph.process_outputs(result) if enable_io_processing else result
        return None

    def boxed_run(self, args_list: list[Any]) -> Any:
        """Run the graph on a list of arguments, which is emptied, so that they can be freed early."""
        known: dict[Node, Any] = {}
        values = iter(args_list)
        for node in self.graph.nodes:
            if node.op == "placeholder":
                known[node] = next(values)
        args_list.clear()
        return self.run(initial_env=known)

    @contextmanager
    def _set_current_node(self, node: Node) -> Iterator[None]:
        yield

    def run_node(self, n: Node) -> Any:
        """The result of one node."""
        args, kwargs = self.fetch_args_kwargs_from_env(n)
        if not has_preserved_node_meta():
            return getattr(self, n.op)(n.target, args, kwargs)
        with set_current_meta(n):
            return getattr(self, n.op)(n.target, args, kwargs)

    def placeholder(self, target: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """The next argument, or its default.

        Raises:
            RuntimeError: there is none.
        """
        if target.startswith("*"):
            return list(self.args_iter)
        value = next(self.args_iter, _MISSING)
        if value is not _MISSING:
            return value
        if args:
            return args[0]
        raise RuntimeError(f"Expected positional argument for parameter {target}, but one was not passed in!")

    def get_attr(self, target: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A value of the module."""
        return self.fetch_attr(target)

    def call_function(self, target: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """The result of a function."""
        return target(*args, **kwargs)

    def call_method(self, target: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """The result of a method of the first argument."""
        self_obj, *rest = args
        return getattr(self_obj, target)(*rest, **kwargs)

    def call_module(self, target: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """The result of a submodule."""
        return self.fetch_attr(target)(*args, **kwargs)

    def output(self, target: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """The result of the graph."""
        return args[0]

    def fetch_attr(self, target: str) -> Any:
        """What the module has at a dotted name.

        Raises:
            RuntimeError: nothing.
        """
        try:
            return attribute_of(self.module, target)
        except AttributeError as error:
            raise RuntimeError(f"Node referenced nonexistent target {target}") from error

    def fetch_args_kwargs_from_env(self, n: Node) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The arguments of a node as values."""
        kwargs = n._kwargs
        return self.map_nodes_to_values(n._args, n), self.map_nodes_to_values(kwargs, n) if kwargs else {}

    def map_nodes_to_values(self, args: Any, n: Node) -> Any:
        """Arguments with the results of nodes in their place.

        Raises:
            RuntimeError: a node has not been run.
        """
        try:
            return map_arg(args, self.env.__getitem__)
        except KeyError as error:
            used = error.args[0]
        raise RuntimeError(f"Node {n} referenced nonexistent value {used}! Run Graph.lint() to diagnose")


class Transformer(Interpreter):
    """Makes another graph by running this one on proxies; methods of kinds of nodes say what becomes of them."""

    def __init__(self, module: GraphModule) -> None:
        """Make a transformer of a module's graph."""
        super().__init__(module)
        self.new_graph = Graph()
        self.new_graph.set_codegen(module.graph._codegen)

        class TransformerTracer(Tracer):
            def __init__(self, graph: Graph) -> None:
                super().__init__()
                self.graph = graph

            def is_leaf_module(self, m: Module, module_qualified_name: str) -> bool:
                return True

        self.tracer: Any = TransformerTracer(self.new_graph)
        self.tracer.root = module

    def placeholder(self, target: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Proxy:
        """A placeholder of the new graph."""
        default = args[0] if args else ...
        return Proxy(self.new_graph.placeholder(target, default_value=default), self.tracer)

    def get_attr(self, target: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """An attribute in the new graph."""
        return self.tracer.create_proxy("get_attr", target, args, kwargs)

    def call_module(self, target: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A call of a submodule in the new graph."""
        return self.tracer.call_module(self.fetch_attr(target), self.fetch_attr(target).forward, args, kwargs)

    def call_function(self, target: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A call of a function in the new graph."""
        return self.tracer.create_proxy("call_function", target, args, kwargs)

    def transform(self) -> GraphModule:
        """The new module."""
        output = next((node for node in self.graph.nodes if node.op == "output"), None)
        with preserve_node_meta():
            result = super().run(enable_io_processing=False)
        if result is not None:

            def strip(value: Any) -> Any:
                return value.node if isinstance(value, Proxy) else value

            made = self.new_graph.output(map_aggregate(result, strip))
            if output is not None:
                made.type, made.meta = output.type, dict(output.meta)
        return GraphModule(self.module, self.new_graph, type(self.module).__name__)


def _last_uses(graph: Graph) -> dict[Node, list[Node]]:
    seen: set[Node] = set()
    found: dict[Node, list[Node]] = {}
    for user in reversed(graph.nodes):
        last = [used for used in user._input_nodes if used not in seen]
        if last:
            seen.update(last)
            found[user] = last
    return found


def _say_where(error: Exception, node: Node) -> None:
    """Add to the message of an error which node it was."""
    message = f"While executing {node.format_node()}"
    if error.args and isinstance(error.args[0], str):
        error.args = (f"{error.args[0]}\n\n{message}", *error.args[1:])
    else:
        error.add_note(message)
