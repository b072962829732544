"""`cond`, `while_loop`, `map` and `scan` under functionalization: their functions write to nothing.

Warm.  The operator is called below, on values, with functions that are functionalized each by itself, so that a mode
below sees one call and functions without writes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.higher_order.control_flow import cond_op, map_op, scan_op, while_loop_op
from wye.higher_order.out_dtype import out_dtype
from wye.pytree import tree_leaves

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["register"]


def register() -> None:
    """Give the operators their rules."""
    rules: dict[Any, Callable[..., Any]] = {
        cond_op: _cond,
        while_loop_op: _while_loop,
        map_op: _map,
        scan_op: _scan,
        out_dtype: _out_dtype,
    }
    for op, rule in rules.items():
        op.py_functionalize_impl(rule)


def _out_dtype(context: Any, op: Any, output_dtype: Any, *args: Any) -> Any:
    inside = context.unwrap_tensors(args)
    with context.redispatch_to_next():
        result = out_dtype(op, output_dtype, *inside)
    return context.wrap_tensors(result)


def _pure(context: Any, who: str, fn: Callable[..., Any]) -> Callable[..., Any]:
    """A function of values, from one of functional tensors that may write to nothing that it is given."""

    def checked(*args: Any) -> Any:
        result = fn(*args)
        for leaf in tree_leaves(args):
            array = context.array_of(leaf)
            if array is not None and array.storage.generation:
                raise RuntimeError(
                    f"{who}: a function writes to one of its arguments, which functionalization cannot carry out of "
                    "it; return the new value instead"
                )
        return result

    made: Callable[..., Any] = context.functionalize(checked)
    return made


def _cond(
    context: Any, pred: Any, true_fn: Callable[..., Any], false_fn: Callable[..., Any], operands: Sequence[Any] = ()
) -> Any:
    inside, truth = context.unwrap_tensors((tuple(operands), pred))
    functions = [_pure(context, "cond()", fn) for fn in (true_fn, false_fn)]
    with context.redispatch_to_next():
        result = cond_op(truth, *functions, inside)
    return context.wrap_tensors(result)


def _while_loop(context: Any, cond_fn: Callable[..., Any], body_fn: Callable[..., Any], *values: Any) -> Any:
    inside = context.unwrap_tensors(values)
    functions = [_pure(context, "while_loop()", fn) for fn in (cond_fn, body_fn)]
    with context.redispatch_to_next():
        result = while_loop_op(*functions, *inside)
    return context.wrap_tensors(result)


def _map(context: Any, f: Callable[..., Any], xs: tuple[Any, ...], more: tuple[Any, ...] = ()) -> Any:
    inside, others = context.unwrap_tensors((xs, more))
    with context.redispatch_to_next():
        result = map_op(_pure(context, "map()", f), inside, others)
    return context.wrap_tensors(result)


def _scan(context: Any, combine: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    inside, by_name = context.unwrap_tensors((args, kwargs))
    with context.redispatch_to_next():
        result = scan_op(_pure(context, "scan()", combine), *inside, **by_name)
    return context.wrap_tensors(result)
