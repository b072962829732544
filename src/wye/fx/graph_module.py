"""GraphModule: a module whose forward is the code of its graph.

Warm: calling it runs generated code.  Made from a graph and the module (or dict) that has what its nodes name.
"""

from __future__ import annotations

import copy
import itertools
import linecache
import weakref
from typing import TYPE_CHECKING, Any, Final

import wye.shown as shown
from wye.fx.codegen import PendingCode, PyTreeCodeGen
from wye.fx.graph import Graph
from wye.fx.node import Node, map_aggregate, map_arg
from wye.nn.modules.module import Module
from wye.nn.parameter import Parameter
from wye.tensors import Tensor

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from wye.fx.codegen import PythonCode

__all__ = ["GraphModule"]

_numbers: Final = itertools.count()
# What a copy makes for itself.
_OWN: Final = frozenset({"_graph", "_code", "_pending", "_replace_hooks", "_create_node_hooks", "_erase_node_hooks"})


class GraphModule(Module):
    """A module whose ``forward`` is generated from a graph.

    >>> import operator
    >>> graph = Graph()
    >>> _ = graph.output(graph.call_function(operator.add, (graph.placeholder("x"), 1)))
    >>> GraphModule({}, graph)(41)
    42

    Attributes:
        graph: The graph; assign another one, or call `recompile` after changing it.
        code: The generated code.
        meta: What passes know about it.
    """

    forward: Callable[..., Any]
    meta: dict[str, Any]
    _graph: Graph

    def __new__(cls, *args: Any, **kwargs: Any) -> GraphModule:
        """Make an object of a class of its own, which gets the generated forward."""
        base = _written(cls)
        place = {"_is_generated": True, "__module__": f"{shown.package}.fx.graph_module"}
        return super().__new__(type("GraphModuleImpl", (base,), place))

    def __init__(self, root: Any, graph: Graph, class_name: str = "GraphModule") -> None:
        """Make a module of a graph.

        Args:
            root: A module, or a dict by dotted names, with the attributes and submodules that nodes name.
            graph: The graph; it is taken, not copied.
            class_name: The name of the module's class.

        Raises:
            RuntimeError: ``root`` is neither, or a dict without what a node names.
            AttributeError: the module lacks what a node names.
        """
        super().__init__()
        self.__class__.__name__ = class_name
        self.__dict__["meta"] = {}
        if isinstance(root, Module):
            self.training = root.training
            for name in _targets(graph):
                _copy_attribute(root, self, name)
        elif isinstance(root, dict):
            self._assign_all(root, graph)
        else:
            raise RuntimeError(f"Unsupported type {root} passed for root!")
        self.graph = graph

    def _assign_all(self, root: dict[str, Any], graph: Graph) -> None:
        for node in graph.nodes:
            if node.op in {"get_attr", "call_module"} and node.target not in root:
                raise RuntimeError(
                    f"Node {node} referenced target {node.target} but that target was not provided in ``root``!"
                )
        for name in sorted(_targets(graph), key=lambda name: name.count(".")):
            _assign(root[name], self, name)

    @property
    def graph(self) -> Graph:
        """The graph."""
        return self._graph

    @graph.setter
    def graph(self, graph: Graph) -> None:
        if not isinstance(graph, Graph):
            raise AssertionError(f"Expected a Graph instance, but got {type(graph)}")
        self.__dict__["_graph"] = graph
        graph.owning_module = self
        self._remember()
        if not self._can_wait():
            self._generate()

    @property
    def code(self) -> str:
        """The generated code.

        Raises:
            RuntimeError: there is none yet.
        """
        if "_code" not in self.__dict__:
            if "_pending" not in self.__dict__:
                raise RuntimeError("Code has not been generated! Please report a bug to PyTorch")
            self._generate()
        return str(self._code)

    def recompile(self) -> PythonCode:
        """Make the graph, as it is now, the forward; call it after changing the graph."""
        self._remember()
        return self.__dict__["_pending"] if self._can_wait() else self._generate()

    def _remember(self) -> None:
        """Let the forward be the graph as it is now.  See Note [Code is made when it is asked for]."""
        codegen = self._graph._codegen
        own = self.__dict__
        if isinstance(codegen, PyTreeCodeGen):
            own["_in_spec"], own["_out_spec"] = codegen.pytree_info.in_spec, codegen.pytree_info.out_spec
        own.pop("_code", None)
        own["_pending"] = PendingCode(codegen.copied(), self._graph.nodes)
        type(self).forward = _PendingForward(self)  # type: ignore[assignment]  # reading it gives the function

    def _can_wait(self) -> bool:
        """May the code be generated later?  Not where that may fail, or do more than PyTorch's form of code."""
        pending: PendingCode = self.__dict__["_pending"]
        return pending.is_usual and pending.codegen.body_transformer is None and pending.ends_with_output

    def _generate(self) -> PythonCode:
        made: PythonCode = self.__dict__["_pending"]
        if not self.__dict__["_pending"].is_usual:
            made = self._graph.python_code(root_module="self")
        type(self).forward = _compiled(made, self._graph._origin)
        self.__dict__["_code"] = made.src
        self.__dict__.pop("_pending", None)
        return made

    # ---- submodules --------------------------------------------------------------------------------------------------

    def add_submodule(self, target: str, m: Module) -> bool:
        """Put a module at a dotted name; modules on the way are made.

        Returns:
            False where something else is on the way.
        """
        *path, name = target.split(".")
        place: Module = self
        for part in path:
            inner = getattr(place, part, None)
            if inner is None:
                inner = Module()
                setattr(place, part, inner)
            if not isinstance(inner, Module):
                return False
            place = inner
        place.add_module(name, m)
        return True

    def delete_submodule(self, target: str) -> bool:
        """Remove the module at a dotted name.

        Returns:
            False where there is none.
        """
        *path, name = target.split(".")
        place: Any = self
        for part in path:
            place = getattr(place, part, None)
            if not isinstance(place, Module):
                return False
        if not isinstance(getattr(place, name, None), Module):
            return False
        delattr(place, name)
        return True

    def delete_all_unused_submodules(self) -> None:
        """Remove the submodules that no node names."""
        used: set[str] = set()
        for node in self._graph.nodes:
            if node.op in {"call_module", "get_attr"}:
                parts = node.target.split(".")
                used.update(".".join(parts[: at + 1]) for at in range(len(parts)))
                if node.op == "call_module":
                    inner = self.get_submodule(node.target)
                    used.update(f"{node.target}.{name}" for name, _ in inner.named_modules() if name)
        for name in [name for name, _ in self.named_modules() if name and name not in used]:
            self.delete_submodule(name)

    # ---- copies ------------------------------------------------------------------------------------------------------

    def __deepcopy__(self, memo: dict[int, Any]) -> GraphModule:
        made: GraphModule = GraphModule.__new__(type(self))
        memo[id(self)] = made  # `meta` may lead back to it
        plain = Module()
        kept = {k: v for k, v in self.__dict__.items() if k not in _OWN}
        plain.__dict__.update(copy.deepcopy(kept, memo))
        return _filled(made, plain, copy.deepcopy(self._graph, memo), type(self).__name__)

    def __copy__(self) -> GraphModule:
        plain = Module()
        kept = {k: v for k, v in self.__dict__.items() if k not in _OWN}
        plain.__dict__.update(kept)
        return _restored(plain, copy.deepcopy(self._graph), type(self))

    def _replicate_for_data_parallel(self) -> GraphModule:
        made = copy.copy(self)
        made.__dict__["_is_replica"] = True
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        kept = {k: v for k, v in self.__dict__.items() if k not in _OWN}
        cls, codegen = type(self), copy.copy(self._graph._codegen)
        return _unpickled, (kept, _as_rows(self._graph), codegen, cls.__name__, _written(cls))

    def to_folder(self, folder: str | os.PathLike[str], module_name: str = "FxModule") -> None:
        """Write it as a package of Python: code, parameters and submodules.

        Args:
            folder: Where; it is made if it is not there.
            module_name: The name of the class in the package.
        """
        from wye.fx.folders import write_folder  # here: few write one

        write_folder(self, folder, module_name)

    # ---- changes -----------------------------------------------------------------------------------------------------

    def _register_replace_node_hook(self, f: Callable[..., Any]) -> None:
        """Call ``f(old, new, user)`` for every user that is given another node: ``new`` is that node's name."""
        self._hooks("replace").append(f)

    def _register_create_node_hook(self, f: Callable[[Node], Any]) -> None:
        """Call ``f`` with every node that is put into the graph."""
        self._hooks("create_node").append(f)

    def _register_erase_node_hook(self, f: Callable[[Node], Any]) -> None:
        """Call ``f`` with every node that is taken out of the graph."""
        self._hooks("erase_node").append(f)

    def _unregister_replace_node_hook(self, f: Callable[..., Any]) -> None:
        self._hooks("replace").remove(f)

    def _unregister_create_node_hook(self, f: Callable[[Node], Any]) -> None:
        self._hooks("create_node").remove(f)

    def _unregister_erase_node_hook(self, f: Callable[[Node], Any]) -> None:
        self._hooks("erase_node").remove(f)

    def _hooks(self, kind: str) -> list[Callable[..., Any]]:
        found: list[Callable[..., Any]] = self.__dict__.setdefault(f"_{kind}_hooks", [])
        return found

    # ---- text --------------------------------------------------------------------------------------------------------

    def print_readable(
        self,
        print_output: bool = True,
        include_stride: bool = False,
        include_device: bool = False,
        colored: bool = False,
        **options: Any,
    ) -> str:
        """The code with the dtype and shape of every value, and that of the graph modules below it.

        Args:
            print_output: Print it, too.
            include_stride: Show strides.
            include_device: Show devices.
            colored: Accepted; text has no colours here.
            options: Further options of PyTorch, accepted.
        """
        made = self._graph.python_code(
            "self", verbose=True, include_stride=include_stride, include_device=include_device
        )
        body = "\n".join(f"    {line}" if line.strip() else "" for line in made.src.lstrip("\n").split("\n"))
        parts = [f"class {type(self).__name__}({shown.package}.nn.Module):\n{body.rstrip()}\n"]
        for name, child in self.named_children():
            if isinstance(child, GraphModule):
                text = child.print_readable(False, include_stride, include_device)
                indented = "\n".join(f"    {line}" if line else "" for line in text.split("\n"))
                parts.append(indented.replace(f"class {type(child).__name__}(", f"class {name}(", 1))
        text = "\n".join(parts)
        if print_output:
            print(text)
        return text

    def __str__(self) -> str:
        reminder = "# To see more debug info, please use `graph_module.print_readable()`"
        return "\n".join([super().__repr__(), self.code, reminder])

    def _repr_svg_(self) -> str:
        return self._graph._repr_svg_()


