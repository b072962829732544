"""Derivatives of indexing."""

from __future__ import annotations

from typing import Any

import numpy as np

from wye._engine import engine
from wye.aten.arrays.scattering import added_at, added_in_order
from wye.autograd.formulas import zeros_of
from wye.autograd.rules import NO_FORMULA, NOT_DIFFERENTIABLE, Derivative, derivative
from wye.call.packets import ops
from wye.schema.symbolic import decided
from wye.schema.values import MEMORY_FORMATS

__all__ = ["DERIVATIVES"]


def _linear(node: str | None = None, /, **formulas: Any) -> Derivative:
    return derivative(node=node, forward="joint", **formulas)


def _indexed(grad: Any, shape_of_self: Any, indices: Any) -> Any:
    found = engine.compute_unseen(added_at, grad, shape_of_self, indices)
    if found is not None:
        return found
    return ops.aten.index_put.default(_new_zeros(grad, shape_of_self), indices, grad, True)


def _taken(grad: Any, self: Any, index: Any) -> Any:
    found = engine.compute_unseen(added_in_order, grad, self, index)
    return ops.aten.put.default(ops.aten.zeros_like.default(self), index, grad, True) if found is None else found


def _put_self(grad: Any, indices: Any, shape_of_values: Any, accumulate: bool) -> Any:
    if accumulate:
        return grad
    return ops.aten.index_put.default(grad, indices, zeros_of(grad, shape_of_values), False)


def _put_values(grad: Any, indices: Any) -> Any:
    return ops.aten.index.Tensor(grad, indices)


def _put(node: str) -> Derivative:
    return _linear(node, self=_put_self, values=_put_values)


def _index_select(grad: Any, shape_of_self: Any, dim: int, index: Any) -> Any:
    if not shape_of_self:
        return grad.reshape(())
    return ops.aten.index_add.default(_new_zeros(grad, shape_of_self), dim, index, grad)


def _new_zeros(grad: Any, shape: Any) -> Any:
    options = {"dtype": grad.dtype, "layout": grad.layout, "device": grad.device}
    return ops.aten.new_zeros.default(grad, list(shape), **options)


def _unmasked(grad: Any, self: Any, mask: Any) -> Any:
    """Zeros, and a gradient where a mask is true; None: one of both was broadcast."""
    if self.shape != mask.shape or not self.flags.c_contiguous or not self.size:
        return None
    made = np.zeros(self.shape, grad.dtype)
    made[mask] = grad
    return made


def _masked_select(grad: Any, self: Any, mask: Any) -> Any:
    found = engine.compute_unseen(_unmasked, grad, self, mask)
    if found is not None:
        return found
    from wye.tensors.layout import broadcast_shapes  # here: two formulas need it

    whole = self.expand(broadcast_shapes(tuple(self.shape), tuple(mask.shape)))
    preserve = MEMORY_FORMATS["preserve_format"]
    return ops.aten.masked_scatter.default(ops.aten.zeros_like.default(whole, memory_format=preserve), mask, grad)


def _masked_in_order(grad: Any, mask: Any, shape: Any) -> Any:
    """What a mask chooses, one after the other, then zeros; None: the mask was broadcast."""
    if grad.shape != mask.shape or mask.dtype.kind != "b":
        return None
    made = np.zeros(shape, grad.dtype)
    taken = grad[mask]
    made.reshape(-1)[: taken.size] = taken[: made.size]
    return made


def _scattered(grad: Any, mask: Any, shape_of_source: Any) -> Any:
    unseen = engine.compute_unseen(_masked_in_order, grad, mask, shape_of_source)
    if unseen is not None:
        return unseen
    count = 1
    for size in shape_of_source:
        count *= size
    taken = grad.masked_select(mask)
    left = count - taken.numel()
    if decided(left > 0) is not False:  # maybe, where only data says how many are taken
        taken = ops.aten.cat.default([taken, taken.new_zeros([left])], 0)
    return taken.narrow(0, 0, count).reshape(shape_of_source)


def _embedded(grad: Any, shape_of_weight: Any, indices: Any, padding_idx: int, scale_grad_by_freq: bool) -> Any:
    return ops.aten.embedding_dense_backward.default(grad, indices, shape_of_weight[0], padding_idx, scale_grad_by_freq)


def _embedding_again(grad: Any, indices: Any, padding_idx: int) -> Any:
    taken = ops.aten.index_select.default(grad, 0, indices.reshape(-1)).reshape([*indices.shape, grad.shape[-1]])
    return taken.masked_fill((indices == padding_idx).unsqueeze(-1), 0) if padding_idx >= 0 else taken


DERIVATIVES: dict[str, Derivative] = {
    "index.Tensor": _linear(self=_indexed),
    "_unsafe_index.Tensor": _linear(self=_indexed),
    "index_put": _put("IndexPutBackward0"),
    "_unsafe_index_put": _put("UnsafeIndexPutBackward0"),
    "_index_put_impl": _put("IndexPutImplBackward0"),
    "index_select": _linear(self=_index_select),
    "masked_select": _linear(self=_masked_select),
    "masked_scatter": _linear(self=lambda grad, mask: grad.masked_fill(mask, 0), source=_scattered),
    "take": _linear(self=_taken),
    "put": _linear(
        self=lambda grad, index, shape_of_source, accumulate: (
            grad if accumulate else ops.aten.put.default(grad, index, grad.new_zeros(list(shape_of_source)), False)
        ),
        source=lambda grad, index, shape_of_source: grad.take(index).reshape(shape_of_source),
    ),
    "embedding_renorm": NO_FORMULA,
    "nonzero": NOT_DIFFERENTIABLE,
    "nonzero_static": NOT_DIFFERENTIABLE,
    "rot90": _linear(self=lambda grad, k, dims: grad.rot90(-k, dims)),
    "embedding": _linear(weight=_embedded),
    "embedding_dense_backward": _linear(grad_output=_embedding_again),
}
