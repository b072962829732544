"""Symbolic tracing: a function or module run on proxies, recorded as a graph.

Warm: runs the function once.  Calls of leaf modules (those of `wye.nn`) are one node each; parameters are attributes.
"""

from __future__ import annotations

import builtins
import copy
import functools
import math
import sys
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from wye.fx.graph import Graph
from wye.fx.lazy_modules import graph_module_class
from wye.fx.patching import Patches
from wye.fx.proxy import ParameterProxy, Proxy, ProxyableClassMeta, TracerBase, usual_arguments
from wye.fx.trace_arguments import PH, root_arguments
from wye.nn.modules import traces
from wye.nn.modules.module import Module
from wye.nn.parameter import Parameter
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wye.fx.graph_module import GraphModule
    from wye.fx.node import Node

__all__ = ["PH", "Tracer", "is_fx_tracing", "symbolic_trace", "wrap"]

_wrapped: Final[dict[tuple[int, str], dict[str, Any]]] = {}  # names of functions to record, with their modules' names
_tracing: Final[list[TracerBase]] = []
_no_code: Final = (lambda: None).__code__


def is_fx_tracing() -> bool:
    """Is a function being traced now?"""
    return bool(_tracing)


def wrap(fn_or_name: Any) -> Any:
    """Record calls of a function as they are, instead of looking into it.

    Call it at the top level of the module that has the function: ``wrap("len")``, or as a decorator.

    Raises:
        RuntimeError: it is neither a function nor a name.
    """
    if not callable(fn_or_name) and not isinstance(fn_or_name, str):
        raise RuntimeError("Unsupported type for global function! Must be either a callable or string name")
    name = fn_or_name if isinstance(fn_or_name, str) else fn_or_name.__name__
    frame = sys._getframe(1)
    if frame.f_code.co_name != "<module>" and "<eval_with_key>" not in frame.f_code.co_filename:
        raise NotImplementedError("wrap must be called at the top level of a module")
    _wrapped[(id(frame.f_globals), name)] = frame.f_globals
    return fn_or_name


