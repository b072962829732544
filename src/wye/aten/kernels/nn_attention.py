"""NumPy kernels of attention.

Scores of float16 and bfloat16 are computed in float32; results are rounded once.
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import Any

import numpy as np

from wye._engine import engine
from wye.aten.arrays.results import computing, described, laid_out
from wye.aten.declare import Rules
from wye.aten.fake import nn_attention as fake

__all__ = ["KERNELS"]

KERNELS = Rules()
_fake = fake.FAKES["_scaled_dot_product_flash_attention_for_cpu"]


@lru_cache(16)
def _hidden(rows: int, columns: int) -> Any:
    """Which keys a query does not see, as they come later."""
    return np.tri(rows, columns) == 0


@KERNELS("_scaled_dot_product_flash_attention_for_cpu")
def _attention(
    query: Any, key: Any, value: Any, dropout_p: float = 0.0, is_causal: bool = False, *, attn_mask: Any = None,
    scale: float | None = None,
) -> Any:  # fmt: skip
    metas = described(_fake, query, key, value, dropout_p, is_causal, attn_mask=attn_mask, scale=scale)
    wide = computing(query.dtype)
    factor = np.array(1 / sqrt(query.shape[3]) if scale is None and query.shape[3] else scale or 0.0, wide)
    groups = query.shape[1] // key.shape[1]
    if groups > 1:
        key, value = np.repeat(key, groups, 1), np.repeat(value, groups, 1)
    scores = np.empty((*query.shape[:3], key.shape[2]), wide)
    np.matmul(query.astype(wide, copy=False) * factor, key.astype(wide, copy=False).swapaxes(-1, -2), scores)
    if is_causal:
        scores[..., _hidden(*scores.shape[-2:])] = -np.inf
    elif attn_mask is not None:
        scores += attn_mask.astype(wide, copy=False)
    sums = np.empty(scores.shape[:-1], wide)
    if not engine.weigh_rows(scores, sums):
        sums = _softmax_in_place(scores)
    return laid_out(np.matmul(scores, value.astype(wide, copy=False)), metas[0]), laid_out(sums, metas[1])


def _softmax_in_place(scores: Any) -> Any:
    """Softmax of the last dimension; rows of minus infinity become 0.  Returns logarithms of the sums."""
    if not scores.shape[-1]:
        return np.zeros(scores.shape[:-1], scores.dtype)
    greatest = scores.max(-1, keepdims=True)
    greatest[np.isneginf(greatest)] = 0
    scores -= greatest
    np.exp(scores, out=scores)
    totals = scores.sum(-1, keepdims=True)
    empty = totals == 0
    totals[empty] = 1
    scores /= totals
    return (np.log(totals) + greatest)[..., 0]
