"""Proxies: values that record what is done to them.  `TracerBase` makes the nodes.

Warm: runs once per recorded operation.  Operators of Python, methods, attributes and wye's functions are recorded;
what would need a value (``if``, ``for``, ``len``) raises `TraceError`.
"""

from __future__ import annotations

import copy
import dis
import enum
import inspect
import operator
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, Final

import wye.shown as shown
from wye.call import OpOverload, OpOverloadPacket, register_array_type
from wye.errors import TraceError
from wye.fx.codegen import INFIX
from wye.fx.node import ATOMS, Node, map_aggregate
from wye.fx.operator_schemas import check_for_mutable_operation
from wye.fx.traceback import get_current_meta, has_preserved_node_meta
from wye.higher_order import HigherOrderOperator
from wye.keys import FUNCTION
from wye.overrides import is_tensor_method_or_property
from wye.pytree.immutable import immutable_dict, immutable_list

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wye.fx.graph import Graph

__all__ = [
    "Attribute",
    "GraphAppendingTracer",
    "ParameterProxy",
    "Proxy",
    "ProxyableClassMeta",
    "TraceError",
    "TracerBase",
    "recorded_call",
    "stack_trace",
    "usual_arguments",
]

_CONSTANTS: Final[tuple[type, ...]] = (
    str, int, float, bool, complex, bytes, type(None), type(...), range, OpOverload, OpOverloadPacket,
    HigherOrderOperator,
)  # fmt: skip
_PRESERVED: Final = frozenset(  # of `meta`
    (
        "custom", "from_node", "nn_module_stack", "original_aten", "partitioner_tag", "quantization_tag", "recompute",
        "seq_nr", "source_fn_stack", "stack_trace", "torch_fn",
    )
)  # fmt: skip
_ITERATION: Final = (
    "Proxy object cannot be iterated. This can be attempted when the Proxy is used in a loop or as a *args or **kwargs "
    "function argument. See the torch.fx docs on pytorch.org for a more detailed explanation of what types of control "
    "flow can be traced, and check out the Proxy docstring for help troubleshooting Proxy iteration errors"
)