# Note [Code is made when it is asked for]
# Most traced graphs are looked at, changed or taken apart, and never run; generating and compiling their code costs
# more than tracing them. So a module remembers what its nodes were when it got the graph (or at `recompile`), and
# makes the code when somebody reads `code` or `forward`. Later changes of the graph wait for the next `recompile`.
# Broken by: reading nodes while code is generated, instead of the steps that were made of them.
# Guarded by: tests/unit/fx/test_graph_module.py::test_changes_of_the_graph_wait_for_recompile


class _PendingForward:
    """Stands for the forward of a module whose code has not been generated: reading it generates the code."""

    def __init__(self, module: GraphModule) -> None:
        self.module = weakref.ref(module)

    def __get__(self, instance: Any, owner: type) -> Any:
        module = self.module()
        if module is not None and "_pending" in module.__dict__:
            module._generate()
        found = owner.__dict__.get("forward")
        if found is None or found is self:
            raise AttributeError("forward")
        return found if instance is None else found.__get__(instance, owner)


def _targets(graph: Graph) -> list[str]:
    """The names of what nodes read or call, each once."""
    return list(dict.fromkeys(node.target for node in graph.nodes if node.op in {"get_attr", "call_module"}))


def _copy_attribute(source: Any, goal: Module, target: str) -> None:
    """Give ``goal`` what ``source`` has at a dotted name."""
    *path, _ = target.split(".")
    value = source
    for part in path:
        value = getattr(value, part)
    _assign(getattr(value, target.rpartition(".")[2]), goal, target)


