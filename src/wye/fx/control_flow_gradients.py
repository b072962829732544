"""Gradients of `cond`, `map` and `scan` in traces: a call of the same operator, with functions that compute gradients.

Warm: once per recorded call.  In: a call that autograd records while a trace runs.  Out: its results, with a backward.
See Note [Gradients that branch again].
"""

from __future__ import annotations

from functools import partial
from types import CellType, FunctionType, MethodType
from typing import TYPE_CHECKING, Any, Final

from wye.autograd import Function, grad
from wye.fx.control_flow import captured_tensors, inner_graphs
from wye.fx.graph_module import GraphModule
from wye.fx.proxy_mode import get_proxy_mode
from wye.grad_mode import enable_grad, is_grad_enabled
from wye.higher_order.control_flow import cond_op, map_op, scan_op
from wye.higher_order.operator import hooks
from wye.higher_order.slices import select
from wye.modes.both_stacks import find_infra_mode, infra_mode_disabled
from wye.modes.stack import ModeKey
from wye.nn import Module
from wye.pytree import tree_leaves
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from wye.higher_order import HigherOrderOperator

__all__ = ["captures_gradients"]

# Note [Gradients that branch again]
# Outside of traces autograd records what the function does that was chosen, so gradients need no rule. A trace must not
# do that: the graph would have the gradient of the branch, and of the parts, of this one run. So while a trace runs,
# the call is one node of the autograd graph, whose backward calls the operator again: with functions that compute the
# gradients of the first ones. Tensors that a function captures become operands first, as they do in the graph.
# Broken by: an operator of `_RULES` that reads the results of its functions at Autograd.
# Guarded by: tests/unit/fx/test_control_flow_gradients.py


class _Call(Function):
    """A call of an operator with functions, and the call that computes its gradients."""

    @staticmethod
    def forward(ctx: Any, call: Callable[..., Any], backward: Callable[..., Any], *operands: Any) -> tuple[Any, ...]:
        results = tuple(call(*operands))
        ctx.save_for_backward(*(one for one in (*operands, *results) if isinstance(one, Tensor)))
        ctx.others = [None if isinstance(one, Tensor) else (one,) for one in (*operands, *results)]
        ctx.call_backward, ctx.is_followed = backward, [_has_gradient(one) for one in results]
        ctx.mark_non_differentiable(*(one for one in results if isinstance(one, Tensor) and not _has_gradient(one)))
        return results

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> tuple[Any, ...]:
        saved = iter(ctx.saved_tensors)
        values = [next(saved) if other is None else other[0] for other in ctx.others]
        n = len(values) - len(grads)
        wanted = [at for at, needs in enumerate(ctx.needs_input_grad[2:]) if needs]
        given = [one if is_followed else None for one, is_followed in zip(grads, ctx.is_followed, strict=True)]
        found = dict(zip(wanted, ctx.call_backward(values[:n], values[n:], given, wanted), strict=True))
        return (None, None, *(found.get(at) for at in range(n)))


def _has_gradient(value: Any) -> bool:
    return isinstance(value, Tensor) and (value.is_floating_point() or value.is_complex())


def _gradients(
    fn: Callable[..., Any], operands: Sequence[Any], grads: Sequence[Any], wanted: Sequence[int]
) -> tuple[Any, ...]:
    """The gradients of a function for some of its operands, from those of its results; zeros where there is none."""
    with enable_grad():
        mine = [one.detach() if isinstance(one, Tensor) else one for one in operands]
        for at in wanted:
            mine[at].requires_grad_()
        followed = [one for one in tree_leaves(fn(*mine)) if _has_gradient(one)]
        pairs = [pair for pair in zip(followed, grads, strict=True) if pair[0].requires_grad]
        found: Sequence[Any] = [None] * len(wanted)
        if pairs:
            results, of_results = zip(*pairs, strict=True)
            found = grad(results, [mine[at] for at in wanted], of_results, allow_unused=True)
    made = [mine[at].new_zeros(mine[at].shape) if one is None else one for at, one in zip(wanted, found, strict=True)]
    return tuple(one.clone() if any(one is other for other in (*operands, *grads)) else one for one in made)


