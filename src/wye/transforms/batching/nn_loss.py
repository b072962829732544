"""Losses."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.transforms.rules.each import each
from wye.transforms.rules.leading import parts
from wye.transforms.rules.moving import aten, logical_rank, padded, spread

__all__ = ["BATCHING"]

BATCHING = Rules()
_NONE, _MEAN = 0, 1


def _reduced(losses: Any, reduction: int) -> Any:
    dims = list(range(1, losses.ndim))
    if reduction == _NONE or not dims:
        return losses
    return aten.mean.dim(losses, dims) if reduction == _MEAN else aten.sum.dim_IntList(losses, dims)


@BATCHING("mse_loss", "smooth_l1_loss", "huber_loss", "binary_cross_entropy")
def _loss(info: Any, in_dims: Any, *args: Any) -> Any:
    """A pointwise loss: computed for all elements, then reduced for each example."""
    names = [argument.name for argument in info.op.schema.arguments]
    place = names.index("reduction")
    made, reduction = list(args), args[place]
    ranks = [logical_rank(x, d) for x, d in zip(args[:place], in_dims, strict=False) if x is not None]
    for i in range(place):
        if args[i] is not None:
            made[i] = padded(spread(args[i], in_dims[i], info.batch_size), max(ranks))
    made[place] = _NONE
    return _reduced(info.op(*made), reduction), 0


@BATCHING("nll_loss_forward", "nll_loss2d_forward")
def _nll_loss(info: Any, in_dims: Any, self: Any, target: Any, weight: Any, reduction: int, ignore_index: int) -> Any:
    size = info.batch_size
    if in_dims[2] is not None or reduction == _NONE or not size:
        return each(info, in_dims, self, target, weight, reduction, ignore_index)
    x, wanted = spread(self, in_dims[0], size), spread(target, in_dims[1], size)
    if x.ndim == 2:  # one sample in each example
        x, wanted = x.unsqueeze(1), wanted.unsqueeze(1)
    x, wanted = x.reshape([-1, *x.shape[2:]]), wanted.reshape([-1, *wanted.shape[2:]])
    losses = info.op(x, wanted, weight, _NONE, ignore_index)[0].reshape([size, -1])
    counts = aten.ne.Scalar(wanted, ignore_index)
    if weight is not None:
        chosen = aten.index.Tensor(weight, [aten.where.self(counts, wanted, aten.zeros_like.default(wanted))])
        total = aten.mul.Tensor(chosen, counts.to(x.dtype))
    else:
        total = counts.to(x.dtype)
    total = total.reshape([size, -1]).sum(1)
    summed = losses.sum(1)
    return ((summed / total if reduction == _MEAN else summed), total), 0


def _nll_backward(
    grad: Any, self: Any, target: Any, weight: Any, reduction: int, ignore_index: int, total_weight: Any
) -> Any:
    """Minus the weight of its class, at the class of each example."""
    ignored = target == ignore_index
    place = target.masked_fill(ignored, 0)
    slope = -(grad / total_weight if reduction == _MEAN else grad)
    if weight is not None:
        slope = slope * weight.index_select(0, place.reshape(-1)).reshape(place.shape)
    dim = 0 if self.ndim == 1 else 1
    slope = slope.expand(list(place.shape)).masked_fill(ignored, 0).unsqueeze(dim)
    return self.new_zeros(list(self.shape)).scatter(dim, place.unsqueeze(dim), slope)


for _name in ("nll_loss_backward", "nll_loss2d_backward"):
    BATCHING[_name] = parts(_nll_backward)