class TracerBase:
    """Makes nodes of a graph, and the proxies for them.

    Attributes:
        graph: Where nodes go.
        trace_asserts: Record ``assert`` of a proxy instead of refusing it.
        proxy_buffer_attributes: Are buffers of modules proxies, too?
        record_stack_traces: Keep the place in the program that made each node.
        check_mutable_operations: Refuse operators that write.
    """

    graph: Graph
    trace_asserts: bool = False
    proxy_buffer_attributes: bool = False
    record_stack_traces: bool = False
    check_mutable_operations: bool = False
    traced_func_name: str = "forward"
    module_stack: dict[str, Any] | None = None  # the modules whose forward runs: name -> (name, class)

    def create_node(
        self,
        kind: str,
        target: Any,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        name: str | None = None,
        type_expr: Any = None,
    ) -> Node:
        """Insert a node; override it to refuse or change some.

        Raises:
            RuntimeError: ``check_mutable_operations``, and the operator writes to an argument.
        """
        if kind == "call_function" and self.check_mutable_operations:
            check_for_mutable_operation(target, args, kwargs)
        node = self.graph.create_node(kind, target, args, kwargs, name, type_expr)
        if has_preserved_node_meta():
            node.meta.update({name: value for name, value in get_current_meta().items() if name in _PRESERVED})
        elif self.module_stack:
            node.meta["nn_module_stack"] = dict(self.module_stack)
        return node

    def proxy(self, node: Node) -> Proxy:
        """The proxy for a node."""
        return Proxy(node, self)

    def create_proxy(
        self,
        kind: str,
        target: Any,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        name: str | None = None,
        type_expr: Any = None,
        proxy_factory_fn: Callable[[Node], Proxy] | None = None,
    ) -> Proxy:
        """Insert a node for arguments with proxies in them, and give its proxy."""
        if type(self).create_arg in _usual_arguments:
            args_: Any = tuple([self._argument(one) for one in args])
            kwargs_: Any = self.create_arg(kwargs) if kwargs else kwargs
        else:
            args_, kwargs_ = self.create_arg(args), self.create_arg(kwargs)
            if not isinstance(args_, tuple) or not isinstance(kwargs_, dict):
                raise AssertionError("create_arg must keep the containers of arguments")
        node = self.create_node(kind, target, args_, kwargs_, name, type_expr)
        if self.record_stack_traces and not node.stack_trace:
            node.stack_trace = stack_trace()
        return self.proxy(node) if proxy_factory_fn is None else proxy_factory_fn(node)

    def _argument(self, a: Any) -> Any:
        """`create_arg`, with a short way for what most arguments are."""
        kind = type(a)
        return a.node if kind is Proxy else a if kind in ATOMS else self.create_arg(a)

    def create_arg(self, a: Any) -> Any:
        """An argument of a node for a value with proxies in it.

        Raises:
            NotImplementedError: a value of this kind cannot be an argument.
            RuntimeError: a key of a dict is a proxy.
        """
        if isinstance(a, Proxy):
            return a.node
        if hasattr(a, "__fx_create_arg__"):
            return a.__fx_create_arg__(self)
        if isinstance(a, tuple):
            made = [self.create_arg(one) for one in a]
            return type(a)(*made) if hasattr(a, "_fields") else tuple(made)
        if isinstance(a, list):
            return immutable_list([self.create_arg(one) for one in a])
        if isinstance(a, dict):
            return immutable_dict([(_checked_key(self, key), self.create_arg(one)) for key, one in a.items()])
        if isinstance(a, slice):
            return slice(*(self.create_arg(part) for part in (a.start, a.stop, a.step)))
        return self._create_leaf(a)

    def _create_leaf(self, a: Any) -> Any:
        if isinstance(a, (Node, _CONSTANTS, enum.Enum)) or _is_value(a):
            return a
        if is_dataclass(a) and not isinstance(a, type):
            named = {field.name: self.create_arg(getattr(a, field.name)) for field in fields(a)}
            return self.create_node("call_function", a.__class__, (), named)
        raise NotImplementedError(f"argument of type: {type(a)}")

    def to_bool(self, obj: Proxy) -> bool:
        """The truth of a proxy: an error, unless a tracer knows better.

        Raises:
            TraceError: always.
        """
        raise TraceError("symbolically traced variables cannot be used as inputs to control flow")

    def iter(self, obj: Proxy) -> Iterator[Any]:
        """What a loop over a proxy goes through: nothing, but ``a, b = proxy`` is recorded.

        Raises:
            TraceError: it is a loop.
        """
        frame = inspect.currentframe()
        frame = frame.f_back if frame is not None else None  # the caller is Proxy.__iter__
        calling = frame.f_back if frame is not None else None
        if calling is not None:
            at = next((i for i in dis.get_instructions(calling.f_code) if i.offset == calling.f_lasti), None)
            if at is not None and at.opname == "UNPACK_SEQUENCE":
                return (operator.getitem(obj, i) for i in range(at.argval))
        raise TraceError(_ITERATION)

    def keys(self, obj: Proxy) -> Any:
        """What ``**proxy`` asks for its keys: recorded as a call of ``keys``."""
        return Attribute(obj, "keys")()


# Methods `create_arg` that give numbers, strings and proxies as `_argument` does.
_usual_arguments: Final = {TracerBase.create_arg}