def _cond(pred: Any, true_fn: Callable[..., Any], false_fn: Callable[..., Any], operands: Sequence[Any] = ()) -> Any:
    if not isinstance(pred, Tensor) and not hasattr(pred, "node"):
        return (true_fn if pred else false_fn)(*operands)
    functions, operands = _with_captured(operands, operands, true_graph=true_fn, false_graph=false_fn)
    n = len(operands)

    def backward(operands: Sequence[Any], results: Sequence[Any], grads: Sequence[Any], wanted: Sequence[int]) -> Any:
        grads = [one for one in grads if one is not None]
        branches = (lambda *flat, fn=fn: _gradients(fn, flat[:n], flat[n : n + len(grads)], wanted) for fn in functions)
        return cond_op(pred, *branches, (*operands, *grads))

    return _apply(lambda *operands: cond_op(pred, *functions, operands), backward, operands)


def _map(f: Callable[..., Any], xs: Sequence[Any], args: Sequence[Any] = ()) -> Any:
    (f,), args = _with_captured((*(select(x, 0, 0) for x in xs), *args), args, body_graph=f)
    n = len(xs)

    def backward(operands: Sequence[Any], results: Sequence[Any], grads: Sequence[Any], wanted: Sequence[int]) -> Any:
        grads = [one for one in grads if one is not None]
        count = len(grads)

        def step(*flat: Any) -> Any:
            parts, of_parts, rest = flat[:n], flat[n : n + count], flat[n + count : count + len(operands)]
            return _gradients(f, (*parts, *rest), of_parts, wanted)

        found = map_op(step, (*operands[:n], *grads), tuple(operands[n:]))
        return [one if at < n else one.sum(0) for at, one in zip(wanted, found, strict=True)]

    return _apply(lambda *operands: map_op(f, operands[:n], operands[n:]), backward, (*xs, *args))


def _scan(
    combine_fn: Callable[..., Any],
    init: Sequence[Any],
    xs: Sequence[Any],
    additional: Sequence[Any] = (),
    dim: int = 0,
    reverse: bool = False,
) -> Any:
    if not all(isinstance(one, Tensor) for one in init):
        return NotImplemented
    first = [x.movedim(dim, 0) for x in xs] if dim else list(xs)  # carries, which gradients need, have no other
    examples = (*init, *(select(x, 0, 0) for x in first), *additional)
    (combine_fn,), additional = _with_captured(examples, additional, scan_combine_graph=combine_fn)
    n, m = len(init), len(first)

    def step(*flat: Any) -> Any:
        """A step of the scan whose results have the carries that it was given, too."""
        result = combine_fn(*flat)
        return (*result[:n], *(one.clone() for one in flat[:n]), *result[n:])

    def call(*operands: Any) -> Any:
        return _run_scan(step, operands[:n], operands[n : n + m], operands[n + m :], reverse)

    def backward(operands: Sequence[Any], results: Sequence[Any], grads: Sequence[Any], wanted: Sequence[int]) -> Any:
        return _scan_back(combine_fn, (n, m), reverse, operands, results, grads, wanted)

    results = _apply(call, backward, (*init, *first, *additional))
    if results is NotImplemented:
        return results
    # As `stacking_dim` says, of what is stacked already.
    rows = [one.movedim(0, dim) if one is not None and 0 < dim < one.ndim else one for one in results[2 * n :]]
    return (*results[:n], *rows)


def _run_scan(step: Callable[..., Any], init: Any, xs: Any, additional: Any, reverse: bool) -> Any:
    return scan_op(step, tuple(init), tuple(xs), tuple(additional), *((0, True) if reverse else ()))


