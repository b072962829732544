"""Tracing below autograd: a dispatch mode that records every operator it sees, and runs it.

Hot while a function is traced.  In: an operator and tensors.  Out: its result; a node in the tracer's graph.
See Note [Proxies are found by identity].
"""

from __future__ import annotations

import operator
import threading
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from wye._engine import engine
from wye.call import OpOverload, ops
from wye.fake import FakeTensor
from wye.fake.plans import run_without_handlers
from wye.fx.graph import Graph
from wye.fx.node import Node, map_aggregate
from wye.fx.proxy import Proxy, stack_trace
from wye.fx.slots import ProxyTensor, TensorSlots
from wye.fx.tracer import Tracer
from wye.fx.values import describe_node, snapshot
from wye.keys import DispatchKey, DispatchKeySet
from wye.modes import DispatchMode, ModeKey
from wye.modes.both_stacks import find_infra_mode, infra_mode_disabled
from wye.modes.python_key import plain_types
from wye.modes.stack import dispatch_stack
from wye.nn.modules.module import Module
from wye.nn.parameter import Parameter
from wye.pytree import tree_leaves, tree_map
from wye.schema.symbolic import stands_for
from wye.schema.tags import Tag
from wye.symbolic.numbers import SymBool, SymFloat, SymInt
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

__all__ = [
    "ProxyTorchDispatchMode",
    "PythonKeyTracer",
    "decompose",
    "disable_proxy_modes_tracing",
    "fetch_object_proxy",
    "get_innermost_proxy_mode",
    "get_proxy_mode",
    "get_proxy_slot",
    "has_proxy_slot",
    "maybe_handle_decomp",
    "nodes_of",
    "proxy_call",
    "set_proxy_slot",
    "track_tensor",
    "track_tensor_tree",
]

# Note [Proxies are found by identity]
# A tensor knows nothing about tracing: the tracer has a map from tensors to proxies, by identity. What an operator
# returns is entered there. A tensor that is not in the map was made outside of the trace: it becomes a constant, an
# attribute of the traced module. In-place operators return their argument, so its entry moves to the newer node.
# Broken by: a layer below the mode's caller that copies results into new tensors.
# Guarded by: tests/unit/fx/test_tracing.py::test_tensors_from_outside_are_constants

CONSTANT_LIMIT: Final = 1  # constants with at most this many elements are computed while tracing
_MISSING: Final = object()
_PLAIN_NUMBERS: Final = frozenset({int, float, bool, str, type(None), Tensor})
# Copies of conjugates are recorded as copies of the tensor itself; what runs them has to see its bits.
_LAZY: Final = DispatchKeySet("Conjugate", "Negative", "ZeroTensor")
_WITH_BITS: Final = engine.StateGuard(
    DispatchKeySet(), DispatchKeySet(), None, DispatchKeySet.raw(((1 << 128) - 1) & ~_LAZY.bits)
)
_HANDLED: Final = frozenset({*plain_types, FakeTensor})


def is_symbolic(value: Any) -> bool:
    """Is it a number of `wye.symbolic`?"""
    return type(value) not in _PLAIN_NUMBERS and stands_for(value, int, float, bool)


class _Thread(threading.local):
    decompositions: Mapping[Any, Callable[..., Any]]

    def __init__(self) -> None:
        self.decompositions = {}


_thread: Final = _Thread()


