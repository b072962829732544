"""Graph: the steps of a program, in order, as data.

Warm: tracing appends to it.  In: calls of its methods.  Out: nodes; text (`codegen`), results (`interpreter`).
"""

from __future__ import annotations

import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import wye.shown as shown
from wye._engine import engine
from wye.fx.codegen import CodeGen, PythonCode
from wye.fx.graph_checks import has_attribute, lint
from wye.fx.names import Namespace, name_of_target
from wye.fx.node import Node, Target, map_arg
from wye.fx.table import table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["Graph"]

_new_node: Final = engine.new_node
_MISSING_ATTRIBUTE = (
    "Attempted to insert a get_attr Node with no underlying reference in the owning GraphModule! Call "
    "GraphModule.add_submodule to add the necessary submodule, GraphModule.add_parameter to add the necessary "
    "Parameter, or nn.Module.register_buffer to add the necessary buffer"
)
_MISSING_MODULE = (
    "Attempted to insert a call_module Node with no underlying reference in the owning GraphModule! Call "
    "GraphModule.add_submodule to add the necessary submodule"
)


class _node_list:  # noqa: N801 - PyTorch's name
    """The nodes of a graph in order, or backwards; erasing while going through them is safe."""

    def __init__(self, graph: Graph, direction: str = "_next") -> None:
        self.graph, self.direction = graph, direction

    def __len__(self) -> int:
        return self.graph._len

    def __iter__(self) -> Iterator[Node]:
        return _forwards(self.graph._root) if self.direction == "_next" else _backwards(self.graph._root)

    def __repr__(self) -> str:
        return f"<{shown.package}.fx.graph._node_list object at {id(self):#x}>"

    def __reversed__(self) -> _node_list:
        return _node_list(self.graph, "_prev" if self.direction == "_next" else "_next")


def _forwards(root: Node) -> Iterator[Node]:
    node = root._next
    while node is not root:
        if not node._erased:
            yield node
        node = node._next


def _backwards(root: Node) -> Iterator[Node]:
    node = root._prev
    while node is not root:
        if not node._erased:
            yield node
        node = node._prev


class _Insertion:
    """Restores the place where nodes are inserted."""

    def __init__(self, graph: Graph, insert: Callable[[Node], None] | None) -> None:
        self.graph, self.before = graph, graph._insert
        graph._insert = insert

    def __enter__(self) -> None:
        pass

    def __exit__(self, *exc: object) -> None:
        self.graph._insert = self.before


