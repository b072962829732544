"""Scaled dot-product attention: one kernel for batches of heads, products and a softmax for the rest."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.aten.metadata import device_of, dtype_of, ndim_of, numel_of, reuse, stride_of
from wye.call.packets import ops
from wye.schema.symbolic import sym_sqrt
from wye.schema.values import DTYPES, LAYOUTS
from wye.tensors import Tensor

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten
_BOOL, _FLOAT32 = DTYPES["bool"], DTYPES["float32"]
_FUSED = frozenset(DTYPES[name] for name in ("float32", "float64", "bfloat16", "float16"))


@IMPLICIT("_scaled_dot_product_attention_math")
def attention_math(
    query: Any, key: Any, value: Any, attn_mask: Any = None, dropout_p: float = 0.0, is_causal: bool = False,
    dropout_mask: Any = None, *, scale: float | None = None, enable_gqa: bool = False,
) -> Any:  # fmt: skip
    """Scaled dot-product attention, and the attention weights."""
    if is_causal and attn_mask is not None:
        raise RuntimeError("_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True")
    size = query.shape[-1]
    wanted = scale if scale is not None else 1.0 / sym_sqrt(size) if size != 0 else float("inf")
    factor = sym_sqrt(abs(wanted))  # half of it for the query, half for the key; the query takes the sign
    scaled = aten.mul.Scalar(query, factor if wanted >= 0 else -factor)
    if is_causal:
        shape, how = [query.shape[-2], key.shape[-2]], {"layout": LAYOUTS["strided"], "device": device_of(query)}
        attn_mask = _as_numbers(aten.tril.default(aten.ones.default(shape, dtype=_BOOL, **how)), query)
    if enable_gqa:
        groups = query.shape[-3] // key.shape[-3]
        key, value = (aten.repeat_interleave(x, groups, -3) for x in (key, value))
    fit = aten.matmul.default(scaled, aten.mul.Scalar(aten.transpose.int(key, -2, -1), factor))
    if attn_mask is not None:
        fit = aten.add.Tensor(fit, attn_mask)
    weights = aten._safe_softmax.default(fit, -1)
    mixed = weights
    if dropout_mask is not None:
        mixed = aten.mul.Scalar(aten.mul.Tensor(weights, aten.logical_not.default(dropout_mask)), 1 / (1 - dropout_p))
    elif dropout_p > 0:
        mixed = aten.dropout(weights, dropout_p, True)
    return aten.matmul(mixed, value), weights


def _as_numbers(mask: Any, like: Any) -> Any:
    """A mask to add to the scores: 0 where a bool mask is True, minus infinity elsewhere."""
    if mask is None or dtype_of(mask) != _BOOL:
        return mask
    nothing = aten.scalar_tensor.default(float("-inf"), dtype=dtype_of(like), device=device_of(like))
    return aten.where.ScalarSelf(mask, 0.0, nothing)


@EXPLICIT("_safe_softmax")
def safe_softmax(self: Any, dim: int, dtype: Any = None) -> Any:
    """Softmax; a row in which everything is minus infinity gives zeros."""
    result = aten.softmax.int(self, dim, dtype)
    masked = aten.eq.Scalar(self, float("-inf"))
    return reuse(result, "masked_fill").Scalar(result, aten.all.dim(masked, dim, True), 0.0)


def _fits_kernel(query: Any, key: Any, value: Any, mask: Any, dropout_p: float, enable_gqa: bool) -> bool:
    """Does the kernel for batches of heads take these?  As PyTorch decides it for tensors on the CPU."""
    parts = (query, key, value)
    if ndim_of(query) != 4:
        return False
    if not isinstance(query, Tensor) or device_of(query).type != "cpu" or dtype_of(query) not in _FUSED or dropout_p:
        return False
    if any(ndim_of(x) != 4 or not numel_of(x) or stride_of(x, -1) != 1 for x in parts):
        return False
    # sizes are compared, not hashed: they may be symbols
    if any(x.shape[dim] != query.shape[dim] for x in (key, value) for dim in (0, 3)):
        return False
    heads, others = query.shape[1], key.shape[1]
    if value.shape[1] != others or (others != heads and not (enable_gqa and heads % others == 0)):
        return False
    if mask is None:
        return True
    if isinstance(mask, Tensor) and mask.requires_grad:  # the kernel has no formula for it
        return False
    shape = (query.shape[0], heads, query.shape[2], key.shape[2])
    return ndim_of(mask) in (2, 4) and all(
        size in (1, whole) for size, whole in zip(mask.shape[::-1], shape[::-1], strict=False)
    )


@IMPLICIT("scaled_dot_product_attention")
def attention(
    query: Any, key: Any, value: Any, attn_mask: Any = None, dropout_p: float = 0.0, is_causal: bool = False, *,
    scale: float | None = None, enable_gqa: bool = False,
) -> Any:  # fmt: skip
    """Scaled dot-product attention."""
    if not dtype_of(query) == dtype_of(key) == dtype_of(value):
        raise RuntimeError(
            "Expected query, key, and value to have the same dtype, but got query.dtype: "
            f"{dtype_of(query)} key.dtype: {dtype_of(key)} and value.dtype: {dtype_of(value)} instead."
        )
    if min(ndim_of(query), ndim_of(key), ndim_of(value)) < 2:
        raise RuntimeError(
            "Expected query, key, and value to all be  at least 2 dimensional, but got query.dim: "
            f"{ndim_of(query)} key.dim: {ndim_of(key)} and value.dim: {ndim_of(value)} instead."
        )
    if attn_mask is not None and dtype_of(attn_mask) not in (_BOOL, _FLOAT32, dtype_of(query)):
        raise RuntimeError(
            "Expected attn_mask dtype to be bool or float or to match query dtype, but got attn_mask.dtype: "
            f"{dtype_of(attn_mask)} and  query.dtype: {dtype_of(query)} instead."
        )
    mask = _as_numbers(attn_mask, query)
    if not (is_causal and mask is not None) and _fits_kernel(query, key, value, mask, dropout_p, enable_gqa):
        fused = aten._scaled_dot_product_flash_attention_for_cpu.default
        return fused(query, key, value, dropout_p, is_causal, attn_mask=mask, scale=scale)[0]
    return aten._scaled_dot_product_attention_math.default(
        query, key, value, mask, dropout_p, is_causal, None, scale=scale, enable_gqa=enable_gqa
    )[0]
