"""make_fx: run a function on tensors and record the operators that it calls, below autograd and transforms.

Warm: runs the function once.  In: a function and example arguments.  Out: a GraphModule.
"""

from __future__ import annotations

import functools
import inspect
from contextlib import ExitStack, nullcontext
from typing import TYPE_CHECKING, Any

from wye import late_names
from wye.call.python_dispatcher import enable_python_dispatcher
from wye.fake import FakeTensorMode
from wye.fake.finding import detect_fake_mode
from wye.fx.codegen import PyTreeCodeGen, PyTreeInfo
from wye.fx.graph_module import GraphModule
from wye.fx.lazy_modules import graph_module_class
from wye.fx.module_stacks import module_stacks
from wye.fx.proxy import Proxy
from wye.fx.proxy_mode import (
    ProxyTorchDispatchMode,
    PythonKeyTracer,
    current_decompositions,
    decompose,
    disable_proxy_modes_tracing,
    get_proxy_mode,
    track_tensor_tree,
)
from wye.modes.both_stacks import all_disabled
from wye.pytree import tree_flatten, tree_map, tree_unflatten
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["dispatch_trace", "get_isolated_graphmodule", "make_fx", "mode_for", "reenter_make_fx", "trace_inside"]

TRACING_MODES = ("real", "fake", "symbolic")


def make_fx(
    f: Callable[..., Any],
    decomposition_table: Mapping[Any, Callable[..., Any]] | None = None,
    tracing_mode: str = "real",
    _allow_non_fake_inputs: bool = False,
    *,
    pre_dispatch: bool = False,
    record_module_stack: bool = False,
    _allow_fake_constant: bool = False,
    _error_on_data_dependent_ops: bool = True,
    record_stack_traces: bool = False,
) -> Callable[..., GraphModule]:
    """A function that traces ``f``: call it with example arguments, it returns a graph module.

    >>> import wye
    >>> print(make_fx(lambda x: x.sin() + 1)(wye.ones(2)).code.strip())
    def forward(self, x_1):
        sin = wye.ops.aten.sin.default(x_1);  x_1 = None
        add = wye.ops.aten.add.Tensor(sin, 1);  sin = None
        return add

    Args:
        f: The function, of tensors or ndarrays.  It runs once; what it does to them is recorded, numbers are burnt in.
        decomposition_table: Functions for operators, by overload, that are traced in their place.
        tracing_mode: ``"real"`` runs it on the arguments themselves, ``"fake"`` on tensors without data, ``"symbolic"``
            on tensors whose sizes are symbols: such a graph is right for other sizes, too.
        pre_dispatch: Record operators as they are called, before autograd takes composites apart.
        record_module_stack: Keep with each node which submodules of ``f._orig_mod`` ran when it was made.
        record_stack_traces: Keep the place in the program that made each node.
        _allow_non_fake_inputs: May the function use real tensors from outside while it is traced on fakes?
        _allow_fake_constant: Accepted; PyTorch's has it.
        _error_on_data_dependent_ops: Refuse ``item()`` of traced data; False burns the number in.

    Raises:
        AssertionError: there is no such tracing mode.
        RuntimeError: while tracing: the function needs a Python number of traced data.
    """
    if tracing_mode not in TRACING_MODES:
        raise AssertionError(f"tracing_mode must be real/fake/symbolic, got {tracing_mode}")
    table = dict(decomposition_table) if decomposition_table is not None else None

    def wrapped(*args: Any) -> GraphModule:
        inside, args, cls = late_names.find("wye.fx", "entered")(f, args)  # ndarrays become tensors
        tracer = PythonKeyTracer()
        tracer.record_stack_traces = record_stack_traces
        mode = ProxyTorchDispatchMode(
            tracer, tracing_mode, pre_dispatch, _allow_fake_constant, _error_on_data_dependent_ops
        )
        fakes = mode_for(tracing_mode, args, _allow_non_fake_inputs)
        stacks = module_stacks(tracer, getattr(f, "_orig_mod", None)) if record_module_stack else nullcontext()
        with decompose(table), stacks:
            return _trace(inside, tracer, mode, args, fakes, cls or graph_module_class(), shows_return=True)

    return _named_like(f, wrapped)


def _named_like(f: Any, wrapped: Callable[..., GraphModule]) -> Callable[..., GraphModule]:
    return functools.wraps(f)(wrapped) if hasattr(f, "__name__") else wrapped