def _assign(value: Any, goal: Any, target: str) -> None:
    """Put a value at a dotted name; modules on the way are made.  A plain tensor becomes a buffer."""
    *path, name = target.split(".")
    for part in path:
        inner = getattr(goal, part, None)
        if inner is None:
            inner = Module()
            setattr(goal, part, inner)
        goal = inner
    if isinstance(value, Tensor) and not isinstance(value, Parameter):
        goal.register_buffer(name, value)
    else:
        setattr(goal, name, value)


def _compiled(made: PythonCode, origin: str) -> Callable[..., Any]:
    """The function whose source this is; tracebacks show its lines, and which function was traced."""
    name = f"<eval_with_key>.{next(_numbers)}{origin}"
    linecache.cache[name] = (len(made.src), None, made.src.splitlines(keepends=True), name)
    space = dict(made.globals)
    exec(compile(made.src, name, "exec"), space)
    function: Callable[..., Any] = space["forward"]
    return function


def _written(cls: type) -> type:
    """The class that an object's own class, made for its forward, is a subclass of."""
    return next((one for one in cls.__mro__ if "_is_generated" not in one.__dict__), cls)


def _restored(plain: Module, graph: Graph, cls: type, class_name: str = "") -> GraphModule:
    return _filled(GraphModule.__new__(cls), plain, graph, class_name or cls.__name__)


