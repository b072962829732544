"""Attention of several heads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.nn import functional as F  # noqa: N812 - as everybody calls it
from wye.nn import init
from wye.nn.modules.linear import Linear
from wye.nn.modules.module import Module
from wye.nn.parameter import Parameter, empty_parameter

if TYPE_CHECKING:
    from wye.schema.values import device, dtype
    from wye.tensors import Tensor

__all__ = ["MultiheadAttention", "NonDynamicallyQuantizableLinear"]


class NonDynamicallyQuantizableLinear(Linear):
    """A `Linear` under the name that PyTorch prints for the last one of attention."""


class MultiheadAttention(Module):
    """Attention: each query is answered by a mean of values, weighted by how well their keys fit, in several heads.

    Args:
        embed_dim: The size of queries and of outputs.
        num_heads: The number of heads.
        dropout: How probable it is that a weight drops out in training.
        bias: Do projections have biases?
        add_bias_kv: Is a learned key and value added?
        add_zero_attn: Is a key and value of zeros added?
        kdim: The size of keys; as of queries by default.
        vdim: The size of values; as of queries by default.
        batch_first: Are tensors (batch, time, features), not (time, batch, features)?
        device: Where parameters are.
        dtype: Their type.

    Raises:
        AssertionError: the heads do not divide ``embed_dim``.
        ValueError: a size that is not positive.
    """

    in_proj_weight: Parameter | None
    q_proj_weight: Parameter | None
    k_proj_weight: Parameter | None
    v_proj_weight: Parameter | None
    in_proj_bias: Parameter | None
    bias_k: Parameter | None
    bias_v: Parameter | None

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        dropout: float = 0.0,
        bias: bool = True,
        add_bias_kv: bool = False,
        add_zero_attn: bool = False,
        kdim: int | None = None,
        vdim: int | None = None,
        batch_first: bool = False,
        device: device | str | None = None,
        dtype: dtype | None = None,
    ) -> None:
        if embed_dim <= 0 or num_heads <= 0:
            raise ValueError(
                f"embed_dim and num_heads must be greater than 0, got embed_dim={embed_dim} and num_heads={num_heads} "
                "instead"
            )
        super().__init__()
        self.embed_dim, self.num_heads, self.head_dim = embed_dim, num_heads, embed_dim // num_heads
        self.kdim, self.vdim = (embed_dim if size is None else size for size in (kdim, vdim))
        self._qkv_same_embed_dim = self.kdim == self.vdim == embed_dim
        self.dropout, self.batch_first, self.add_zero_attn = dropout, batch_first, add_zero_attn
        if self.head_dim * num_heads != embed_dim:
            raise AssertionError("embed_dim must be divisible by num_heads")
        self._make_parameters(bias, add_bias_kv, {"device": device, "dtype": dtype})
        self._reset_parameters()

    def _make_parameters(self, bias: bool, add_bias_kv: bool, options: dict[str, Any]) -> None:
        size = self.embed_dim
        joined = self._qkv_same_embed_dim
        sizes = {"q_proj_weight": size, "k_proj_weight": self.kdim, "v_proj_weight": self.vdim}
        if joined:
            self.in_proj_weight = empty_parameter(3 * size, size, **options)
        for name, width in sizes.items():
            self.register_parameter(name, None if joined else empty_parameter(size, width, **options))
        if not joined:
            self.register_parameter("in_proj_weight", None)
        self.register_parameter("in_proj_bias", empty_parameter(3 * size, **options) if bias else None)
        self.out_proj = NonDynamicallyQuantizableLinear(size, size, bias=bias, **options)
        self.bias_k = empty_parameter(1, 1, size, **options) if add_bias_kv else None
        self.bias_v = empty_parameter(1, 1, size, **options) if add_bias_kv else None

    def _reset_parameters(self) -> None:
        for weight in (self.in_proj_weight, self.q_proj_weight, self.k_proj_weight, self.v_proj_weight):
            if weight is not None:
                init.xavier_uniform_(weight)
        if self.in_proj_bias is not None and self.out_proj.bias is not None:
            init.constant_(self.in_proj_bias, 0.0)
            init.constant_(self.out_proj.bias, 0.0)
        for vector in (self.bias_k, self.bias_v):
            if vector is not None:
                init.xavier_normal_(vector)

    def forward(
        self,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        key_padding_mask: Tensor | None = None,
        need_weights: bool = True,
        attn_mask: Tensor | None = None,
        average_attn_weights: bool = True,
        is_causal: bool = False,
    ) -> tuple[Tensor, Tensor | None]:
        """The answers to the queries, and the weights of values.

        Args:
            query: What is asked: (time, batch, features), or without a batch.
            key: What it is compared with.
            value: What answers are made of.
            key_padding_mask: True, or minus infinity, for keys that do not count.
            need_weights: Return the weights; without them it is faster.
            attn_mask: True for pairs of a query and a key that do not count, or numbers that are added to scores.
            average_attn_weights: The weights are means over heads.
            is_causal: ``attn_mask`` is that of earlier keys only.
        """
        turned = self.batch_first and query.dim() == 3
        if turned:
            known: dict[int, Tensor] = {}  # one tensor in several roles stays one: it is projected once
            query, key, value = (known.setdefault(id(x), x.transpose(1, 0)) for x in (query, key, value))
        separate: dict[str, Any] = {}
        if not self._qkv_same_embed_dim:
            separate = {name: getattr(self, name) for name in ("q_proj_weight", "k_proj_weight", "v_proj_weight")}
            separate["use_separate_proj_weight"] = True
        answer, weights = F.multi_head_attention_forward(
            query, key, value, self.embed_dim, self.num_heads, self.in_proj_weight, self.in_proj_bias, self.bias_k,
            self.bias_v, self.add_zero_attn, self.dropout, self.out_proj.weight, self.out_proj.bias,
            training=self.training, key_padding_mask=key_padding_mask, need_weights=need_weights, attn_mask=attn_mask,
            average_attn_weights=average_attn_weights, is_causal=is_causal, **separate,
        )  # fmt: skip
        return (answer.transpose(1, 0) if turned else answer), weights