def mode_for(tracing_mode: str, args: tuple[Any, ...], allow_non_fake_inputs: bool = False) -> FakeTensorMode | None:
    """The mode whose tensors a function is traced on; None: on its arguments.  The one place that knows tracing modes.

    Raises:
        AssertionError: symbolic sizes are wanted, and the mode of the fake arguments has none.
    """
    if tracing_mode == "real":
        return None
    from wye.symbolic import ShapeEnv  # here: it loads sympy

    found = detect_fake_mode(args)
    if tracing_mode == "symbolic":
        if found is None:
            return FakeTensorMode(
                allow_fallback_kernels=False, allow_non_fake_inputs=allow_non_fake_inputs, shape_env=ShapeEnv()
            )
        if found.shape_env is None:
            raise AssertionError("shape_env should be set if tracing with 'symbolic'")
        return found
    return found or FakeTensorMode(
        allow_non_fake_inputs=allow_non_fake_inputs, shape_env=ShapeEnv(), static_shapes=True
    )


def _fake_inputs(leaves: list[Any], fakes: FakeTensorMode, is_symbolic: bool) -> list[Any]:
    """What a function is traced on: fakes of tensors, and for symbolic traces symbols for ints."""
    from wye.symbolic import ConstantSource  # here: as above

    made: list[Any] = []
    for at, value in enumerate(leaves):
        source = ConstantSource(f"input{at}")
        if isinstance(value, Tensor):
            made.append(fakes.from_tensor(value, source=source))
            if is_symbolic and _is_index(value):
                made[-1].item_memo = _symbol(fakes.shape_env, int(value), ConstantSource(f"input{at}.item()"))
        elif is_symbolic and type(value) is int:
            made.append(_symbol(fakes.shape_env, value, source))
        else:
            made.append(value)
    return made


def _is_index(value: Any) -> bool:
    """Is it one integer in a real tensor?  What the program makes of it is decided by its value, as for ints."""
    whole = not value.is_floating_point() and not value.is_complex() and value.dtype.itemsize > 1
    return type(value) is Tensor and not value.shape and whole


def _symbol(env: Any, value: int, source: Any) -> Any:
    return env.create_symintnode(env.create_symbol(value, source, positive=None), hint=value, source=source)


def _trace(
    f: Callable[..., Any],
    tracer: PythonKeyTracer,
    mode: ProxyTorchDispatchMode,
    args: tuple[Any, ...],
    fakes: FakeTensorMode | None = None,
    cls: type[GraphModule] = GraphModule,
    *,
    shows_return: bool = False,
) -> GraphModule:
    """Trace a function with a mode that is made for it, on its arguments or on fakes of them."""
    names = _parameter_names(f, len(args))
    leaves, in_spec = tree_flatten(args)
    if fakes is not None:
        with disable_proxy_modes_tracing():
            leaves = _fake_inputs(leaves, fakes, mode.tracing_mode == "symbolic")
        args = tree_unflatten(leaves, in_spec)
    if fakes is not None or getattr(detect_fake_mode(leaves), "shape_env", None) is not None:
        tracer.symbol_slots()
    proxies = _placeholders(tracer, names, args)
    is_flat = all(child.is_leaf() for child in in_spec.children())
    info: PyTreeInfo | None = None if is_flat else PyTreeInfo(names, in_spec, None)
    with disable_proxy_modes_tracing():
        for value, proxy in zip(leaves, proxies, strict=True):
            track_tensor_tree(value, proxy, tracer=tracer)
    with ExitStack() as stack:
        if fakes is not None:
            stack.enter_context(fakes)
        if tracer.symbols is not None:
            stack.enter_context(tracer.symbols.recording())
        if mode.pre_dispatch:
            stack.enter_context(enable_python_dispatcher())
            stack.enter_context(_recorded_settings(mode))
        stack.enter_context(mode)
        result = f(*args)
    if info is not None:
        result, out_spec = tree_flatten(result)
        tracer.graph.set_codegen(PyTreeCodeGen(info._replace(out_spec=out_spec)))
    annotation = _return_annotation(f) if info is None and shows_return else None
    tracer.create_node("output", "output", (_result(result, tracer),), {}, type_expr=annotation)
    if tracer.symbols is not None:
        _remove_unused_numbers(tracer)
    module = cls(tracer.root, tracer.graph, getattr(f, "__name__", "wrapped"))
    if mode.tracing_mode == "symbolic" and fakes is not None:
        module.shape_env = fakes.shape_env
    return module


