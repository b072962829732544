"""Kernels at the Autograd key: run the operator below, and make a node of the call.

Hot path while gradients are recorded; the engine passes these kernels by where no argument requires grad.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.autograd import anomaly
from wye.autograd.edges import edge_of, mark
from wye.autograd.engine import running_node
from wye.autograd.forward_rules import Forward, has_tangent, is_used, not_implemented
from wye.autograd.rules import FACTS
from wye.autograd.saved import save_input, save_list, save_output
from wye.autograd.state import BELOW, TensorState, state_of
from wye.autograd.views import check_in_place, fact_of, rebase
from wye.call.packets import ops
from wye.grad_mode import is_grad_enabled
from wye.keys import after_autograd
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.autograd.node import Edge, OperatorNode
    from wye.autograd.rules import Plan, Recipe
    from wye.keys import DispatchKeySet
    from wye.registry.entry import OperatorEntry

__all__ = ["BELOW", "edge_of", "in_place_kernel", "kernel", "mark", "out_kernel"]

_AFTER: Final = after_autograd()
_run: Final = BELOW.run


def _values(recipe: Recipe, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Sequence[Any]:
    """All arguments in the schema's order, defaults included."""
    given = len(args)
    if given == recipe.n_args:
        return args
    if not kwargs:
        return args + recipe.defaults[given:]
    rest = recipe.schema.arguments[given:]
    return [*args, *(kwargs.get(a.name, a.default_value) for a in rest)]


_NOWHERE: Final[Edge] = (None, 0)


def _short_edges(recipe: Recipe, values: Sequence[Any]) -> tuple[tuple[bool, ...], list[Edge]]:
    """As `_edges`, where no argument is a list."""
    needs: list[bool] = []
    edges: list[Edge] = []
    for number in recipe.differentiable:
        value = values[number]
        if isinstance(value, Tensor) and value._requires_grad:
            state = value._autograd
            if state is not None and state.node is not None and value._base is None:
                edges.append((state.node, state.number))
                needs.append(True)
            else:
                edge = edge_of(value)
                edges.append(edge)
                needs.append(True)
        else:
            edges.append(_NOWHERE)
            needs.append(False)
    return tuple(needs), edges


def _edges(recipe: Recipe, values: Sequence[Any]) -> tuple[tuple[bool, ...], list[Edge], list[tuple[int, int]] | None]:
    """Which differentiable arguments need gradients, the edges, and where those of lists begin."""
    needs: list[bool] = []
    edges: list[Edge] = []
    starts: list[tuple[int, int]] = []
    is_plain = True
    for number in recipe.differentiable:
        value = values[number]
        if type(value) is list or type(value) is tuple:
            is_plain = False
            found = [edge_of(item) for item in value]
            needs.append(any(isinstance(item, Tensor) and item._requires_grad for item in value))
            starts.append((len(edges), len(found)))
            edges += found
        else:
            edge = edge_of(value)
            needs.append(isinstance(value, Tensor) and value._requires_grad)
            starts.append((len(edges), 1))
            edges.append(edge)
    return tuple(needs), edges, None if is_plain else starts


_SECTIONS: Final = FACTS


def _save(node: OperatorNode, recipe: Recipe, plan: Plan, values: Sequence[Any], starts: Any) -> None:
    """Keep what the formulas need of the arguments."""
    n = recipe.n_args
    size = n + recipe.n_results
    kept: list[Any] = [None] * (size + len(FACTS) * n if plan.facts else size)
    node.values = kept
    for place in plan.inputs:
        value = values[place]
        if isinstance(value, Tensor):
            kept[place] = save_input(node, place, value)
        elif type(value) is list and value and any(isinstance(item, Tensor) for item in value):
            kept[place] = save_list(node, place, value)
        else:
            kept[place] = value[:] if type(value) is list else value
    for kind, places in plan.facts:
        for place in places:
            kept[size + _SECTIONS[kind] * n + place] = fact_of(kind, values[place])
    if starts is not None:
        kept.append(starts)


