"""Sums, means, extremes."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules, forward_to
from wye.transforms.batching_plans import planned
from wye.transforms.rules.along import along, over_all, reduction
from wye.transforms.rules.leading import parts
from wye.transforms.rules.moving import aten, front, logical_rank

__all__ = ["BATCHING"]

BATCHING = Rules()
for _name in (
    "sum.dim_IntList", "nansum", "mean.dim", "prod.dim_int", "var.correction", "std.correction", "var_mean.correction",
    "std_mean.correction", "amax", "amin", "max.dim", "min.dim", "any.dim", "any.dims", "all.dim", "all.dims",
    "_aminmax.dim",
):  # fmt: skip
    BATCHING[_name] = reduction


@BATCHING("sum", "mean")
@planned({}, lambda op: aten.sum.dim_IntList if op is aten.sum.default else aten.mean.dim)
def _sum(info: Any, in_dims: Any, self: Any, **kwargs: Any) -> Any:
    x, rank = front(self, in_dims[0]), logical_rank(self, in_dims[0])
    reduce = aten.sum.dim_IntList if info.op is aten.sum.default else aten.mean.dim
    return (reduce(x, list(range(1, rank + 1)), **kwargs) if rank else reduce(x.unsqueeze(1), [1], **kwargs)), 0


# Operators are looked up when a rule runs: one that is made while this file is read would go without its rule.
BATCHING["prod"] = over_all(forward_to("prod.dim_int"))
BATCHING["max"] = planned({}, lambda op: aten.amax.default)(over_all(lambda x, dim: aten.amax.default(x, [dim])))
BATCHING["min"] = planned({}, lambda op: aten.amin.default)(over_all(lambda x, dim: aten.amin.default(x, [dim])))
BATCHING["any"] = over_all(forward_to("any.dim"))
BATCHING["all"] = over_all(forward_to("all.dim"))
BATCHING["_aminmax"] = over_all(forward_to("_aminmax.dim"))
for _name in ("_is_all_true", "_is_any_true"):  # they ask about all examples, as checks of values do
    BATCHING[_name] = lambda info, in_dims, self: (info.op(self), None)
BATCHING["trace"] = parts(lambda self: self.diagonal().sum())


@BATCHING("argmax", "argmin")
def _arg(info: Any, in_dims: Any, self: Any, dim: int | None, keepdim: bool) -> Any:
    if dim is not None:
        return reduction(info, in_dims, self, dim, keepdim)
    found, where = over_all(info.op)(info, in_dims, self)
    return (found.reshape([info.batch_size, *[1] * (self.ndim - 1)]) if keepdim else found), where


@BATCHING("aminmax")
def _aminmax(info: Any, in_dims: Any, self: Any, *, dim: int | None = None, keepdim: bool = False) -> Any:
    if dim is not None:
        return reduction(info, in_dims, self, dim=dim, keepdim=keepdim)
    found, where = over_all(lambda x, dim: info.op(x, dim=dim))(info, in_dims, self)
    ones = [info.batch_size, *[1] * (self.ndim - 1)]
    return tuple(one.reshape(ones) if keepdim else one for one in found), where


@BATCHING("count_nonzero", "count_nonzero.dim_IntList")
def _count_nonzero(info: Any, in_dims: Any, self: Any, dim: Any) -> Any:
    if dim is None or dim == []:
        return over_all(aten.count_nonzero.default)(info, in_dims, self)
    x, rank = front(self, in_dims[0]), logical_rank(self, in_dims[0])
    return along(info, [0], x, dim) if rank else (aten.count_nonzero.default(x.unsqueeze(1), 1), 0)