def _remove_unused_numbers(tracer: PythonKeyTracer) -> None:
    from wye.fx.symbols import remove_unused_numbers  # here: only traces with symbolic sizes need it

    remove_unused_numbers(tracer.graph)


def _recorded_settings(mode: ProxyTorchDispatchMode) -> Any:
    from wye.fx.settings import recorded_settings  # here: only pre-dispatch tracing records settings

    return recorded_settings(mode)


def _return_annotation(f: Any) -> Any:
    """What a program says that its function returns; wrappers around it say nothing, nor do functions of wye's."""
    own = inspect.unwrap(f)
    is_wyes = str(getattr(own, "__module__", "")).partition(".")[0] == "wye"
    return None if is_wyes else getattr(own, "__annotations__", {}).get("return")


def _parameter_names(f: Any, count: int) -> list[str]:
    """The names of a function's parameters; ``arg0``, ... where it does not say."""
    inner = inspect.unwrap(f) if callable(f) else f
    code = getattr(inner, "__code__", None)
    if code is None or code.co_flags & inspect.CO_VARARGS:
        return [f"arg{at}" for at in range(count)]
    first = 1 if inspect.ismethod(inner) else 0
    names = list(code.co_varnames[first : code.co_argcount])
    if len(names) != count:
        spare = len(getattr(inner, "__defaults__", None) or ())
        if not len(names) - spare <= count <= len(names):
            raise RuntimeError(f"Tracing expected {len(names)} arguments but got {count} concrete arguments")
        names = names[:count]
    return names


def _placeholders(tracer: PythonKeyTracer, names: list[str], args: tuple[Any, ...]) -> list[Proxy]:
    found: list[Proxy] = []
    for name, value in zip(names, args, strict=True):
        targets = [f"{name}_{at + 1}" for at in range(len(tree_flatten(value)[0]))]
        found.extend(Proxy(tracer.create_node("placeholder", target, (), {}), tracer) for target in targets)
    return found


def _result(value: Any, tracer: PythonKeyTracer) -> Any:
    """The argument of the output for what the function returned."""

    def leaf(one: Any) -> Any:
        if not isinstance(one, Tensor):
            return tracer.unwrap_proxy(one)
        slot = tracer.tensor_tracker.get(one)
        return one if slot is None else slot.proxy

    return tracer.create_arg(tree_map(leaf, value if type(value).__module__ != "wye.return_types" else tuple(value)))


def dispatch_trace(root: Callable[..., Any], tracer: PythonKeyTracer, concrete_args: tuple[Any, ...]) -> GraphModule:
    """Trace a function on these arguments with a given tracer and the mode that is active."""
    mode = get_proxy_mode() or ProxyTorchDispatchMode(tracer)
    return _trace(root, tracer, mode, concrete_args)


def trace_inside(f: Callable[..., Any], args: tuple[Any, ...]) -> GraphModule:
    """Trace a function as the trace that is running does, in a graph of its own."""
    outer = get_proxy_mode()
    pre_dispatch = outer is not None and outer.pre_dispatch
    checked = outer is None or outer._error_on_data_dependent_ops
    tracer = PythonKeyTracer(None if outer is None else outer.tracer)
    if outer is not None and outer.tracer.symbols is not None:
        tracer.symbol_slots()
    mode = ProxyTorchDispatchMode(tracer, "real", pre_dispatch, _error_on_data_dependent_ops=checked)
    with decompose(current_decompositions()):
        return _trace(f, tracer, mode, args)


def reenter_make_fx(fn: Callable[..., Any], **kwargs: Any) -> Callable[..., GraphModule]:
    """A function that traces ``fn`` for an operator that takes functions, as the trace that is running does."""

    def trace(*args: Any) -> GraphModule:
        return trace_inside(fn, args)

    return _named_like(fn, trace)


def get_isolated_graphmodule(
    func: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    tracing_mode: str = "real",
    decomposition_table: Mapping[Any, Callable[..., Any]] | None = None,
) -> GraphModule:
    """Trace a function as if no mode were active.

    Args:
        func: The function.
        args: Its arguments.
        kwargs: Those given by name.
        tracing_mode: As in `make_fx`.
        decomposition_table: As in `make_fx`.
    """
    leaves, spec = tree_flatten((args, kwargs))

    def wrapped(flat_args: list[Any]) -> Any:
        fn_args, fn_kwargs = tree_unflatten(flat_args, spec)
        return func(*fn_args, **fn_kwargs)

    with all_disabled():
        return make_fx(wrapped, decomposition_table, tracing_mode)(leaves)