def _filled(made: GraphModule, plain: Module, graph: Graph, class_name: str) -> GraphModule:
    """A module without anything in it, with a graph and the members of another one."""
    GraphModule.__init__(made, plain, graph, class_name)
    for key, value in plain.__dict__.items():
        if key in {"_parameters", "_buffers", "_modules"}:
            for name, one in value.items():
                if name not in getattr(made, key):
                    getattr(made, key)[name] = one
        elif key not in made.__dict__ or key in {"training", "meta"}:
            made.__dict__[key] = value
    return made


class _Ref:
    """Stands for a node in pickled arguments."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __reduce__(self) -> tuple[Any, ...]:
        return _Ref, (self.name,)


def _as_rows(graph: Graph) -> list[tuple[Any, ...]]:
    def ref(node: Node) -> _Ref:
        return _Ref(node.name)

    return [
        (node.op, node.name, node.target, map_arg(node.args, ref), map_arg(node.kwargs, ref), node.type)
        for node in graph.nodes
    ]


def _unpickled(
    kept: dict[str, Any], rows: list[tuple[Any, ...]], codegen: Any, class_name: str, cls: type = GraphModule
) -> GraphModule:
    graph, nodes = Graph(), dict[str, Node]()

    def node_of(value: Any) -> Any:
        return nodes[value.name] if isinstance(value, _Ref) else value

    for op, name, target, args, kwargs, annotation in rows:
        made = map_aggregate(args, node_of), dict(map_aggregate(kwargs, node_of))
        nodes[name] = graph.create_node(op, target, *made, name=name, type_expr=annotation)
    graph._codegen = codegen
    plain = Module()
    plain.__dict__.update(kept)
    return _restored(plain, graph, cls, class_name)
