"""Operators that compute on the last dimensions and take any number in front of them, or exactly one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye._engine import engine
from wye.transforms.batched_calls import in_engine, keeping_places, taking_calls
from wye.transforms.interpreters import PARTS
from wye.transforms.rules.each import each
from wye.transforms.rules.moving import front, logical_rank, padded, spread

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["folded", "images", "leading", "parts", "same_place", "with_pivots"]


def folded(x: Any) -> Any:
    """A tensor whose batch dimension is first, with the next dimension folded into it: the examples are more images."""
    return x.reshape([x.size(0) * x.size(1), *x.shape[2:]])


_VECTORS = ("tau", "pivots", "LU_pivots")


@keeping_places
def same_place(info: Any, in_dims: Any, x: Any, *args: Any, **kwargs: Any) -> Any:
    """An operator whose result has the dimensions of its only tensor, in the same places."""
    return info.op(x, *args, **kwargs), in_dims[0]


def leading(info: Any, in_dims: Any, *args: Any, **kwargs: Any) -> Any:
    """An operator on batches of matrices or vectors: the batch dimension is one more of them.

    Arguments that all examples share are expanded; those with fewer dimensions in front get more of size 1.
    """
    size, made = info.batch_size, list(args)
    tensors = [i for i, value in enumerate(args) if isinstance(value, engine.TensorBase)]
    if len(tensors) == 1:
        if logical_rank(args[tensors[0]], in_dims[tensors[0]]) < 2:
            return each(info, in_dims, *args, **kwargs)  # an error of the operator, for the shape of one example
        made[tensors[0]] = front(args[tensors[0]], in_dims[tensors[0]])
        return info.op(*made, **kwargs), 0
    names = [argument.name for argument in info.op.schema.arguments]
    vectors = [i for i in tensors if names[i] in _VECTORS]  # one for each matrix
    matrices = [i for i in tensors if logical_rank(args[i], in_dims[i]) >= 2 and i not in vectors]
    rank = max((logical_rank(args[i], in_dims[i]) for i in matrices), default=0)
    for i in tensors:
        made[i] = spread(args[i], in_dims[i], size)
        if i in matrices or i in vectors:
            made[i] = padded(made[i], rank - (i in vectors))
    return info.op(*made, **kwargs), 0


def with_pivots(info: Any, in_dims: Any, factors: Any, pivots: Any, sides: Any, **kwargs: Any) -> Any:
    """An operator that solves systems with given factors: matrices, their pivots, and right sides."""
    ranks = logical_rank(factors, in_dims[0]), logical_rank(sides, in_dims[2])
    if min(ranks) < 2 or logical_rank(pivots, in_dims[1]) != ranks[0] - 1:
        return each(info, in_dims, factors, pivots, sides, **kwargs)  # an error, for the shape of one example
    size, rank = info.batch_size, max(ranks)
    shared = in_dims[0] is None and in_dims[1] is None and ranks[0] == 2
    if not shared:
        factors = padded(spread(factors, in_dims[0], size), rank)
        pivots = padded(spread(pivots, in_dims[1], size), rank - 1)
    return info.op(factors, pivots, padded(spread(sides, in_dims[2], size), rank), **kwargs), 0


def images(spatial: int) -> Callable[..., Any]:
    """The rule of an operator on images: ``(N, C, ...)``, or ``(C, ...)`` where ``spatial`` dimensions follow.

    The examples are more images, ``B * N`` of them.
    """

    def rule(info: Any, in_dims: Any, *args: Any, **kwargs: Any) -> Any:
        size, made = info.batch_size, list(args)
        tensors = [i for i, value in enumerate(args) if isinstance(value, engine.TensorBase)]
        folds = logical_rank(args[tensors[0]], in_dims[tensors[0]]) > spatial + 1
        n = 1
        for i in tensors:
            x = made[i] = spread(args[i], in_dims[i], size)
            if folds:
                n = x.size(1)
                made[i] = folded(x)
        result = info.op(*made, **kwargs)
        if not folds:
            return result, 0
        if isinstance(result, tuple):
            return tuple(one.reshape([size, n, *one.shape[1:]]) for one in result), 0
        return result.reshape([size, n, *result.shape[1:]]), 0

    return rule


def parts(fn: Callable[..., Any]) -> Callable[..., Any]:
    """The rule of an operator that is written in terms of others, on examples: they have rules of their own."""
    return in_engine(taking_calls(lambda interpreter, op, args, kwargs: fn(*args, **kwargs)), fn, PARTS)