def _scan_back(
    combine_fn: Callable[..., Any],
    counts: tuple[int, int],
    reverse: bool,
    operands: Sequence[Any],
    results: Sequence[Any],
    grads: Sequence[Any],
    wanted: Sequence[int],
) -> list[Any]:
    """The gradients of a scan: a scan from its end, which carries the gradients of the carry and of what is shared."""
    n, m = counts
    carried = [at for at in range(n) if grads[at] is not None]
    of_xs, shared = [at for at in wanted if n <= at < n + m], [at for at in wanted if at >= n + m]
    of_rows = [one for one in grads[2 * n :] if one is not None]
    a, b = len(carried), len(carried) + len(shared)

    def step(*flat: Any) -> Any:
        of_carry, so_far, rest = flat[:a], flat[a:b], flat[b:]
        of_row = rest[n + m : n + m + len(of_rows)]
        mine = (*rest[: n + m], *rest[n + m + len(of_rows) :])
        found = _gradients(combine_fn, mine, (*of_carry, *of_row), [*carried, *of_xs, *shared])
        totals = [before + one for before, one in zip(so_far, found[a + len(of_xs) :], strict=True)]
        return (*found[:a], *totals, *found[a : a + len(of_xs)])

    init = [*(grads[at] for at in carried), *(operands[at].new_zeros(operands[at].shape) for at in shared)]
    parts = (*results[n : 2 * n], *operands[n : n + m], *of_rows)
    found = _run_scan(step, init, parts, operands[n + m :], not reverse)
    by_place = dict(zip((*carried, *shared, *of_xs), found, strict=True))
    return [by_place[at] for at in wanted]


def _apply(call: Callable[..., Any], backward: Callable[..., Any], operands: Sequence[Any]) -> Any:
    return _Call.apply(call, backward, *operands) if _need_gradients(operands) else NotImplemented


def _with_captured(
    examples: Sequence[Any], operands: Sequence[Any], **functions: Callable[..., Any]
) -> tuple[list[Callable[..., Any]], tuple[Any, ...]]:
    """Functions that capture nothing that a gradient could be asked for, and their operands."""
    own = list(functions.values())
    if find_infra_mode(ModeKey.FUNCTIONAL) is not None or not any(map(captures_gradients, own)):
        return own, tuple(operands)
    with infra_mode_disabled(ModeKey.PROXY) as mode:
        graphs = inner_graphs(mode, examples, **functions)
        captured = captured_tensors(mode, graphs, with_gradient=True)
    return (list(graphs.values()) if captured else own), (*operands, *captured)


def _need_gradients(values: Iterable[Any]) -> bool:
    return any(isinstance(one, Tensor) and one.requires_grad for one in values)


def captures_gradients(fn: Any) -> bool:
    """Does a function use tensors that require gradients and are no arguments?  Its closures and modules tell."""
    seen: set[int] = set()
    found: list[Any] = [fn]
    while found:
        one = found.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, Tensor):
            if one.requires_grad:
                return True
        elif isinstance(one, Module):
            if not isinstance(one, GraphModule) and _need_gradients(one.parameters()):
                return True
        else:
            found += _captured_by(one)
    return False


def _captured_by(one: Any) -> list[Any]:
    if isinstance(one, FunctionType):
        names = (one.__globals__.get(name) for name in one.__code__.co_names)
        cells = (cell.cell_contents for cell in one.__closure__ or () if cell != CellType())
        return [*cells, *(one.__defaults__ or ()), *(known for known in names if isinstance(known, (Tensor, Module)))]
    if isinstance(one, MethodType):
        return [one.__self__, one.__func__]
    if isinstance(one, partial):
        return [one.func, *one.args, *one.keywords.values()]
    if isinstance(one, dict):
        return [*one.values()]
    return [*one] if isinstance(one, (list, tuple)) else []


_RULES: Final[dict[HigherOrderOperator, Callable[..., Any]]] = {cond_op: _cond, map_op: _map, scan_op: _scan}


def _traced_gradient(op: HigherOrderOperator, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What a call gives while a trace runs; NotImplemented: autograd records inside, as elsewhere."""
    rule, mode = _RULES.get(op), get_proxy_mode()
    if rule is None or mode is None or mode.pre_dispatch or not is_grad_enabled():
        return NotImplemented
    given = [*args, *kwargs.values()]
    if not _need_gradients(tree_leaves(given)) and not any(map(captures_gradients, filter(callable, given))):
        return NotImplemented
    return rule(*args, **kwargs)


hooks.traced_gradient = _traced_gradient
