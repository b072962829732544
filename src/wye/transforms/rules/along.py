"""Operators that work along dimensions which are arguments: reductions, scans, sorting, flips and many views.

The batch dimension goes to the front and every dimension is counted from behind it.  An example without dimensions is
treated as if it had one, as the operators themselves do.
"""

from __future__ import annotations

from math import prod
from typing import Any

from wye.transforms.batching_plans import DIMS, DIMS_OR_ALL, planned
from wye.transforms.rules.moving import front, logical_rank, wrap

__all__ = ["along", "dims_behind_batch", "over_all", "reduction"]

_NAMES = ("dim", "dims", "dimension", "dim0", "dim1", "dim2")


def dims_behind_batch(dims: Any, rank: int) -> Any:
    """Dimensions of one example as dimensions of the tensor whose batch dimension is first; a number or several."""
    if isinstance(dims, (list, tuple)):
        wrapped = [wrap(dim, rank) for dim in dims]
        return [dim + 1 for dim in wrapped]
    return wrap(dims, rank) + 1


def _shifted(info: Any, args: list[Any], kwargs: dict[str, Any], rank: int) -> None:
    """Count the dimensions among the arguments from behind the batch dimension."""
    for place, argument in enumerate(info.op.schema.arguments):
        if argument.name not in _NAMES:
            continue
        if place < len(args) and args[place] is not None:
            args[place] = dims_behind_batch(args[place], rank)
        elif kwargs.get(argument.name) is not None:
            kwargs[argument.name] = dims_behind_batch(kwargs[argument.name], rank)


@planned(dict.fromkeys(_NAMES, DIMS))
def along(info: Any, in_dims: Any, x: Any, *rest: Any, **kwargs: Any) -> Any:
    """An operator of one tensor whose result has as many dimensions."""
    x, rank = front(x, in_dims[0]), logical_rank(x, in_dims[0])
    args = [x, *rest]
    _shifted(info, args, kwargs, rank)
    if rank:
        return info.op(*args, **kwargs), 0
    args[0] = x.unsqueeze(1)
    result = info.op(*args, **kwargs)
    return tuple(one.squeeze(1) for one in result) if isinstance(result, tuple) else result.squeeze(1), 0


@planned({"dim": DIMS_OR_ALL})
def reduction(info: Any, in_dims: Any, x: Any, *rest: Any, **kwargs: Any) -> Any:
    """A reduction over given dimensions, or over all where none is given."""
    x, rank = front(x, in_dims[0]), logical_rank(x, in_dims[0])
    names = [argument.name for argument in info.op.schema.arguments]
    args, place = [x, *rest], names.index("dim")
    given = args[place] if place < len(args) else kwargs.get("dim")
    if given is None or given == []:
        given = list(range(rank or 1))
        if place < len(args):
            args[place] = given
        else:
            kwargs["dim"] = given
    keeps = args[names.index("keepdim")] if names.index("keepdim") < len(args) else kwargs.get("keepdim", False)
    _shifted(info, args, kwargs, rank)
    if rank:
        return info.op(*args, **kwargs), 0
    args[0] = x.unsqueeze(1)
    result = info.op(*args, **kwargs)
    if not keeps:
        return result, 0
    return tuple(one.squeeze(1) for one in result) if isinstance(result, tuple) else result.squeeze(1), 0


def over_all(reduce: Any) -> Any:
    """The rule of a reduction to one number, by one that takes a dimension: ``reduce(flat, dim, *args)``."""

    def rule(info: Any, in_dims: Any, x: Any, *args: Any, **kwargs: Any) -> Any:
        x = front(x, in_dims[0])
        flat = x if x.ndim == 2 else x.reshape([x.size(0), prod(x.shape[1:])])
        return reduce(flat, 1, *args, **kwargs), 0

    return rule