def usual_arguments(create_arg: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a `create_arg` that gives numbers and strings as they are, and the nodes of plain proxies."""
    _usual_arguments.add(create_arg)
    return create_arg


class GraphAppendingTracer(TracerBase):
    """A tracer that appends to a graph that is there."""

    def __init__(self, graph: Graph) -> None:
        """Append to ``graph``."""
        self.graph = graph
        self.scope = None


class Proxy:
    """A value that is not known yet: operations on it are recorded as nodes.

    It can be added, indexed, called, asked for attributes and given to wye's functions.  It cannot decide an ``if`` or
    be looped over, since the graph has no such steps: give the value as ``concrete_args``, or trace with `make_fx`.

    Attributes:
        node: The node whose result it stands for.
        tracer: What records.
    """

    node: Node
    _sees_operators = True  # calls of operators are recorded as such, not as calls of their public functions

    def __init__(self, node: Node, tracer: TracerBase | None = None) -> None:
        """A proxy for a node; operations on it append to the node's graph."""
        self.tracer = GraphAppendingTracer(node.graph) if tracer is None else tracer
        self.node = node

    def __repr__(self) -> str:
        return f"Proxy({self.node.name})"

    def __getattr__(self, name: str) -> Attribute:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)  # protocols that it does not have
        return Attribute(self, name)

    def __call__(self, *args: Any, **kwargs: Any) -> Proxy:
        """Recorded: a call of the value."""
        return self.tracer.create_proxy("call_method", "__call__", (self, *args), kwargs)

    def __iter__(self) -> Iterator[Any]:
        return self.tracer.iter(self)

    def __bool__(self) -> bool:
        if self.tracer.trace_asserts:
            frame = inspect.currentframe()
            calling = frame.f_back if frame is not None else None
            if calling is not None and _is_assertion(calling):
                self.tracer.create_proxy("call_function", _assert_function(), (self, "assertion error"), {})
                return True
        return self.tracer.to_bool(self)

    def keys(self) -> Any:
        """Recorded: what ``**proxy`` asks for."""
        return self.tracer.keys(self)

    def __len__(self) -> int:
        raise RuntimeError(
            "'len' is not supported in symbolic tracing by default. If you want this call to be recorded, please call "
            f"{shown.package}.fx.wrap('len') at module scope"
        )

    def __deepcopy__(self, memo: dict[int, Any]) -> Proxy:
        graph = copy.deepcopy(self.node.graph, memo)
        node = next(one for one in graph.nodes if one.name == self.node.name)
        tracer = copy.copy(self.tracer)
        if getattr(tracer, "graph", None) is self.node.graph:
            tracer.graph = graph
        return Proxy(node, tracer)

    @classmethod
    def __wye_function__(
        cls,
        func: Callable[..., Any],
        types: tuple[type, ...],
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Proxy:
        return recorded_call(func, args, kwargs or {})

    __torch_function__ = __wye_function__


class ProxyableClassMeta(type):
    """The class of classes whose objects traces make: a call with a proxy in its arguments is recorded."""

    def __init__(cls, name: str, bases: tuple[type, ...], attrs: dict[str, Any]) -> None:
        super().__init__(name, bases, attrs)

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        """An object; or the proxy of one."""
        tracers: dict[TracerBase, None] = {}
        _collect_tracers((args, kwargs), tracers)
        if not tracers:
            return super().__call__(*args, **kwargs)
        if len(tracers) > 1:
            raise TypeError(f"{cls.__name__} is called with proxies of several tracers")
        return next(iter(tracers)).create_proxy("call_function", cls, args, kwargs)


class Attribute(Proxy):
    """An attribute of a proxy; recorded when it is used, as a method when it is called."""

    def __init__(self, root: Proxy, attr: str) -> None:
        self.root, self.attr, self.tracer = root, attr, root.tracer
        self._node: Node | None = None

    @property
    def node(self) -> Node:  # type: ignore[override]  # made on demand
        """The node that reads the attribute."""
        if self._node is None:
            self._node = self.tracer.create_proxy("call_function", getattr, (self.root, self.attr), {}).node
        return self._node

    def __call__(self, *args: Any, **kwargs: Any) -> Proxy:
        """Recorded: a call of the method."""
        return self.tracer.create_proxy("call_method", self.attr, (self.root, *args), kwargs)


class ParameterProxy(Proxy):
    """The proxy for a parameter of a module: its shape is known."""

    def __init__(self, tracer: TracerBase, node: Node, name: str, param: Any) -> None:
        super().__init__(node, tracer)
        self.param, self.name = param, name

    def __repr__(self) -> str:
        return f"ParameterProxy({self.name})"

    @property
    def shape(self) -> Any:
        """The parameter's shape."""
        return self.param.shape

    def size(self, *args: Any) -> Any:
        """The parameter's shape, or one of its sizes."""
        return self.param.size(*args)

    def dim(self) -> int:
        """How many dimensions the parameter has."""
        return int(self.param.dim())

    @property
    def ndim(self) -> int:
        """How many dimensions the parameter has."""
        return int(self.param.ndim)

    def numel(self) -> int:
        """How many elements the parameter has."""
        return int(self.param.numel())

    def nelement(self) -> int:
        """How many elements the parameter has."""
        return int(self.param.numel())


def recorded_call(func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Proxy:
    """Record a call of a function with proxies among its arguments.

    Raises:
        RuntimeError: they belong to different tracers.
    """
    tracers: dict[TracerBase, None] = {}
    for one in (*args, *kwargs.values()) if kwargs else args:
        kind = type(one)
        if kind is Proxy:
            tracers[one.tracer] = None
        elif kind not in ATOMS:
            _collect_tracers(one, tracers)
    if len(tracers) != 1:
        raise RuntimeError(f"Found multiple different tracers {list(tracers)} while trying to trace operations {func}")
    (tracer,) = tracers
    if is_tensor_method_or_property(func):
        subscript = getattr(func, "__module__", None) == "wye.aten.indexing"
        return tracer.create_proxy("call_method", f"__{func.__name__}__" if subscript else func.__name__, args, kwargs)
    name = tracer.graph._target_to_str(getattr(func, "__name__", "call"))
    return tracer.create_proxy("call_function", func, args, kwargs, name=name)


def _collect_tracers(value: Any, tracers: dict[TracerBase, None]) -> None:
    def find(one: Any) -> None:
        if isinstance(one, Proxy):
            tracers[one.tracer] = None

    map_aggregate(value, find)


def _checked_key(tracer: TracerBase, key: Any) -> Any:
    if type(key) is str and type(tracer).create_arg in _usual_arguments:
        return key
    made = tracer.create_arg(key)

    def refuse(node: Any) -> None:
        if isinstance(node, Node):
            raise RuntimeError(f"Keys for dictionaries used as an argument cannot contain a Node. Got key: {made}")

    map_aggregate(made, refuse)
    return key


def _is_value(a: Any) -> bool:
    """Is it a dtype, a device or another value that generated code can write?"""
    return type(a).__module__.partition(".")[0] in {"wye", "torch"} and type(a).__name__ in {
        "dtype", "device", "layout", "memory_format", "Size", "finfo", "iinfo", "Generator",
    }  # fmt: skip


def _is_assertion(frame: Any) -> bool:
    instructions = list(dis.get_instructions(frame.f_code))
    at = next((i for i, one in enumerate(instructions) if one.offset == frame.f_lasti), None)
    if at is None or not instructions[at].opname.startswith("POP_JUMP"):
        return False
    return any(one.opname == "LOAD_ASSERTION_ERROR" for one in instructions[at + 1 : at + 3])


def _assert_function() -> Any:
    from wye.fx.assertions import _assert  # here: only traced assertions need it

    return _assert


def stack_trace() -> str:
    """The innermost place outside this package, as tracebacks write it."""
    frame = inspect.currentframe()
    while frame is not None and frame.f_globals.get("__name__", "").startswith("wye."):
        frame = frame.f_back
    if frame is None:
        return ""
    return f'  File "{frame.f_code.co_filename}", line {frame.f_lineno}, in {frame.f_code.co_name}\n'


def _recorder(function: Callable[..., Any]) -> Callable[..., Any]:
    def record(*args: Any, **kwargs: Any) -> Proxy:
        return args[0].tracer.create_proxy("call_function", function, args, kwargs)  # type: ignore[no-any-return]

    return record


def _reflected(function: Callable[..., Any]) -> Callable[[Proxy, Any], Proxy]:
    def record(self: Proxy, other: Any) -> Proxy:
        return self.tracer.create_proxy("call_function", function, (other, self), {})

    return record


def _install_operators() -> None:
    """Python's operators on proxies."""
    for name in INFIX:
        function = getattr(operator, name)
        setattr(Proxy, f"__{name.strip('_')}__", _recorder(function))
    for name in ("add", "sub", "mul", "floordiv", "truediv", "mod", "lshift", "rshift", "and_", "or_", "xor", "matmul",
                 "pow"):  # fmt: skip
        setattr(Proxy, f"__r{name.strip('_')}__", _reflected(getattr(operator, name)))
    Proxy.__abs__ = _recorder(operator.abs)  # type: ignore[attr-defined]
    Proxy.__round__ = _recorder(round)  # type: ignore[attr-defined]
    Proxy.__hash__ = object.__hash__  # type: ignore[method-assign]  # comparing is recorded; identity is its hash


_install_operators()


register_array_type(Proxy, FUNCTION)  # operators take proxies, and hand them the call