class PythonKeyTracer(Tracer):
    """The tracer of `make_fx`: modules are looked into, tensors from outside become attributes.

    Attributes:
        tensor_tracker: The proxies of tensors.
        outer: The tracer inside whose trace this one runs, or None.
        torch_fn_counts: Unused; PyTorch's has it.
    """

    def __init__(self, outer: PythonKeyTracer | None = None) -> None:
        """Make a tracer with an empty graph, inside the trace of another one or not."""
        super().__init__(autowrap_modules=())
        self.outer = outer
        self.tensor_tracker = TensorSlots()
        self.symbols: Any = None  # the proxies of symbolic numbers, in traces that have them
        self.torch_fn_counts: dict[Any, int] = {}
        self.root = Module()
        self.graph = Graph(tracer_cls=type(self))

    def call_module(self, m: Module, forward: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run the forward of a module."""
        return forward(*args, **kwargs)

    def getattr(self, attr: str, attr_val: Any, parameter_proxy_cache: dict[str, Any]) -> Any:
        """Attributes of modules are what they are."""
        return attr_val

    def create_arg(self, a: Any) -> Any:
        """An argument of a node: tensors from outside become attributes."""
        if isinstance(a, Parameter):
            for name, value in self.root.named_parameters():
                if value is a:
                    return self._attribute(name, a)
            return self._attribute(self._new_constant("_param_constant", a), a)
        if isinstance(a, Tensor):
            return self._attribute(self._name_of_tensor(a), a)
        if self.symbols is not None and is_symbolic(a):
            return self.symbols.node_of(a)
        return super().create_arg(a)

    def _attribute(self, name: str, value: Any) -> Node:
        node = self.create_node("get_attr", name, (), {})
        node.meta["val"] = snapshot(value)
        return node

    def symbol_slots(self) -> Any:
        """The proxies of symbolic numbers; from now on sizes are recorded."""
        if self.symbols is None:
            from wye.fx.symbols import SymbolSlots  # here: only traces with symbolic sizes need it

            self.symbols = SymbolSlots(self)
        return self.symbols

    def follows(self, value: Any) -> bool:
        """Does this trace, or one around it, know where a tensor comes from?"""
        return value in self.tensor_tracker or (self.outer is not None and self.outer.follows(value))

    def unwrap_proxy(self, e: Any) -> Any:
        """The proxy for a tensor; other values, and tensors from outside, as they are."""
        if isinstance(e, Tensor):
            slot = self.tensor_tracker.get(e)
            return e if slot is None else slot.proxy
        return self.symbols.get(e) if self.symbols is not None and is_symbolic(e) else e


# ---- the proxies of tensors ------------------------------------------------------------------------------------------


def set_proxy_slot(obj: Any, tracer: PythonKeyTracer, proxy: Any) -> None:
    """Let ``proxy`` stand for a tensor or a symbolic number."""
    if isinstance(obj, Tensor):
        tracer.tensor_tracker[obj] = proxy
    else:
        tracer.symbol_slots().set(obj, proxy)


def has_proxy_slot(obj: Any, tracer: PythonKeyTracer) -> bool:
    """Is there a proxy for this tensor or symbolic number?"""
    if isinstance(obj, Tensor):
        return obj in tracer.tensor_tracker
    return tracer.symbols is not None and is_symbolic(obj) and obj in tracer.symbols


def get_proxy_slot(
    obj: Any, tracer: PythonKeyTracer, default: Any = _MISSING, transform: Callable[[Any], Any] = lambda slot: slot
) -> Any:
    """What the tracer knows about a tensor.

    Args:
        obj: The tensor.
        tracer: The tracer.
        default: For a tensor that it does not know.
        transform: What to return of the answer.

    Raises:
        RuntimeError: it does not know the tensor, and there is no default.
    """
    slot = tracer.tensor_tracker.get(obj) if isinstance(obj, Tensor) else None
    if slot is None and has_proxy_slot(obj, tracer):
        slot = tracer.symbols.get(obj)
    if slot is not None:
        return transform(slot)
    if default is _MISSING:
        raise RuntimeError(f"{obj} (of type {type(obj)}) is not tracked with proxy for {tracer}")
    return default


def fetch_object_proxy(tracer: PythonKeyTracer, t: Any) -> Any:
    """What the tracer knows about a tensor; the tensor, if that is nothing."""
    return tracer.tensor_tracker.get(t, t)


def track_tensor(tensor: Tensor, proxy: Proxy, *, constant: Any = None, tracer: PythonKeyTracer) -> None:
    """Let ``proxy`` stand for a tensor from now on, and what asks it for the tensor's symbolic sizes."""
    tracer.tensor_tracker[tensor] = ProxyTensor(proxy, constant)
    if tracer.symbols is not None:
        tracer.symbols.track_tensor(tensor, proxy)


def track_tensor_tree(inner_res: Any, proxy_res: Any, *, constant: Any = None, tracer: PythonKeyTracer) -> Any:
    """Let a proxy stand for a result, and its parts for the tensors in it.

    Args:
        inner_res: The result: a tensor, or lists, tuples and dicts of them.
        proxy_res: Its proxy, or containers of proxies.
        constant: Its value where that is known, in the same containers.
        tracer: The tracer.

    Returns:
        The result.
    """
    if isinstance(inner_res, Tensor):
        if not isinstance(proxy_res, Proxy):
            raise AssertionError(f"a tensor needs a proxy, not {type(proxy_res).__name__}")
        describe_node(proxy_res.node, inner_res)
        track_tensor(inner_res, proxy_res, constant=constant, tracer=tracer)
    elif isinstance(inner_res, (list, tuple)):
        if isinstance(proxy_res, Proxy):
            proxy_res.node.meta["val"] = snapshot(inner_res)
        for at, one in enumerate(inner_res):
            part = _part(proxy_res, at, tracer)
            track_tensor_tree(one, part, constant=None if constant is None else constant[at], tracer=tracer)
    elif isinstance(inner_res, dict):
        for key, one in inner_res.items():
            track_tensor_tree(one, proxy_res[key], constant=None if constant is None else constant[key], tracer=tracer)
    elif inner_res is not None and isinstance(proxy_res, Proxy):
        _track_number(inner_res, proxy_res, tracer)
    return inner_res


def _track_number(value: Any, proxy: Proxy, tracer: PythonKeyTracer) -> None:
    proxy.node.meta["val"] = snapshot(value)
    if is_symbolic(value):
        tracer.symbol_slots().set(value, proxy)


def _part(proxy: Any, at: int, tracer: PythonKeyTracer) -> Any:
    if type(proxy) is not Proxy:
        return proxy[at]
    return Proxy(tracer.create_node("call_function", operator.getitem, (proxy.node, at), {}, "getitem"), tracer)


# ---- the mode --------------------------------------------------------------------------------------------------------


class _Facts(NamedTuple):
    """What tracing asks about an operator, once in each trace."""

    name: str
    is_composite: bool
    reads_data: bool
    is_random: bool


class ProxyTorchDispatchMode(DispatchMode):
    """Records every operator that it sees as a node of its tracer's graph.

    Attributes:
        tracer: The tracer.
        tracing_mode: ``"real"``, ``"fake"`` or ``"symbolic"``: what kind of tensors are traced.
        pre_dispatch: Does it see operators before autograd takes composites apart?
        enable_tracing: Are operators recorded?
    """

    _mode_key = ModeKey.PROXY
    supports_higher_order_operators = False

    def __init__(
        self,
        tracer: PythonKeyTracer,
        tracing_mode: str = "real",
        pre_dispatch: bool = False,
        _allow_fake_constant: bool = False,
        _error_on_data_dependent_ops: bool = True,
    ) -> None:
        """Record with a tracer.

        Args:
            tracer: The tracer.
            tracing_mode: What kind of tensors are traced.
            pre_dispatch: See operators before autograd.
            _allow_fake_constant: Accepted; PyTorch's has it.
            _error_on_data_dependent_ops: Refuse operators that give Python numbers of traced data.
        """
        super().__init__(DispatchKey.PreDispatch if pre_dispatch else None)
        self.tracer, self.tracing_mode, self.pre_dispatch = tracer, tracing_mode, pre_dispatch
        self._allow_fake_constant = _allow_fake_constant
        self._error_on_data_dependent_ops = _error_on_data_dependent_ops
        self.enable_tracing = True
        self.is_inside_mode = False
        self._facts: dict[OpOverload, _Facts] = {}

    def __wye_dispatch__(
        self,
        func: OpOverload,
        types: tuple[type, ...],
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        """Record a call and run it."""
        if self.tracer.symbols is None:
            return proxy_call(self, func, self.pre_dispatch, args, kwargs or {})
        with self.tracer.symbols.paused():
            return proxy_call(self, func, self.pre_dispatch, args, kwargs or {})

    def facts(self, func: OpOverload) -> _Facts:
        """What tracing asks about an operator."""
        found = self._facts.get(func)
        if found is None:
            tags = func.tags
            name = self.tracer.graph._target_to_str(func.overloadpacket.__name__)
            composite = bool(func._can_decompose())
            found = _Facts(name, composite, Tag.data_dependent_output in tags, Tag.nondeterministic_seeded in tags)
            self._facts[func] = found
        return found

    @contextmanager
    def active(self) -> Iterator[None]:
        """Be on the stack again inside, from a handler."""
        with nullcontext() if self.tracer.symbols is None else self.tracer.symbols.recording():
            if self.pre_dispatch:
                with self:
                    yield
                return
            dispatch_stack.enter(self, (self, dispatch_stack.thread.top))
            try:
                yield
            finally:
                dispatch_stack.leave(self)


ProxyTorchDispatchMode._is_for_torch = True  # arguments that equal their defaults are left out, as graphs print them


def get_proxy_mode() -> ProxyTorchDispatchMode | None:
    """The mode that records now, or None."""
    mode: ProxyTorchDispatchMode | None = find_infra_mode(ModeKey.PROXY)
    return mode


get_innermost_proxy_mode: Final = get_proxy_mode


@contextmanager
def disable_proxy_modes_tracing() -> Iterator[ProxyTorchDispatchMode | None]:
    """Nothing is recorded inside; yields the mode that would."""
    with infra_mode_disabled(ModeKey.PROXY) as mode:
        yield mode


@contextmanager
def decompose(decomposition_table: Mapping[Any, Callable[..., Any]] | None) -> Iterator[Mapping[Any, Any]]:
    """Operators of this table are traced as what its functions do, inside."""
    before = _thread.decompositions
    _thread.decompositions = decomposition_table or {}
    try:
        yield _thread.decompositions
    finally:
        _thread.decompositions = before


def current_decompositions() -> Mapping[Any, Callable[..., Any]]:
    """The table of decompositions that tracing uses now."""
    return _thread.decompositions


def maybe_handle_decomp(
    proxy_mode: ProxyTorchDispatchMode, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """The result of an operator's decomposition in the table, traced; NotImplemented if it has none."""
    rule = _thread.decompositions.get(op)
    if rule is None:
        return NotImplemented
    with proxy_mode.active():
        return rule(*args, **kwargs)


def proxy_call(
    proxy_mode: ProxyTorchDispatchMode,
    func: OpOverload,
    pre_dispatch: bool,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> Any:
    """Record a call of an operator, and run it.

    Raises:
        RuntimeError: it gives a Python number of traced data.
    """
    slots = proxy_mode.tracer.tensor_tracker
    leaves = _tensors_in(args, kwargs)
    for one in leaves:
        if type(one) not in _HANDLED and not isinstance(one, Parameter) and slots.get(one) is None:
            return NotImplemented  # a subclass takes itself apart first
    if _thread.decompositions:
        result = maybe_handle_decomp(proxy_mode, func, args, kwargs)
        if result is not NotImplemented:
            return result
    facts = proxy_mode.facts(func)
    if facts.is_composite and not pre_dispatch:
        with proxy_mode.active():
            result = func.decompose(*args, **kwargs)
        if result is not NotImplemented:
            return result
    known = [slots.get(one) for one in leaves]
    if facts.reads_data:
        if all(slot is None or slot.constant is not None for slot in known):
            return _on_real(func, _constants(args, slots), _constants(kwargs, slots))
        if proxy_mode._error_on_data_dependent_ops and not any(type(one) is FakeTensor for one in leaves):
            raise _refusal(func)
    is_lazy = any(one._keys.bits & _LAZY.bits and type(one) is not FakeTensor for one in leaves)
    return _record(proxy_mode, func, facts, args, kwargs, known, is_lazy)


def _record(
    proxy_mode: ProxyTorchDispatchMode,
    func: OpOverload,
    facts: _Facts,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    known: list[Any],
    is_lazy: bool = False,
) -> Any:
    """Make the node of a call, run it, and track its result."""
    tracer = proxy_mode.tracer
    name = facts.name
    if name == "lift_fresh":  # the constant must not change with what is done to the result
        func, name = ops.aten.lift_fresh_copy.default, "lift_fresh_copy"
    node = tracer.create_node("call_function", func, nodes_of(args, tracer), nodes_of(kwargs, tracer), name)
    if tracer.record_stack_traces:
        node.stack_trace = stack_trace()
    out = func(*args, **kwargs) if not is_lazy else _WITH_BITS.run(func, *args, **kwargs)
    value = None
    if not facts.is_random and all(slot is None or slot.constant is not None for slot in known):
        is_known = any(slot is not None for slot in known)
        value = _known_value(func, args, kwargs, out, tracer.tensor_tracker, is_known)
    if tracer.symbols is not None:
        tracer.symbols.bind(node, out)
    return track_tensor_tree(out, Proxy(node, tracer), constant=value, tracer=tracer)


def _tensors_in(args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
    found: list[Any] = []
    for one in args:
        if isinstance(one, Tensor):
            found.append(one)
        elif type(one) in {list, tuple}:
            found.extend(part for part in one if isinstance(part, Tensor))
    for one in kwargs.values():
        if isinstance(one, Tensor):
            found.append(one)
        elif type(one) in {list, tuple}:
            found.extend(part for part in one if isinstance(part, Tensor))
    return found


def nodes_of(value: Any, tracer: PythonKeyTracer) -> Any:
    """Arguments with nodes for tensors and modules."""

    def node_of(one: Any) -> Any:
        if isinstance(one, Tensor):
            slot = tracer.tensor_tracker.get(one)
            return tracer.create_arg(one) if slot is None else slot.proxy.node
        return tracer.create_arg(one) if isinstance(one, Module) or is_symbolic(one) else one

    return map_aggregate(value, node_of)


def _constants(value: Any, slots: TensorSlots) -> Any:
    """Arguments with the known values of tensors."""

    def constant_of(one: Any) -> Any:
        slot = slots.get(one) if isinstance(one, Tensor) else None
        return one if slot is None else slot.constant

    return tree_map(constant_of, value)


def _known_value(
    func: OpOverload, args: tuple[Any, ...], kwargs: dict[str, Any], out: Any, slots: TensorSlots, any_known: bool
) -> Any:
    """The result as a constant, where it is small and made of constants only; else None."""
    sizes = [one.numel() for one in tree_leaves(out) if isinstance(one, Tensor)]
    small = all(type(size) is int and size <= CONSTANT_LIMIT for size in sizes)
    if not small:
        return None
    if func is ops.aten.lift_fresh_copy.default:
        return _on_real(Tensor.clone, args, {})
    if not any_known or any(isinstance(one, (SymInt, SymFloat, SymBool)) for one in tree_leaves((args, kwargs))):
        return None  # the number of a symbol is not known
    return _on_real(func, _constants(args, slots), _constants(kwargs, slots))


def _on_real(func: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Compute with known values: they are real tensors, also where the trace runs on fakes."""
    return run_without_handlers(func, *args, **kwargs)


def _refusal(func: OpOverload) -> RuntimeError:
    return RuntimeError(
        f"It appears that you're trying to get value out of a tracing tensor with {func} - erroring out! It's likely "
        "that this is caused by data-dependent control flow or similar.  It may be possible to trace this with dynamic "
        f"shapes; try setting tracing_mode='symbolic' in your make_fx call."
    )