class Graph:
    """A program as a list of nodes: inputs, calls, one output.

    >>> import operator
    >>> graph = Graph()
    >>> x = graph.placeholder("x")
    >>> _ = graph.output(graph.call_function(operator.add, (x, 1)))
    >>> print(graph)
    graph():
        %x : [num_users=1] = placeholder[target=x]
        %add : [num_users=1] = call_function[target=operator.add](args = (%x, 1), kwargs = {})
        return add
    """

    def __init__(
        self, owning_module: Any = None, tracer_cls: type | None = None, tracer_extras: dict[str, Any] | None = None
    ) -> None:
        """Make an empty graph.

        Args:
            owning_module: The module whose attributes and submodules its nodes name.
            tracer_cls: The class of the tracer that fills it.
            tracer_extras: What that tracer was made with.
        """
        self._root = Node(self, "", "output", "root", (), {})
        self._root.op = "root"  # what comes before the first node and after the last one
        self._len = 0
        self._insert: Callable[[Node], None] | None = None  # None: at the end
        self._graph_namespace = Namespace()
        self._positions: dict[Node, int] | None = None
        self._owning_module = owning_module
        self._origin = ""  # where the traced function is, for the file name of the code
        self._tracer_cls, self._tracer_extras = tracer_cls, tracer_extras
        self._codegen: CodeGen = CodeGen()
        self._co_fields: dict[str, Any] = {}

    @property
    def owning_module(self) -> Any:
        """The module whose attributes and submodules its nodes name, or None."""
        return self._owning_module

    @owning_module.setter
    def owning_module(self, module: Any) -> None:
        self._owning_module = module

    @property
    def nodes(self) -> _node_list:
        """The nodes, in order."""
        return _node_list(self)

    def _reordered(self) -> None:
        self._positions = None

    def _position(self, node: Node) -> int:
        if self._positions is None:
            self._positions = {node: at for at, node in enumerate(self.nodes)}
        return self._positions[node]

    # ---- making nodes ------------------------------------------------------------------------------------------------

    def create_node(
        self,
        op: str,
        target: Target,
        args: tuple[Any, ...] | None = None,
        kwargs: dict[str, Any] | None = None,
        name: str | None = None,
        type_expr: Any = None,
    ) -> Node:
        """Make a node and put it at the place of insertion: the end, or as `inserting_before` says.

        Args:
            op: Its kind.
            target: What it calls or reads.
            args: Arguments, with nodes in them.
            kwargs: Keyword arguments.
            name: The wanted name; None: by the target.
            type_expr: The annotation of its result.

        Raises:
            AssertionError: there is no such kind, or arguments are no tuple.
            ValueError: the target does not fit the kind.
        """
        args, kwargs = args or (), kwargs or {}
        if not isinstance(args, tuple):
            raise AssertionError("args must be a tuple")
        if not isinstance(kwargs, dict):
            raise AssertionError("kwargs must be a dict")
        unique = self._graph_namespace.create_name(name_of_target(target) if name is None else name, None)
        insert = self._insert
        if insert is None:
            node: Node = _new_node(self, unique, op, target, args, kwargs, type_expr, self._root)
            self._positions = None
        else:
            node = Node(self, unique, op, target, args, kwargs, type_expr)
            insert(node)
        self._len += 1
        if self._owning_module is not None:
            for hook in self._hooks("_create_node_hooks"):
                hook(node)
        return node

    def _hooks(self, kind: str) -> tuple[Callable[..., Any], ...]:
        """What the module that owns it calls at changes."""
        return tuple(getattr(self.owning_module, "__dict__", {}).get(kind, ()))

    def placeholder(self, name: str, type_expr: Any = None, default_value: Any = ...) -> Node:
        """An input: the next parameter of the function; ``*args`` and ``**kwargs`` take the rest."""
        args = () if default_value is ... else (default_value,)
        return self.create_node("placeholder", name, args=args, type_expr=type_expr)

    def get_attr(self, qualified_name: str, type_expr: Any = None) -> Node:
        """A value of the module: ``"layer.weight"``.  Warns where the module has none of this name."""
        if self._owning_module is not None and not has_attribute(self._owning_module, qualified_name):
            warnings.warn(_MISSING_ATTRIBUTE, stacklevel=2)
        return self.create_node("get_attr", qualified_name, type_expr=type_expr)

    def call_module(
        self,
        module_name: str,
        args: tuple[Any, ...] | None = None,
        kwargs: dict[str, Any] | None = None,
        type_expr: Any = None,
        name: str | None = None,
    ) -> Node:
        """A call of a submodule: ``"encoder.0"``.  Warns where the module has none of this name."""
        if self._owning_module is not None and not has_attribute(self._owning_module, module_name):
            warnings.warn(_MISSING_MODULE, stacklevel=2)
        return self.create_node("call_module", module_name, args, kwargs, name, type_expr)

    def call_method(
        self,
        method_name: str,
        args: tuple[Any, ...] | None = None,
        kwargs: dict[str, Any] | None = None,
        type_expr: Any = None,
        name: str | None = None,
    ) -> Node:
        """A call of a method of the first argument."""
        return self.create_node("call_method", method_name, args, kwargs, name, type_expr)

    def call_function(
        self,
        the_function: Callable[..., Any],
        args: tuple[Any, ...] | None = None,
        kwargs: dict[str, Any] | None = None,
        type_expr: Any = None,
        name: str | None = None,
    ) -> Node:
        """A call of a function or an operator."""
        return self.create_node("call_function", the_function, args, kwargs, name, type_expr)

    def output(self, result: Any, type_expr: Any = None) -> Node:
        """The result: a tree with nodes in it."""
        return self.create_node("output", "output", args=(result,), type_expr=type_expr)

    def node_copy(self, node: Node, arg_transform: Callable[[Node], Any] = lambda node: node) -> Node:
        """Make a node here like one of another graph.

        Args:
            node: The other one.
            arg_transform: The node of this graph for each node among its arguments.
        """
        args = map_arg(node._args, arg_transform)
        kwargs = map_arg(node._kwargs, arg_transform) if node._kwargs else None
        copied = self.create_node(node.op, node.target, args, kwargs, node.name, node.type)
        copied.meta = node.meta.copy()
        return copied

    def graph_copy(self, g: Graph, val_map: dict[Node, Any], return_output_node: bool = False) -> Any:
        """Make copies here of all nodes of another graph.

        Args:
            g: The other graph.
            val_map: The node here for each node there; those that are in it already are not copied.
            return_output_node: Give the output node there, too.

        Returns:
            The result of the other graph, in nodes of this one; None where it has no output.
        """
        here = val_map.__getitem__
        for node in g.nodes:
            if node in val_map:
                continue
            if node.op == "output":
                result = map_arg(node.args[0], here)
                return (result, node) if return_output_node else result
            val_map[node] = self.node_copy(node, here)
        return None

    def __deepcopy__(self, memo: dict[int, Any] | None = None) -> Graph:
        made = Graph(tracer_cls=self._tracer_cls)
        made._origin = self._origin
        memo = memo if memo is not None else {}
        memo[id(self)] = made
        copies: dict[Node, Any] = {}
        found = made.graph_copy(self, copies, return_output_node=True)
        made._codegen = self._codegen.copied()
        if found is not None:
            result, old = found
            made.output(result, old.type).meta = dict(old.meta)
        return made

    # ---- places ------------------------------------------------------------------------------------------------------

    def inserting_before(self, n: Node | None = None) -> _Insertion:
        """Insert new nodes before ``n`` from now on, or inside a ``with``; before all of them without ``n``.

        Raises:
            AssertionError: ``n`` is of another graph.
        """
        if n is None:
            return self.inserting_after(self._root)
        if n.graph is not self:
            raise AssertionError("Node to insert before is not in graph.")
        return _Insertion(self, n.prepend)

    def inserting_after(self, n: Node | None = None) -> _Insertion:
        """Insert new nodes after ``n`` from now on, or inside a ``with``; after all of them without ``n``.

        Raises:
            AssertionError: ``n`` is of another graph.
        """
        if n is None:
            return _Insertion(self, None)
        if n.graph is not self:
            raise AssertionError("Node to insert after is not in graph.")
        return _Insertion(self, n.append)

    def erase_node(self, to_erase: Node) -> None:
        """Take a node that nobody uses out of the graph.

        Raises:
            RuntimeError: it has users, or is of another graph.
        """
        if to_erase.users:
            raise RuntimeError(
                f"Tried to erase Node {to_erase} but it still had {len(to_erase.users)} users in the graph: "
                f"{to_erase.users}!"
            )
        if to_erase.graph is not self:
            raise RuntimeError(f"Attempting to remove {to_erase} from wrong graph!")
        if to_erase._erased:
            warnings.warn(f"erase_node({to_erase}) on an already erased node", stacklevel=2)
            return
        for hook in self._hooks("_erase_node_hooks"):
            hook(to_erase)
        to_erase._unlink()
        to_erase._erased = True
        self._len -= 1
        to_erase.args, to_erase.kwargs = (), {}
        self._reordered()

    # ---- questions ---------------------------------------------------------------------------------------------------

    def find_nodes(self, *, op: str, target: Target | None = None, sort: bool = True) -> list[Node]:
        """The nodes of a kind, with a target: both must be given for calls of functions.

        Raises:
            AssertionError: ``op`` is call_function, and there is no target.
        """
        if op == "call_function" and target is None:
            raise AssertionError("target must not be None for call_function op")
        return [node for node in self.nodes if node.op == op and (target is None or node.target == target)]

    def output_node(self) -> Node:
        """The output.

        Raises:
            AssertionError: there is none.
        """
        last = next(iter(reversed(self.nodes)), None)
        if last is None or last.op != "output":
            raise AssertionError("the graph has no output")
        return last

    def lint(self) -> None:
        """Check that nodes are in order and name what there is.

        Raises:
            RuntimeError: they are not.
        """
        lint(self)

    def eliminate_dead_code(self, is_impure_node: Callable[[Node], bool] | None = None) -> bool:
        """Erase the nodes that nobody uses and whose running does nothing else.

        Args:
            is_impure_node: Says of a node whether running it does something else; `Node.is_impure` without it.

        Returns:
            Whether there were any.
        """
        lint(self)
        keep = is_impure_node or Node.is_impure
        changed = False
        for node in reversed(self.nodes):
            if not node.users and not keep(node):
                self.erase_node(node)
                changed = True
        if self._owning_module is not None:
            for child in self._owning_module.children():
                inner = getattr(child, "graph", None)
                if isinstance(inner, Graph):
                    changed |= inner.eliminate_dead_code(is_impure_node)
        return changed

    # ---- text --------------------------------------------------------------------------------------------------------

    def _target_to_str(self, target: Target) -> str:
        return name_of_target(target)

    def python_code(self, root_module: str, *, verbose: bool = False, **options: Any) -> PythonCode:
        """The graph as the source of a function.

        Args:
            root_module: The variable of the module in it: ``"self"``.
            verbose: Annotate variables with dtypes and shapes.
            options: Further options of the codegen: ``include_stride``, ``include_device``.
        """
        return self._codegen.generate(self.nodes, root_module, verbose=verbose, **options)

    def set_codegen(self, codegen: CodeGen) -> None:
        """Generate code in another way from now on."""
        self._codegen = codegen

    @contextmanager
    def on_generate_code(
        self, make_transformer: Callable[[Callable[[list[str]], list[str]] | None], Callable[[list[str]], list[str]]]
    ) -> Iterator[None]:
        """Change the lines of generated code inside the ``with``.

        Args:
            make_transformer: Given what changes them so far, or None; returns what changes them from now on.
        """
        before = self._codegen.body_transformer
        self._codegen.body_transformer = make_transformer(before)
        try:
            yield
        finally:
            self._codegen.body_transformer = before

    def process_inputs(self, *args: Any) -> Any:
        """The values of the placeholders for arguments of the traced function."""
        return self._codegen.process_inputs(*args)

    def process_outputs(self, out: Any) -> Any:
        """The result of the traced function for what the output gives."""
        return self._codegen.process_outputs(out)

    def print_tabular(self) -> None:
        """Print the nodes as a table."""
        rows = [[node.op, node.name, str(node.target), str(node.args), str(node.kwargs)] for node in self.nodes]
        print(table(["opcode", "name", "target", "args", "kwargs"], rows))

    def __str__(self) -> str:
        typename = [""]
        lines = [line for line in (node.format_node([], typename) for node in self.nodes) if line]
        return "\n    ".join([f"graph(){typename[0]}:", *lines])

    def _repr_svg_(self) -> str:
        from wye.fx.picture import svg  # here: only notebooks draw

        return svg(self)