def _finish_short(node: OperatorNode, recipe: Recipe, plan: Plan, result: Any) -> None:
    """As `_finish`, for one tensor."""
    dtype = result.dtype
    node.describe(result)
    if dtype.is_floating_point or dtype.is_complex:
        if result._base is None and result._autograd is None:
            result._autograd = TensorState(node)
            result._requires_grad = True
        else:
            mark(node, result, 0)
    if plan.results:
        node.values[recipe.n_args] = save_output(node, result, 0)


def _finish(node: OperatorNode, recipe: Recipe, plan: Plan, result: Any) -> None:
    """Make the results outputs of the node, and keep those that formulas need."""
    outputs: list[Any] = []
    if isinstance(result, Tensor):
        results: Sequence[Any] = (result,)
    else:
        results = result[0] if recipe.n_results == 1 and type(result) is tuple and type(result[0]) is list else result
    constant = recipe.rule.constant
    for number, one in enumerate(results):
        if type(one) is not Tensor and not isinstance(one, Tensor):
            outputs.append(((), None, None))
            continue
        dtype = one.dtype
        outputs.append((tuple(one.shape), dtype, one.device))
        if number not in constant and (dtype.is_floating_point or dtype.is_complex):
            mark(node, one, number)
    node.outputs = outputs
    kept = node.values
    for number in plan.results:
        value = results[number]
        kept[recipe.n_args + number] = save_output(node, value, number) if isinstance(value, Tensor) else value


def kernel(entry: OperatorEntry, recipe: Recipe) -> Callable[..., Any]:
    """The kernel of an operator that writes to none of its arguments."""
    python = _kernel(entry, recipe, Forward(recipe, entry.op), _kernel(entry, recipe))
    return _in_engine(python, recipe, in_place=False)


def _in_engine(python: Callable[..., Any], recipe: Recipe, *, in_place: bool) -> Callable[..., Any]:
    return engine.recorder(
        python, recipe.node_class, recipe.plan, recipe.differentiable, recipe.names, recipe.defaults,
        recipe.rule.constant, recipe.refused, in_place,
    )  # fmt: skip


def _kernel(
    entry: OperatorEntry, recipe: Recipe, forward: Forward | None = None, plain: Any = None
) -> Callable[..., Any]:
    """The kernel; with a forward rule also for tangents, which then calls the plain one."""
    redispatch: Any = entry.op.redispatch
    node_class = recipe.node_class
    is_short = recipe.is_short and not recipe.rule.constant

    def record(keyset: DispatchKeySet, *args: Any, **kwargs: Any) -> Any:
        values = _values(recipe, args, kwargs)
        if is_used and forward is not None:
            return forward.call(plain, values, keyset, args, kwargs)
        if is_short:
            needs, edges = _short_edges(recipe, values)
            starts = None
        else:
            needs, edges, starts = _edges(recipe, values)
        if recipe.refused:
            _refuse_gradients(recipe, values)
        if True not in needs:
            return _run(redispatch, keyset & _AFTER, *args, **kwargs)
        plan = recipe.plan(needs)
        node = node_class()
        node.next_functions = tuple(edges)
        node.plan = plan
        if anomaly.state.enabled:
            anomaly.remember(node, running_node())
        _save(node, recipe, plan, values, starts)
        result = _run(redispatch, keyset & _AFTER, *args, **kwargs)
        if is_short:
            _finish_short(node, recipe, plan, result)
        else:
            _finish(node, recipe, plan, result)
        return result

    return record


def in_place_kernel(
    entry: OperatorEntry, recipe: Recipe, functional: Any = None, *, moves: bool = False
) -> Callable[..., Any]:
    """The kernel of an operator that writes its result to its first argument.

    Args:
        entry: The operator.
        recipe: Its derivative.
        functional: The operator that gives a new tensor instead.
        moves: Does it change where the tensor lies, and no element?  Then a view's base keeps its history.
    """
    forward = Forward(recipe, entry.op, functional, writes=True)
    finish: Any = _moved if moves else rebase
    python = _in_place_kernel(entry, recipe, finish, forward, _in_place_kernel(entry, recipe, finish))
    return python if moves else _in_engine(python, recipe, in_place=True)


