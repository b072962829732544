"""Cumulative sums, softmax, norms."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.transforms.rules.along import along, dims_behind_batch, over_all, reduction
from wye.transforms.rules.leading import parts
from wye.transforms.rules.moving import aten, logical_rank, padded, spread

__all__ = ["BATCHING"]

BATCHING = Rules()
for _name in ("cumsum", "cumprod", "cummax", "cummin", "logcumsumexp", "_logcumsumexp", "_softmax", "_log_softmax"):
    BATCHING[_name] = along
for _name in ("logsumexp", "norm.ScalarOpt_dim", "norm.ScalarOpt_dim_dtype", "linalg_vector_norm"):
    BATCHING[_name] = reduction
BATCHING["norm.Scalar"] = over_all(lambda x, dim, p: aten.norm.ScalarOpt_dim(x, p, [dim]))
BATCHING["norm.ScalarOpt_dtype"] = over_all(
    lambda x, dim, p, **kwargs: aten.norm.ScalarOpt_dim_dtype(x, p, [dim], False, **kwargs)
)
BATCHING["dist"] = parts(lambda self, other, p=2: aten.norm.Scalar(aten.sub.Tensor(self, other), p))


@BATCHING("_softmax_backward_data", "_log_softmax_backward_data")
def _softmax_backward(info: Any, in_dims: Any, grad: Any, output: Any, dim: int, dtype: Any) -> Any:
    rank = logical_rank(output, in_dims[1])
    both = [padded(spread(x, d, info.batch_size), 1) for x, d in zip((grad, output), in_dims, strict=False)]
    made = info.op(*both, dims_behind_batch(dim, rank), dtype)
    return (made if rank else made.squeeze(1)), 0
