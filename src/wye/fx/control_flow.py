"""Operators that take functions, in traces: a graph for each function, and one node that calls the operator with them.

Warm.  Registers the rules of `cond`, `while_loop`, `map` and `scan` for the mode that traces.
See Note [Captured tensors].
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.call.packets import ops
from wye.errors import ReturnError
from wye.fx.graph_checks import attribute_of
from wye.fx.proxy import Proxy
from wye.fx.proxy_mode import ProxyTorchDispatchMode, PythonKeyTracer, is_symbolic, nodes_of, track_tensor_tree
from wye.fx.tracing import trace_inside
from wye.higher_order.auto_functionalize import auto_functionalized
from wye.higher_order.auto_functionalize_bases import auto_functionalized_v2
from wye.higher_order.control_flow import cond_op, map_op, scan_op, while_loop_op
from wye.higher_order.effects import with_effects
from wye.higher_order.out_dtype import out_dtype
from wye.higher_order.slices import select
from wye.pytree import tree_leaves, tree_map
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.fx.graph_module import GraphModule
    from wye.higher_order import HigherOrderOperator

__all__ = ["CondOpArgsMismatchError", "captured_tensors", "inner_graphs"]

# Note [Captured tensors]
# A function may use traced tensors that are no operands of its operator. Its graph would have their values of this run
# as constants. So after its trace, constants that an outer trace follows become placeholders of the graph, and the
# tensors further operands of the node: `cond` and `map` have a place for them, loops have additional inputs.
# Broken by: a rule that makes its node before `captured_tensors`.
# Guarded by: tests/unit/fx/test_control_flow.py::test_captured_tensors_become_operands


_ALIAS: Final[Any] = ops.aten.alias.default


class CondOpArgsMismatchError(ReturnError):
    """The two functions of `cond` return different numbers of values."""


def _example(value: Any) -> Any:
    """A tensor to trace a function on: the trace must not write to the operand itself."""
    if not isinstance(value, Tensor):
        return value
    return value.detach().clone().requires_grad_(value.requires_grad)


def inner_graphs(
    mode: ProxyTorchDispatchMode, operands: Sequence[Any], **functions: Callable[..., Any]
) -> dict[str, Any]:
    """The graphs of functions, by the names they get in the traced module."""
    found: dict[str, Any] = {}
    for name, fn in functions.items():
        examples = tuple(map(_example, operands))
        with mode.active():
            found[_free_name(mode.tracer, name)] = trace_inside(fn, examples)
    return found


def _free_name(tracer: PythonKeyTracer, prefix: str) -> str:
    number = 0
    while hasattr(tracer.root, f"{prefix}_{number}"):
        number += 1
    return f"{prefix}_{number}"


def captured_tensors(
    mode: ProxyTorchDispatchMode, graphs: dict[str, GraphModule], *, with_gradient: bool = False
) -> tuple[Any, ...]:
    """Let the graphs take tensors that an outer trace follows as further inputs; returns those tensors.

    Args:
        mode: The mode of the outer trace.
        graphs: The graphs, by name.
        with_gradient: Take those, too, that require gradients: parameters.
    """
    found: dict[int, Any] = {}
    for module in graphs.values():
        for node in module.graph.nodes:
            value = attribute_of(module, node.target) if node.op == "get_attr" else None
            if isinstance(value, Tensor) and (mode.tracer.follows(value) or (with_gradient and value.requires_grad)):
                found[id(value)] = value
    for module in graphs.values() if found else ():
        _take(module, found)
    return tuple(found.values())


def _take(module: GraphModule, tensors: dict[int, Any]) -> None:
    """Give a graph a placeholder for each of these tensors, in the place of the attributes that hold them."""
    graph = module.graph
    last = graph.find_nodes(op="placeholder")
    first = last[-1].next if last else next(iter(graph.nodes))
    with graph.inserting_before(first):
        inputs = [graph.placeholder("captured") for _ in tensors]
    for made, value in zip(inputs, tensors.values(), strict=True):
        made.target = made.name
        for node in graph.nodes:
            if node.op == "get_attr" and attribute_of(module, node.target) is value:
                made.meta.update(node.meta)
                node.replace_all_uses_with(made)
                graph.erase_node(node)
    module.recompile()


def _record(
    mode: ProxyTorchDispatchMode, op: HigherOrderOperator, graphs: dict[str, Any], args: tuple[Any, ...]
) -> Any:
    """Make the node of a call, run it with the graphs, and track its result."""
    tracer = mode.tracer
    for name, module in graphs.items():
        tracer.root.add_module(name, module)
    node = tracer.create_node("call_function", op, nodes_of(args, tracer), {}, op.name())
    operands = tree_leaves(args)
    result = tree_map(lambda one: _distinct(one, operands), op(*args))
    return track_tensor_tree(result, Proxy(node, tracer), tracer=tracer)


def _distinct(value: Any, operands: Sequence[Any]) -> Any:
    """A result that is no operand: one that a function returns as it is would be followed as what the node gave."""
    return _ALIAS(value) if isinstance(value, Tensor) and any(value is one for one in operands) else value


def _sizes_of(operands: Sequence[Any]) -> tuple[Any, ...]:
    """The symbolic sizes of tensors, each once: both branches are compiled for them."""
    found: dict[Any, Any] = {}
    for one in operands:
        sizes: tuple[Any, ...] = tuple(one.shape) if isinstance(one, Tensor) else ()
        for size in filter(is_symbolic, sizes):
            found.setdefault(size.node.expr, size)
    return tuple(found.values())


def _taking(fn: Callable[..., Any], count: int) -> Callable[..., Any]:
    """A function that takes more arguments than this one, and leaves them."""
    return lambda *args: fn(*args[:count])


@cond_op.py_impl(ProxyTorchDispatchMode)
def _cond(
    mode: ProxyTorchDispatchMode,
    pred: Any,
    true_fn: Callable[..., Any],
    false_fn: Callable[..., Any],
    operands: Sequence[Any] = (),
) -> Any:
    if not isinstance(pred, Tensor) and not is_symbolic(pred):
        with mode.active():
            return (true_fn if pred else false_fn)(*operands)
    sizes = _sizes_of(operands) if mode.tracer.symbols is not None else ()
    if sizes:
        count = len(operands)
        true_fn, false_fn = _taking(true_fn, count), _taking(false_fn, count)
        operands = (*operands, *sizes)
    graphs = inner_graphs(mode, operands, true_graph=true_fn, false_graph=false_fn)
    counts = [len(tree_leaves(module.graph.output_node().args)) for module in graphs.values()]
    if counts[0] != counts[1]:
        raise CondOpArgsMismatchError(
            f"Expected to return same number of outputs but got:\n  true branch returns {counts[0]} item(s)\n"
            f"  false branch returns {counts[1]} item(s)"
        )
    more = captured_tensors(mode, graphs)
    return _record(mode, cond_op, graphs, (pred, *graphs.values(), (*operands, *more)))


@while_loop_op.py_impl(ProxyTorchDispatchMode)
def _while_loop(
    mode: ProxyTorchDispatchMode,
    cond_fn: Callable[..., Any],
    body_fn: Callable[..., Any],
    carried: Sequence[Any],
    additional: Sequence[Any] = (),
) -> Any:
    operands = (*carried, *additional)
    graphs = inner_graphs(mode, operands, while_loop_cond_graph=cond_fn, while_loop_body_graph=body_fn)
    more = captured_tensors(mode, graphs)
    return _record(mode, while_loop_op, graphs, (*graphs.values(), tuple(carried), (*additional, *more)))


@map_op.py_impl(ProxyTorchDispatchMode)
def _map(mode: ProxyTorchDispatchMode, f: Callable[..., Any], xs: Sequence[Any], args: Sequence[Any] = ()) -> Any:
    graphs = inner_graphs(mode, (*(select(x, 0, 0) for x in xs), *args), body_graph=f)
    more = captured_tensors(mode, graphs)
    return _record(mode, map_op, graphs, (*graphs.values(), list(xs), [*args, *more]))


@scan_op.py_impl(ProxyTorchDispatchMode)
def _scan(
    mode: ProxyTorchDispatchMode,
    combine_fn: Callable[..., Any],
    init: Sequence[Any],
    xs: Sequence[Any],
    additional: Sequence[Any] = (),
    *how: Any,
) -> Any:
    dim = how[0] if how else 0
    graphs = inner_graphs(mode, (*init, *(select(x, dim, 0) for x in xs), *additional), scan_combine_graph=combine_fn)
    more = captured_tensors(mode, graphs)
    return _record(mode, scan_op, graphs, (*graphs.values(), tuple(init), tuple(xs), (*additional, *more), *how))


def _plain(op: HigherOrderOperator) -> None:
    """Operators that take operators, not functions: one node, as for any other."""

    @op.py_impl(ProxyTorchDispatchMode)
    def record(mode: ProxyTorchDispatchMode, *args: Any, **kwargs: Any) -> Any:
        tracer = mode.tracer
        node = tracer.create_node("call_function", op, nodes_of(args, tracer), nodes_of(kwargs, tracer), op.name())
        return track_tensor_tree(op(*args, **kwargs), Proxy(node, tracer), tracer=tracer)


_PLAIN: Final[tuple[Any, ...]] = (auto_functionalized, auto_functionalized_v2, out_dtype, with_effects)
for _op in _PLAIN:
    _plain(_op)