def _moved(tensor: Any, node: Any) -> None:
    state = state_of(tensor)
    state.node, state.number, state.version = node, 0, tensor._version
    tensor._requires_grad = True


def _in_place_kernel(
    entry: OperatorEntry, recipe: Recipe, finish: Any, forward: Forward | None = None, plain: Any = None
) -> Callable[..., Any]:
    redispatch: Any = entry.op.redispatch
    node_class = recipe.node_class
    clone: Any = ops.aten.clone.default

    converts = recipe.rule.converts

    def record_in_place(keyset: DispatchKeySet, *args: Any, **kwargs: Any) -> Any:
        values = _values(recipe, args, kwargs)
        if is_used and forward is not None:
            return forward.call(plain, values, keyset, args, kwargs)
        target = values[0]
        if converts and not (target.dtype.is_floating_point or target.dtype.is_complex):
            return _run(redispatch, keyset & _AFTER, *args, **kwargs)
        _refuse_gradients(recipe, values)
        check_in_place(target, _requires_any(recipe, values))
        needs, edges, starts = _edges(recipe, values)
        if True not in needs:
            return _run(redispatch, keyset & _AFTER, *args, **kwargs)
        plan = recipe.plan(needs)
        node = node_class()
        node.next_functions = tuple(edges)
        node.plan = plan
        if anomaly.state.enabled:
            anomaly.remember(node, running_node())
        if 0 in plan.inputs:  # its value before the write, with its history: for second derivatives
            values = [clone(target), *values[1:]]
        _save(node, recipe, plan, values, starts)
        result = _run(redispatch, keyset & _AFTER, *args, **kwargs)
        node.describe(target)
        finish(target, node)
        for number in plan.results:
            saved = node.values[recipe.n_args + number] = save_output(node, target, number)
            if target._base is not None:
                saved.outer = target._autograd.node.maker()
        return result

    return record_in_place


def _refuse_gradients(recipe: Recipe, values: Sequence[Any]) -> None:
    """Raise for arguments without a formula that require grad.

    Raises:
        RuntimeError: there is one.
    """
    for number in recipe.refused:
        value = values[number]
        if isinstance(value, Tensor) and value._requires_grad:
            name = recipe.op_name.rpartition("::")[2].partition(".")[0]
            raise RuntimeError(
                f"The function '{name}' is not differentiable with respect to argument '{recipe.names[number]}'. "
                "This input cannot have requires_grad True."
            )


def _requires_any(recipe: Recipe, values: Sequence[Any]) -> bool:
    for number in recipe.differentiable:
        value = values[number]
        for one in value if type(value) is list else (value,):
            if isinstance(one, Tensor) and one._requires_grad:
                return True
    return False


def out_kernel(entry: OperatorEntry) -> Callable[..., Any]:
    """The kernel of an operator that stores its results in arguments: gradients are refused."""
    redispatch: Any = entry.op.redispatch
    schema = entry.op.schema  # type: ignore[attr-defined]
    name = schema.name.rpartition("::")[2]

    def refuse(keyset: DispatchKeySet, *args: Any, **kwargs: Any) -> Any:
        if is_used and has_tangent((*args, *kwargs.values())):
            raise not_implemented(f"{name}_out", "it is an out= function")
        if is_grad_enabled() and any(_requires(value) for value in (*args, *kwargs.values())):
            raise RuntimeError(
                f"{name}(): functions with out=... arguments don't support automatic differentiation, but one of the "
                "arguments requires grad."
            )
        return _run(redispatch, keyset & _AFTER, *args, **kwargs)

    return refuse


def _requires(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return any(_requires(item) for item in value)
    return isinstance(value, Tensor) and value._requires_grad
