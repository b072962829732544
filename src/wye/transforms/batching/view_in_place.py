"""Operators that change a tensor's own shape: a batched tensor shows another view of the tensor inside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.aten.declare import Rules
from wye.transforms.batched import batched_at
from wye.transforms.batched_calls import taking_calls
from wye.transforms.interpreters import lowered
from wye.transforms.rules.moving import aten, wrap
from wye.transforms.rules.views import as_strided

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.transforms.vmap import VmapInterpreter

__all__ = ["BATCHING"]

BATCHING = Rules()
BATCHING["as_strided"] = as_strided


def _changing(dims: Callable[[int, int, tuple[Any, ...]], tuple[list[Any], int]]) -> Callable[..., Any]:
    """The rule of an operator that changes the tensor inside, too.

    Args:
        dims: Of the rank of an example, the batch dimension and the arguments: the arguments for the tensor inside, and
            its batch dimension afterwards.
    """

    def run(interpreter: VmapInterpreter, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        mine = batched_at(args[0], interpreter._level)
        if mine is None:
            return lowered(op, *args, **kwargs)
        inside, dim = dims(mine.ndim, mine.dim, args[1:])
        lowered(aten.transpose_.default if op is aten.t_.default else op, mine.inner, *inside)
        mine.dim = dim
        return args[0]

    return taking_calls(run)


def _inside(dim: int, rank: int, batch: int) -> int:
    place = wrap(dim, rank)
    return place if place < batch else place + 1


@BATCHING("transpose_")
@_changing
def _transpose_(rank: int, batch: int, args: tuple[Any, ...]) -> tuple[list[Any], int]:
    places = [_inside(dim, rank, batch) for dim in args]
    return (places if rank else [0, 0]), batch


@BATCHING("t_")
@_changing
def _t_(rank: int, batch: int, args: tuple[Any, ...]) -> tuple[list[Any], int]:
    if rank > 2:
        raise RuntimeError(f"t_() expects a tensor with <= 2 dimensions, but self is {rank}D")
    return ([_inside(dim, rank, batch) for dim in (0, 1)] if rank == 2 else [0, 0]), batch


@BATCHING("unsqueeze_")
@_changing
def _unsqueeze_(rank: int, batch: int, args: tuple[Any, ...]) -> tuple[list[Any], int]:
    place = wrap(args[0], rank + 1)
    return ([place], batch + 1) if place < batch or (place == batch and place) else ([place + 1], batch)


@BATCHING("squeeze_", "squeeze_.dim", "squeeze_.dims")
@taking_calls
def _squeeze_(interpreter: VmapInterpreter, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    mine = batched_at(args[0], interpreter._level)
    if mine is None:
        return lowered(op, *args, **kwargs)
    wanted = args[1] if len(args) > 1 else list(range(mine.ndim))
    places = [_inside(dim, mine.ndim, mine.dim) for dim in (wanted if isinstance(wanted, (list, tuple)) else [wanted])]
    if len(set(places)) < len(places):
        raise RuntimeError(f"dim {wanted[0]} appears multiple times in the list of dims")
    gone = [place for place in sorted(places) if mine.ndim and mine.inner.size(place) == 1]
    lowered(aten.squeeze_.dims, mine.inner, gone)
    mine.dim -= sum(place < mine.dim for place in gone)
    return args[0]


@BATCHING("as_strided_")
@taking_calls
def _as_strided_(interpreter: VmapInterpreter, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    mine = batched_at(args[0], interpreter._level)
    if mine is None:
        return lowered(op, *args, **kwargs)
    seen = aten.as_strided.default(*args, **kwargs)._data
    mine.inner, mine.dim = seen.inner, seen.dim
    return args[0]


@BATCHING("detach_")
@taking_calls
def _detach_(interpreter: VmapInterpreter, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    if batched_at(args[0], interpreter._level) is None:
        return lowered(op, *args, **kwargs)
    raise RuntimeError(
        "Can't detach views in-place. Use detach() instead. If you are using DistributedDataParallel (DDP) for "
        "training, and gradient_as_bucket_view is set as True, gradients are views of DDP buckets, and hence detach_() "
        "cannot be called on these gradients. To fix this error, please refer to the Optimizer.zero_grad() function in "
        "torch/optim/optimizer.py as a solution."
    )


@BATCHING("resize_")
@taking_calls
def _resize_(interpreter: VmapInterpreter, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    mine = batched_at(args[0], interpreter._level)
    if mine is None:
        return lowered(op, *args, **kwargs)
    if mine.dim != 0:
        raise RuntimeError(
            "NYI: resize_ batching rule for batch dim != 0: the examples of a batch cannot grow where they are not "
            "one after the other"
        )
    lowered(op, mine.inner, [interpreter._batch_size, *args[1]], **kwargs)
    return args[0]
