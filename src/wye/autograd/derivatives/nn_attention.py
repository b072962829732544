"""Derivatives of attention."""

from __future__ import annotations

from functools import lru_cache
from math import isfinite, prod
from typing import Any

import numpy as np

from wye._engine import engine
from wye.autograd.rules import Derivative, derivative
from wye.call.packets import ops
from wye.grad_mode import is_grad_enabled

__all__ = ["DERIVATIVES"]


_FEW = 1 << 12  # scores for which the time of a call matters more than that of an element
matmul: Any = ops.aten.matmul.default


def _factor(query: Any, scale: float | None) -> Any:
    size = query.shape[-1]
    return float(scale) if scale is not None else size**-0.5 if size != 0 else float("inf")


def _weights(query: Any, key: Any, is_causal: bool, attn_mask: Any, factor: float) -> Any:
    scores = matmul(query, key.transpose(-2, -1)) * factor
    if is_causal:
        hidden = ops.aten.ones_like.default(scores).tril().logical_not()
        scores = scores.masked_fill(hidden, float("-inf"))
    if attn_mask is not None:
        scores = scores + attn_mask if attn_mask.is_floating_point() else scores.masked_fill(~attn_mask, float("-inf"))
    return scores.softmax(-1)


@lru_cache(64)
def _hidden(rows: int, columns: int) -> Any:
    """Which keys a query does not see, as they come later."""
    return np.tri(rows, columns) == 0


def _on_arrays(
    grad: Any, query: Any, key: Any, value: Any, is_causal: bool, attn_mask: Any, factor: float, log_sums: Any
) -> tuple[Any, Any, Any] | None:
    """The same of small arrays, by the sums of the forward pass; None where a row has no weights, or NaN."""
    scores_shape = (*query.shape[:3], key.shape[2])
    if not 0 < prod(scores_shape) <= _FEW or query.shape[1] != key.shape[1] or log_sums.shape != query.shape[:3]:
        return None
    if attn_mask is not None and attn_mask.dtype is not query.dtype:
        return None
    scale = query.dtype.type(factor)
    scores = np.matmul(query, key.swapaxes(-1, -2)) * scale
    if is_causal:
        scores[..., _hidden(*scores_shape[2:])] = -np.inf
    if attn_mask is not None:
        scores = scores + attn_mask
    weights = np.exp(scores - log_sums[..., None])
    total = np.add.reduce(weights, -1)
    total -= 1
    if not np.maximum.reduce(np.abs(total, total), None) < 1e-3:
        return None
    to_weights = np.matmul(grad, value.swapaxes(-1, -2))
    to_scores = weights * (to_weights - np.add.reduce(weights * to_weights, -1, keepdims=True)) * scale
    found = (
        np.matmul(to_scores, key),
        np.matmul(to_scores.swapaxes(-1, -2), query),
        np.matmul(weights.swapaxes(-1, -2), grad),
    )
    sums = [float(np.add.reduce(one, None)) for one in found]  # not finite if an element is not
    return found if isfinite(sums[0] + sums[1] + sums[2]) else None


def _attention(
    grad: Any, query: Any, key: Any, value: Any, is_causal: bool, attn_mask: Any, scale: float | None, result1: Any
) -> tuple[Any, Any, Any]:
    """By the weights, which are computed again."""
    factor = _factor(query, scale)
    quick: tuple[Any, Any, Any] | None = engine.compute_unseen(
        _on_arrays, grad, query, key, value, is_causal, attn_mask, factor, result1
    )
    if quick is not None:
        return quick
    if not is_grad_enabled() and attn_mask is None and not is_causal and query.shape[1] == key.shape[1]:
        return _by_matrices(grad, query, key, value, factor)
    weights = _weights(query, key, is_causal, attn_mask, factor)
    to_weights = matmul(grad, value.transpose(-2, -1))
    to_scores = weights * (to_weights - (weights * to_weights).sum(-1, True)) * factor
    return matmul(to_scores, key), matmul(to_scores.transpose(-2, -1), query), matmul(weights.transpose(-2, -1), grad)


def _by_matrices(grad: Any, query: Any, key: Any, value: Any, factor: float) -> tuple[Any, Any, Any]:
    """The same where it is not recorded: in place, all heads of a batch as one batch of matrices."""
    count = query.shape[0] * query.shape[1]
    q, k, v, to_result = (x.reshape([count, x.shape[2], x.shape[3]]) for x in (query, key, value, grad))
    weights = ops.aten._softmax.default(q.bmm(k.transpose(1, 2)).mul_(factor), -1, False)
    to_weights = to_result.bmm(v.transpose(1, 2))
    to_scores = ops.aten._softmax_backward_data.default(to_weights, weights, -1, weights.dtype).mul_(factor)
    found = (to_scores.bmm(k), to_scores.transpose(1, 2).bmm(q), weights.transpose(1, 2).bmm(to_result))
    to_query, to_key, to_value = (x.view(of.shape) for x, of in zip(found, (query, key, value), strict=True))
    return to_query, to_key, to_value


def _attention_forward(
    query_t: Any, key_t: Any, value_t: Any, query: Any, key: Any, value: Any, is_causal: bool, attn_mask: Any,
    scale: float | None,
) -> tuple[Any, Any]:  # fmt: skip
    factor = _factor(query, scale)
    weights = _weights(query, key, is_causal, attn_mask, factor)
    change = (matmul(query_t, key.transpose(-2, -1)) + matmul(query, key_t.transpose(-2, -1))) * factor
    change = weights * (change - (weights * change).sum(-1, True))
    return matmul(change, value) + matmul(weights, value_t), None


DERIVATIVES: dict[str, Derivative] = {
    "_scaled_dot_product_flash_attention_for_cpu": derivative(
        {"query, key, value": _attention}, forward=_attention_forward, constant=(1,)
    ),
    "_safe_softmax": derivative(
        self=lambda grad, result, dim, dtype_of_self: ops.aten._softmax_backward_data.default(
            grad, result, dim, dtype_of_self
        ),
        forward=lambda self_t, result, dim: result * (self_t - (result * self_t).sum(dim, True)),
    ),
}
