"""Attention with several heads, from projections to weights: `multi_head_attention_forward`."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import wye.schema.values as values
from wye.functional.operators import of
from wye.nn.functional.dropouts import dropout
from wye.nn.functional.windows import pad
from wye.overrides import overridable

if TYPE_CHECKING:
    from wye.tensors import Tensor

__all__ = ["multi_head_attention_forward"]


def _check(holds: bool, message: str) -> None:
    """PyTorch refuses arguments of attention with AssertionErrors."""
    if not holds:
        raise AssertionError(message)


def _is_batched(
    query: Tensor, key: Tensor, value: Tensor, padding: Tensor | None, mask: Tensor | None, heads: int
) -> bool:
    dims = query.dim()
    _check(dims in (2, 3), f"query should be unbatched 2D or batched 3D tensor but received {dims}-D query tensor")
    of_query = f"For {'batched' if dims == 3 else 'unbatched'} ({dims}-D) `query`, expected"
    _check(
        key.dim() == value.dim() == dims,
        f"{of_query} `key` and `value` to be {dims}-D but found {key.dim()}-D and {value.dim()}-D tensors respectively",
    )
    if padding is not None:
        _check(
            padding.dim() == dims - 1,
            f"{of_query} `key_padding_mask` to be `None` or {dims - 1}-D but found {padding.dim()}-D tensor instead",
        )
    if mask is not None:
        _check(
            mask.dim() in (2, 3),
            f"{of_query} `attn_mask` to be `None`, 2-D or 3-D but found {mask.dim()}-D tensor instead",
        )
        wanted = (heads, query.shape[0], key.shape[0])
        _check(
            dims == 3 or mask.dim() == 2 or tuple(mask.shape) == wanted,
            f"Expected `attn_mask` shape to be {wanted} but got {mask.shape}",
        )
    return dims == 3


def _as_floats(mask: Tensor | None, name: str, dtype: values.dtype) -> Tensor | None:
    """What is added to scores: a mask of bools becomes zeros and minus infinities."""
    if mask is None:
        return None
    is_bool = mask.dtype is values.DTYPES["bool"]
    _check(is_bool or mask.is_floating_point(), f"only bool and floating types of {name} are supported")
    return of.zeros_like(mask, dtype=dtype).masked_fill_(mask, float("-inf")) if is_bool else mask


def _project_packed(q: Tensor, k: Tensor, v: Tensor, w: Tensor, b: Tensor | None) -> tuple[Tensor, Tensor, Tensor]:
    """Three projections by one matrix; as few products as the arguments allow."""
    size = q.size(-1)
    if k is v and q is k:
        joined = of.linear(q, w, b).unflatten(-1, (3, size))
        joined = joined.unsqueeze(0).transpose(0, -2).squeeze(-2).contiguous()
        return joined[0], joined[1], joined[2]
    if k is v:
        w_q, w_kv = w.split([size, size * 2])
        b_q, b_kv = (None, None) if b is None else b.split([size, size * 2])
        joined = of.linear(k, w_kv, b_kv).unflatten(-1, (2, size))
        joined = joined.unsqueeze(0).transpose(0, -2).squeeze(-2).contiguous()
        return of.linear(q, w_q, b_q), joined[0], joined[1]
    w_q, w_k, w_v = w.chunk(3)
    b_q, b_k, b_v = (None, None, None) if b is None else b.chunk(3)
    return of.linear(q, w_q, b_q), of.linear(k, w_k, b_k), of.linear(v, w_v, b_v)


def _project(
    given: tuple[Tensor, Tensor, Tensor],
    packed: Tensor | None,
    bias: Tensor | None,
    separate: tuple[Tensor | None, Tensor | None, Tensor | None] | None,
) -> tuple[Tensor, Tensor, Tensor]:
    q, k, v = given
    if separate is None:
        _check(k.shape == v.shape, f"key shape {k.shape} does not match value shape {v.shape}")
        _check(packed is not None, "use_separate_proj_weight is False but in_proj_weight is None")
        return _project_packed(q, k, v, packed, bias)  # type: ignore[arg-type]  # checked
    _check(
        k.shape[:2] == v.shape[:2], f"key's sequence and batch dims {k.shape[:2]} do not match value's {v.shape[:2]}"
    )
    biases = (None, None, None) if bias is None else bias.chunk(3)
    found = []
    for name, x, w, b in zip("qkv", given, separate, biases, strict=True):
        _check(w is not None, f"use_separate_proj_weight is True but {name}_proj_weight is None")
        found.append(of.linear(x, w, b))
    return found[0], found[1], found[2]


def _checked_mask(mask: Tensor, heads: int, target: int, source: int) -> Tensor:
    if mask.dim() not in (2, 3):
        raise RuntimeError(f"attn_mask's dimension {mask.dim()} is not supported")
    wanted = (target, source) if mask.dim() == 2 else (heads, target, source)
    if tuple(mask.shape) != wanted:
        raise RuntimeError(f"The shape of the {mask.dim()}D attn_mask is {tuple(mask.shape)}, but should be {wanted}.")
    return mask.unsqueeze(0) if mask.dim() == 2 else mask


def _wider(mask: Tensor | None) -> Tensor | None:
    """A mask with one more column, which masks nothing."""
    return None if mask is None else pad(mask, (0, 1))


def _heads(x: Tensor, static: Tensor | None, name: str, heads: int, head_dim: int) -> Tensor:
    """(time, batch, embedding) -> (batch * heads, time, size of a head); given tensors are that already."""
    if static is None:
        return x.view(x.shape[0], heads, head_dim).transpose(0, 1)
    _check(static.size(0) == heads, f"expecting {name}.size(0) of {heads}, but got {static.size(0)}")
    _check(static.size(2) == head_dim, f"expecting {name}.size(2) of {head_dim}, but got {static.size(2)}")
    return static


def _joined(mask: Tensor | None, padding: Tensor | None, batch: int, num_heads: int, source: int) -> Tensor | None:
    """One mask for scores: that of positions and that of padded keys."""
    if padding is None:
        return mask
    _check(
        tuple(padding.shape) == (batch, source),
        f"expecting key_padding_mask shape of {(batch, source)}, but got {padding.shape}",
    )
    wide = padding.view(batch, 1, 1, source).expand(-1, num_heads, -1, -1).reshape(batch * num_heads, 1, source)
    return wide if mask is None else mask + wide


def _with_weights(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None, dropout_p: float) -> tuple[Tensor, Tensor]:
    scaled, keys = q * sqrt(1.0 / float(q.shape[2])), k.transpose(-2, -1)
    scores = of.bmm(scaled, keys) if mask is None else of.baddbmm(mask, scaled, keys)
    weights = of.softmax(scores, -1)
    if dropout_p > 0.0:
        weights = dropout(weights, p=dropout_p)
    return of.bmm(weights, v), weights


@overridable
def multi_head_attention_forward(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    embed_dim_to_check: int,
    num_heads: int,
    in_proj_weight: Tensor | None,
    in_proj_bias: Tensor | None,
    bias_k: Tensor | None,
    bias_v: Tensor | None,
    add_zero_attn: bool,
    dropout_p: float,
    out_proj_weight: Tensor,
    out_proj_bias: Tensor | None,
    training: bool = True,
    key_padding_mask: Tensor | None = None,
    need_weights: bool = True,
    attn_mask: Tensor | None = None,
    use_separate_proj_weight: bool = False,
    q_proj_weight: Tensor | None = None,
    k_proj_weight: Tensor | None = None,
    v_proj_weight: Tensor | None = None,
    static_k: Tensor | None = None,
    static_v: Tensor | None = None,
    average_attn_weights: bool = True,
    is_causal: bool = False,
) -> tuple[Tensor, Tensor | None]:
    """Attention of several heads, with the projections before and after it.

    Args:
        query: (target length, batch, embedding), or without the batch.
        key: (source length, batch, embedding).
        value: Like ``key``.
        embed_dim_to_check: The size of the embedding.
        num_heads: Into how many heads it is split.
        in_proj_weight: One matrix for the three projections.
        in_proj_bias: And their bias.
        bias_k: One more key.
        bias_v: And its value.
        add_zero_attn: One more key and value of zeros.
        dropout_p: The probability of dropout of weights, while training.
        out_proj_weight: The projection of the result.
        out_proj_bias: And its bias.
        training: Is there dropout?
        key_padding_mask: (batch, source length): which keys do not count.
        need_weights: Return the weights too.
        attn_mask: (target length, source length), also for each head: which pairs do not count.
        use_separate_proj_weight: There are three matrices, not ``in_proj_weight``.
        q_proj_weight: The projection of ``query``.
        k_proj_weight: The projection of ``key``.
        v_proj_weight: The projection of ``value``.
        static_k: Projected keys, instead of ``key``.
        static_v: Projected values, instead of ``value``.
        average_attn_weights: Return the mean of the heads' weights.
        is_causal: A hint that ``attn_mask`` is the causal one.

    Returns:
        The result, and the weights or None.
    """
    batched = _is_batched(query, key, value, key_padding_mask, attn_mask, num_heads)
    if is_causal and attn_mask is None:
        raise RuntimeError("Need attn_mask if specifying the is_causal hint.")
    packed = query is key, key is value
    if not batched:
        query, key_given, value_given = query.unsqueeze(1), key.unsqueeze(1), value.unsqueeze(1)
        key = query if packed[0] else key_given  # the same object again: one projection serves all
        value = key if packed[1] else value_given
        key_padding_mask = None if key_padding_mask is None else key_padding_mask.unsqueeze(0)
    target, batch, embed_dim = query.shape
    _check(
        embed_dim == embed_dim_to_check,
        f"was expecting embedding dimension of {embed_dim_to_check}, but got {embed_dim}",
    )
    head_dim, heads = embed_dim // num_heads, batch * num_heads
    _check(head_dim * num_heads == embed_dim, f"embed_dim {embed_dim} not divisible by num_heads {num_heads}")
    padding = _as_floats(key_padding_mask, "key_padding_mask", query.dtype)
    causal = is_causal and padding is None and not need_weights
    mask = None if causal else _as_floats(attn_mask, "attn_mask", query.dtype)
    separate = (q_proj_weight, k_proj_weight, v_proj_weight) if use_separate_proj_weight else None
    q, k, v = _project((query, key, value), in_proj_weight, in_proj_bias, separate)
    if mask is not None:
        mask = _checked_mask(mask, heads, target, key.shape[0])
    if bias_k is not None and bias_v is not None:
        _check(static_k is None, "bias cannot be added to static key.")
        _check(static_v is None, "bias cannot be added to static value.")
        k = of.cat([k, bias_k.repeat(1, batch, 1)])
        v = of.cat([v, bias_v.repeat(1, batch, 1)])
        mask, padding = _wider(mask), _wider(padding)
    else:
        _check(bias_k is None, "bias_k is not None but bias_v is None")
        _check(bias_v is None, "bias_v is not None but bias_k is None")
    q = q.view(target, heads, head_dim).transpose(0, 1)
    k = _heads(k, static_k, "static_k", heads, head_dim)
    v = _heads(v, static_v, "static_v", heads, head_dim)
    if add_zero_attn:
        zeros = of.zeros([heads, 1, head_dim], dtype=k.dtype, device=k.device)
        k, v = of.cat([k, zeros], dim=1), of.cat([v, zeros], dim=1)
        mask, padding = _wider(mask), _wider(padding)
    mask = _joined(mask, padding, batch, num_heads, k.size(1))
    return _attend(
        (q, k, v), mask, (batch, num_heads), dropout_p if training else 0.0, (out_proj_weight, out_proj_bias),
        (need_weights, average_attn_weights), causal, batched,
    )  # fmt: skip


def _attend(
    projected: tuple[Tensor, Tensor, Tensor],
    mask: Tensor | None,
    counts: tuple[int, int],
    dropout_p: float,
    out_proj: tuple[Tensor, Tensor | None],
    weights_wanted: tuple[bool, bool],
    causal: bool,
    batched: bool,
) -> tuple[Tensor, Tensor | None]:
    """Attention itself and the last projection; the weights too if they are requested."""
    q, k, v = projected
    batch, num_heads = counts
    target, source, head_dim = q.size(1), k.size(1), q.size(2)
    weights: Tensor | None = None
    if weights_wanted[0]:
        result, weights = _with_weights(q, k, v, mask, dropout_p)
        rows = result.transpose(0, 1).reshape(target * batch, num_heads * head_dim)
    else:
        if mask is not None:
            alone = mask.size(0) == 1 and mask.dim() == 3
            mask = mask.unsqueeze(0) if alone else mask.view(batch, num_heads, mask.size(1), source)
        q, k, v = (t.view(batch, num_heads, t.size(1), head_dim) for t in projected)  # -1 needs elements
        result = of.scaled_dot_product_attention(q, k, v, mask, dropout_p, causal)
        rows = result.permute(2, 0, 1, 3).contiguous().view(batch * target, num_heads * head_dim)
    rows = of.linear(rows, *out_proj)
    out = rows.view(target, batch, rows.size(1))
    if weights is not None:
        weights = weights.view(batch, num_heads, target, source)
        weights = weights.mean(dim=1) if weights_wanted[1] else weights
    if batched:
        return out, weights
    return out.squeeze(1), weights if weights is None else weights.squeeze(0)
