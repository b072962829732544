"""Fake kernels of attention."""

from __future__ import annotations

from typing import Any

import numpy as np

from wye.aten.declare import Rules
from wye.aten.randomness import like_strides
from wye.tensors.dtypes import c_name_of, from_numpy_dtype, title_of
from wye.tensors.meta_array import MetaArray

__all__ = ["FAKES"]

FAKES = Rules()
_NAME = "scaled_dot_product_attention_flash_attention"
_FLOAT32 = np.dtype("float32")


def _check(query: Any, key: Any, value: Any, dropout_p: float, is_causal: bool, mask: Any) -> None:
    kind = from_numpy_dtype(query.dtype)
    if not kind.is_floating_point or kind.itemsize == 1:
        raise RuntimeError(
            f"{_NAME}: Expected data type in FP32, FP64, BF16, FP16, but got {title_of(query.dtype)} instead."
        )
    if query.ndim != 4 or key.ndim != 4 or value.ndim != 4:
        raise RuntimeError(f"{_NAME}: Accept only 4 dims inputs shape of {{B, H, T, K}}")
    if dropout_p:
        raise RuntimeError(f"{_NAME}: Currently do not support dropout > 0")
    if query.shape[3] != value.shape[3] or key.shape[3] != value.shape[3]:
        raise RuntimeError(f"{_NAME}: Q/K/V should have the same head size")
    for one in (key, value):
        if one.dtype != query.dtype:
            wanted, found = (title_of(x.dtype) for x in (query, one))
            raise RuntimeError(f"expected scalar type {wanted} but found {found}")
    batch, heads, kv = query.shape[0], query.shape[1], key.shape[1]
    if key.shape[:3] != value.shape[:3] or key.shape[0] != batch or not kv or heads % kv:
        shapes = ", ".join(str(list(one.shape)) for one in (query, key, value))
        raise RuntimeError(f"{_NAME}: Q/K/V of shapes {shapes} do not fit together")
    if mask is not None:
        _check_mask(query, key, mask, is_causal)


def _check_mask(query: Any, key: Any, mask: Any, is_causal: bool) -> None:
    if is_causal:
        raise RuntimeError(f"{_NAME}: Explicit attn_mask should not be set when is_causal=True")
    if mask.dtype not in (query.dtype, _FLOAT32):
        raise RuntimeError(
            f"{_NAME}: Attention mask should have the dtype of Q or float, but got {c_name_of(mask.dtype)}"
        )
    whole = (*query.shape[:3], key.shape[2])
    if mask.ndim not in (2, 4) or any(a not in (1, b) for a, b in zip(mask.shape[::-1], whole[::-1], strict=False)):
        raise RuntimeError(f"{_NAME}: Attention mask of shape {list(mask.shape)} does not fit {list(whole)}")


@FAKES("_scaled_dot_product_flash_attention_for_cpu")
def _attention(
    query: Any, key: Any, value: Any, dropout_p: float = 0.0, is_causal: bool = False, *, attn_mask: Any = None,
    scale: float | None = None,
) -> Any:  # fmt: skip
    _check(query, key, value, dropout_p, is_causal, attn_mask)
    batch, heads, length, _ = query.shape
    dtype = query.dtype if query.dtype.itemsize >= 4 else _FLOAT32
    sums = MetaArray((batch, heads, length), dtype, (heads * length, 1, heads))
    return MetaArray(query.shape, query.dtype, like_strides(query, 1, None)), sums