class Tracer(TracerBase):
    """Records what a function or module does to proxies.

    >>> print(GraphModule({}, Tracer().trace(lambda x: x * 2 + 1)).code.strip())
    def forward(self, x):
        mul = x * 2;  x = None
        add = mul + 1;  mul = None
        return add

    Attributes:
        root: The module that is traced; an empty one for a function.
    """

    root: Module

    def __init__(
        self,
        autowrap_modules: tuple[ModuleType, ...] = (math,),
        autowrap_functions: tuple[Callable[..., Any], ...] = (),
        param_shapes_constant: bool = False,
    ) -> None:
        """Make a tracer.

        Args:
            autowrap_modules: Modules whose functions are recorded as they are.
            autowrap_functions: Functions that are recorded as they are.
            param_shapes_constant: Are shapes of parameters numbers, not recorded?
        """
        self._autowrap_functions = frozenset(map(id, autowrap_functions)).union(
            *(_recorded_functions(module).originals for module in autowrap_modules)
        )
        self._autowrap_modules = autowrap_modules
        self.param_shapes_constant = param_shapes_constant
        self._paths: dict[int, str] = {}
        self._members: dict[int, tuple[Any, str]] = {}  # parameters of the root, and buffers if those are recorded
        self._constants: dict[int, tuple[Any, str]] = {}
        self._knows_tensors = True  # are plain tensors of the root among them?
        self._proxies: dict[str, Proxy] = {}
        self._calls: dict[str, int] = {}  # how often each module has been called

    def __deepcopy__(self, memo: dict[int, Any]) -> Tracer:
        """A copy that shares the modules whose functions it records: modules of Python are not copied."""
        made = object.__new__(type(self))
        memo[id(self)] = made
        for name, value in self.__dict__.items():
            made.__dict__[name] = value if name == "_autowrap_modules" else copy.deepcopy(value, memo)
        return made

    # ---- what subclasses override ------------------------------------------------------------------------------------

    def is_leaf_module(self, m: Module, module_qualified_name: str) -> bool:
        """Is a call of this module one node?  Those of `wye.nn` are, but for containers."""
        home = type(m).__module__
        return home.startswith(("wye.nn", "torch.nn")) and type(m).__name__ not in {"Sequential", "ModuleList"}

    def path_of_module(self, mod: Module) -> str:
        """The dotted name of a submodule.

        Raises:
            NameError: it is none of the root's.
        """
        if id(mod) not in self._paths:
            self._paths = {id(one): name for name, one in self.root.named_modules()}
        if id(mod) not in self._paths:
            raise NameError("module is not installed as a submodule")
        return self._paths[id(mod)]

    def call_module(self, m: Module, forward: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Record a call of a leaf module, or run the forward of another one."""
        path = self.path_of_module(m)
        calls = self._calls[path] = self._calls.get(path, -1) + 1
        stack = self.module_stack = {} if self.module_stack is None else self.module_stack
        key = f"{path}@{calls}" if calls else path
        stack[key] = (path, type(m))
        try:
            if not self.is_leaf_module(m, path):
                return forward(*args, **kwargs)
            return self.create_proxy("call_module", path, args, kwargs)
        finally:
            stack.pop(key, None)

    def getattr(self, attr: str, attr_val: Any, parameter_proxy_cache: dict[str, Any]) -> Any:
        """The value of an attribute of a module: a proxy for parameters (and buffers, if the tracer says so)."""
        if not isinstance(attr_val, Tensor):
            return attr_val
        if not isinstance(attr_val, Parameter) and not self.proxy_buffer_attributes:
            return attr_val
        name = self._name_of_member(attr_val)
        if name is None:
            return attr_val
        if name not in parameter_proxy_cache:
            parameter_proxy_cache[name] = self._attribute_proxy(name, attr_val)
        return parameter_proxy_cache[name]

    def _name_of_member(self, value: Any) -> str | None:
        """The dotted name of a parameter or buffer of the root."""
        if id(value) not in self._members:
            root = self.root
            members = (*root.named_buffers(), *root.named_parameters())
            self._members = {id(one): (one, name) for name, one in members}
        known = self._members.get(id(value))
        return None if known is None else known[1]

    def _attribute_proxy(self, name: str, value: Any) -> Proxy:
        def make(node: Node) -> Proxy:
            return ParameterProxy(self, node, name, value) if self.param_shapes_constant else Proxy(node, self)

        return self.create_proxy("get_attr", name, (), {}, proxy_factory_fn=make)

    def create_args_for_root(
        self, root_fn: Callable[..., Any], is_module: bool, concrete_args: Any = None
    ) -> tuple[Callable[..., Any], list[Any]]:
        """Placeholders for the parameters of a function, and the function to call with their proxies."""
        return root_arguments(self, root_fn, is_module, concrete_args)

    @usual_arguments
    def create_arg(self, a: Any) -> Any:
        """An argument of a node: tensors and modules become attributes of the root."""
        if type(a) is Proxy:
            return a.node
        if isinstance(a, Tensor):
            if isinstance(a, Parameter):
                return self._parameter(a)
            return self.create_node("get_attr", self._name_of_tensor(a), (), {})
        if isinstance(a, Module):
            return self.create_node("get_attr", self._name_of_constant_module(a), (), {})
        if isinstance(type(a), ProxyableClassMeta):  # made before the trace, or of constants alone
            return self.create_node("get_attr", self._new_constant(f"_{type(a).__name__}_constant_", a), (), {})
        return super().create_arg(a)

    def _parameter(self, a: Parameter) -> Node:
        name = self._name_of_member(a)
        if name is None:
            raise NameError("parameter is not a member of this module")
        return self.create_node("get_attr", name, (), {})

    def _name_of_tensor(self, a: Tensor) -> str:
        if not self._knows_tensors:
            self._constants.update({id(value): (value, name) for name, value in _plain_tensors(self.root)})
            self._knows_tensors = True
        name = self._name_of_member(a)
        if name is not None:
            return name
        known = self._constants.get(id(a))
        return self._new_constant("_tensor_constant", a) if known is None else known[1]

    def _name_of_constant_module(self, a: Module) -> str:
        try:
            return self.path_of_module(a)
        except NameError:
            return self._new_constant("_module_constant", a)

    def _new_constant(self, prefix: str, value: Any) -> str:
        number = 0
        while hasattr(self.root, f"{prefix}{number}"):
            number += 1
        name = f"{prefix}{number}"
        setattr(self.root, name, value)
        self._constants[id(value)] = (value, name)
        return name

    # ---- tracing -----------------------------------------------------------------------------------------------------

    def trace(self, root: Any, concrete_args: Any = None) -> Graph:
        """Run a function or module on proxies.

        Args:
            root: The function or module.
            concrete_args: Values of some parameters, which are not traced, by name; trees of them may hold `PH`.

        Returns:
            The graph.

        Raises:
            TraceError: it needs a value that is not known.
            AssertionError: it is no function.
        """
        fn = self._begin(root)
        function = fn if isinstance(fn, FunctionType) else getattr(fn, "__func__", fn)
        if hasattr(function, "__code__"):
            code = function.__code__
            self.graph._origin = f" from {code.co_filename}:{code.co_firstlineno} in {code.co_name}"
        traced, args = self.create_args_for_root(fn, isinstance(root, Module), concrete_args)
        _tracing.append(self)
        traces.begin(self.call_module, self._read)
        try:
            with Patches() as patches:
                is_generated = "<eval_with_key>" in getattr(function, "__code__", _no_code).co_filename
                self._patch(patches, getattr(function, "__globals__", {}), is_generated)
                result = self.create_arg(traced(*args))
        finally:
            traces.end()
            _tracing.pop()
        annotation = getattr(function, "__annotations__", {}).get("return")
        self.create_node("output", "output", (result,), {}, type_expr=annotation)
        return self.graph

    def _begin(self, root: Any) -> Callable[..., Any]:
        if isinstance(root, Module):
            name = self.traced_func_name
            if not hasattr(type(root), name):
                raise AssertionError(f"traced_func_name={name} doesn't exist in {type(root).__name__}")
            self.root, fn = root, getattr(type(root), name)
        else:
            self.root, fn = Module(), root
        self._constants, self._knows_tensors = {}, not isinstance(root, Module)
        if not callable(fn):
            raise AssertionError(f"Expected FunctionType, got {type(fn)}")
        self.graph = Graph(tracer_cls=type(self))
        self._paths, self._members, self._proxies = {}, {}, {}
        self.module_stack, self._calls = {}, {}
        return fn  # type: ignore[no-any-return]

    def _read(self, name: str, value: Any) -> Any:
        return self.getattr(name, value, self._proxies)

    def _patch(self, patches: Patches, space: dict[str, Any], is_generated: bool) -> None:
        wrapped = [names.get(name, getattr(builtins, name, None)) for (_, name), names in _wrapped.items()]
        for (_, name), names in _wrapped.items():
            patches.function(names, name, _recording)
        for module in self._autowrap_modules:
            patches.shared(module.__dict__, _recorded_functions(module).replaced)
        functions = self._autowrap_functions
        if is_generated:  # what a graph calls is recorded as it was when the graph was made
            functions |= {id(function) for function in wrapped if function is not None}
        for name in [name for name, value in space.items() if id(value) in functions]:
            patches.function(space, name, _recording)


def _recording(original: Callable[..., Any]) -> Callable[..., Any]:
    """A function that records its calls on proxies with their tracer, and does what the original does else."""

    def call(*args: Any, **kwargs: Any) -> Any:
        proxy = _find_proxy((args, kwargs)) if _tracing else None
        if proxy is None:
            return original(*args, **kwargs)
        made = proxy.tracer.create_proxy("call_function", original, args, kwargs)
        made.node.meta["is_wrapped"] = True
        return made

    call.__wrapped__ = original  # type: ignore[attr-defined]
    return call


class _RecordedFunctions(NamedTuple):
    """The public functions of a module whose calls traces record.

    Attributes:
        originals: Their ids.
        replaced: What stands for them while a trace runs, by name.
    """

    originals: frozenset[int]
    replaced: dict[str, Any]


@functools.cache
def _recorded_functions(module: ModuleType) -> _RecordedFunctions:
    public = {name: value for name, value in vars(module).items() if not name.startswith("_") and callable(value)}
    return _RecordedFunctions(frozenset(map(id, public.values())), {n: _recording(f) for n, f in public.items()})


def symbolic_trace(root: Any, concrete_args: dict[str, Any] | None = None) -> GraphModule:
    """Trace a function or a module on proxies.

    >>> symbolic_trace(lambda x: x + 1)(41)
    42

    Args:
        root: What to trace.
        concrete_args: Values of some parameters, which are not traced, by name.

    Raises:
        TraceError: it needs a value that is not known.
    """
    tracer = Tracer()
    graph = tracer.trace(root, concrete_args)
    name = type(root).__name__ if isinstance(root, Module) else root.__name__
    return graph_module_class()(tracer.root, graph, name)


def _find_proxy(value: Any) -> Proxy | None:
    """The first proxy in an argument."""
    if isinstance(value, Proxy):
        return value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, (tuple, list)) else ()
    return next((found for found in map(_find_proxy, inner) if found is not None), None)


def _plain_tensors(root: Module) -> Iterable[tuple[str, Any]]:
    """Tensors that are attributes of modules, but neither parameters nor buffers."""
    for path, module in root.named_modules():
        for name, value in module.__dict__.items():
            if isinstance(value, Tensor):
                yield (f"{path}.{name}" if path else name), value
