"""`cond`, `while_loop`, `map` and `scan` at a level of a transform.

Warm.  Their functions run where they stand, and the transform sees each operator inside.  Where examples of a `vmap`
choose differently, `cond` computes both branches, and `while_loop` goes on until the last example is done; each example
takes what it would have got alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.call.packets import ops
from wye.call.py_impl import TransformType
from wye.errors import ArgumentError, ReturnError
from wye.higher_order.control_flow import (
    cond_op,
    map_op,
    next_carried,
    run_cond,
    run_map,
    run_scan,
    scan_op,
    truth_of,
    while_loop_op,
)
from wye.higher_order.out_dtype import out_dtype, run_out_dtype
from wye.higher_order.slices import describe
from wye.pytree import tree_flatten
from wye.tensors import Tensor
from wye.tensors.wrapped_array import WrappedArray
from wye.transforms.batched import BatchedArray

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["register"]


def register() -> None:
    """Give the operators their rules."""
    rules: dict[Any, Callable[..., Any]] = {
        cond_op: _cond,
        while_loop_op: _while_loop,
        map_op: _here(run_map),
        scan_op: _here(run_scan),
        out_dtype: _here(run_out_dtype),
    }
    for op, rule in rules.items():
        for kind in (TransformType.Vmap, TransformType.Grad, TransformType.Jvp, TransformType.Torch):
            op.py_impl(kind)(rule)


def _here(run: Callable[..., Any]) -> Callable[..., Any]:
    def rule(_: Any, *args: Any, **kwargs: Any) -> Any:
        return run(*args, **kwargs)

    return rule


def _differs(value: Any) -> bool:
    """May examples have different values here, at any level?"""
    while isinstance(value, Tensor):
        data = value._data
        if type(data) is BatchedArray:
            return True
        if not isinstance(data, WrappedArray):
            return False
        value = data.inner
    return False


def _any(value: Any) -> bool:
    """Is it true of some example?"""
    while isinstance(value, Tensor) and isinstance(value._data, WrappedArray):
        value = value._data.inner
    return bool(value.numpy().any())


def _cond(
    _: Any, pred: Any, true_fn: Callable[..., Any], false_fn: Callable[..., Any], operands: Sequence[Any] = ()
) -> Any:
    if not _differs(pred):
        return run_cond(pred, true_fn, false_fn, operands)
    leaves, spec = tree_flatten(true_fn(*operands))
    try:
        others = spec.flatten_up_to(false_fn(*operands))
    except ArgumentError as error:
        raise ReturnError(f"cond(): under vmap, both functions must return the same tree: {error}") from error
    return spec.unflatten([_chosen("cond()", pred, *pair) for pair in zip(leaves, others, strict=True)])


def _chosen(who: str, pred: Any, one: Any, other: Any) -> Any:
    """Of each example the one or the other."""
    if one is other:
        return one
    if not (isinstance(one, Tensor) and isinstance(other, Tensor)):
        if type(one) is type(other) and not isinstance(one, Tensor) and one == other:
            return one
        raise ReturnError(
            f"{who}: under vmap, examples choose differently between {describe(one)} and {describe(other)}",
            fix="return tensors where the condition depends on the example",
        )
    return ops.aten.where.self(pred.reshape(()), one, other)


def _while_loop(
    _: Any,
    cond_fn: Callable[..., Any],
    body_fn: Callable[..., Any],
    carried: tuple[Any, ...],
    additional: tuple[Any, ...] = (),
) -> tuple[Any, ...]:
    while True:
        go_on = truth_of(cond_fn, (*carried, *additional))
        if not _differs(go_on):
            if not (go_on.item() if isinstance(go_on, Tensor) else go_on):
                return carried
            carried = next_carried(body_fn, carried, additional)
            continue
        go_on = ops.aten.ne.Scalar(go_on, 0)
        if not _any(go_on):
            return carried
        pairs = zip(next_carried(body_fn, carried, additional), carried, strict=True)
        carried = tuple(_chosen("while_loop()", go_on, new, old) for new, old in pairs)
