"""Transformers: layers of attention and two linear maps."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from wye.functional.operators import of
from wye.nn import functional as F  # noqa: N812 - as everybody calls it
from wye.nn import init
from wye.nn.modules.activation import GELU, ReLU
from wye.nn.modules.attention import MultiheadAttention
from wye.nn.modules.container import ModuleList
from wye.nn.modules.dropout import Dropout
from wye.nn.modules.linear import Linear
from wye.nn.modules.module import Module
from wye.nn.modules.normalization import LayerNorm

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.schema.values import device, dtype
    from wye.tensors import Tensor

__all__ = [
    "Transformer", "TransformerDecoder", "TransformerDecoderLayer", "TransformerEncoder", "TransformerEncoderLayer",
]  # fmt: skip


def _activation(given: Any) -> Callable[[Tensor], Tensor]:
    if not isinstance(given, str):
        return given  # type: ignore[no-any-return]
    if given not in ("relu", "gelu"):
        raise RuntimeError(f"activation should be relu/gelu, not {given}")
    return F.relu if given == "relu" else of.gelu


def _causal_mask(size: int, device: Any = None, dtype: Any = None) -> Tensor:
    """Minus infinity above the diagonal, 0 elsewhere: nothing sees what comes after it."""
    return of.full((size, size), float("-inf"), device=device, dtype=dtype).triu(1)


def _is_causal(mask: Tensor | None, hint: bool | None, size: int | None) -> bool:
    """Is a mask the causal one?  A hint is believed."""
    if hint is not None or mask is None:
        return hint is True
    causal = _causal_mask(mask.size(-2) if size is None else size, mask.device, mask.dtype)
    return mask.size() == causal.size() and bool((mask == causal).all())


def _length(source: Tensor, batch_first: bool) -> int:
    return int(source.size(0 if source.dim() == 2 or not batch_first else 1))


class _Layer(Module):
    """What layers share: attention to themselves and two linear maps."""

    _norms = 2

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: str | Callable[[Tensor], Tensor] = F.relu,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: device | str | None = None,
        dtype: dtype | None = None,
    ) -> None:
        super().__init__()
        options: dict[str, Any] = {"bias": bias, "device": device, "dtype": dtype}
        self.self_attn = MultiheadAttention(d_model, nhead, dropout, batch_first=batch_first, **options)
        if self._norms == 3:
            self.multihead_attn = MultiheadAttention(
                d_model, nhead, dropout=dropout, batch_first=batch_first, **options
            )
        self.linear1 = Linear(d_model, dim_feedforward, **options)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, **options)
        self.norm_first = norm_first
        for n in range(self._norms):
            setattr(self, f"norm{n + 1}", LayerNorm(d_model, eps=layer_norm_eps, **options))
        for n in range(self._norms):
            setattr(self, f"dropout{n + 1}", Dropout(dropout))
        self.activation = _activation(activation)

    def _sa_block(self, x: Tensor, mask: Tensor | None, padding: Tensor | None, is_causal: bool) -> Tensor:
        answer, _ = self.self_attn(
            x, x, x, attn_mask=mask, key_padding_mask=padding, need_weights=False, is_causal=is_causal
        )
        return self.dropout1(answer)  # type: ignore[no-any-return]

    def _ff_block(self, x: Tensor) -> Tensor:
        return getattr(self, f"dropout{self._norms}")(  # type: ignore[no-any-return]
            self.linear2(self.dropout(self.activation(self.linear1(x))))
        )

    def _added(self, x: Tensor, block: Callable[[Tensor], Tensor], norm: Module) -> Tensor:
        """``x`` and what a block makes of it; normalised before the block, or after the sum."""
        return x + block(norm(x)) if self.norm_first else norm(x + block(x))


class TransformerEncoderLayer(_Layer):
    """Attention within a sequence, then two linear maps; each is added to its input and normalised.

    Args:
        d_model: The number of features.
        nhead: The number of heads.
        dim_feedforward: The features between the linear maps.
        dropout: How probable dropping out is in training.
        activation: Between the linear maps: a function, ``"relu"`` or ``"gelu"``.
        layer_norm_eps: Added to variances.
        batch_first: Are tensors (batch, time, features)?
        norm_first: Normalise before each part, not after.
        bias: Are there biases?
        device: Where parameters are.
        dtype: Their type.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = ((F.relu, ReLU), (of.gelu, GELU))
        self.activation_relu_or_gelu = next(
            (n for n, (f, cls) in enumerate(known, 1) if self.activation is f or isinstance(self.activation, cls)), 0
        )

    def forward(
        self,
        src: Tensor,
        src_mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
        is_causal: bool = False,
    ) -> Tensor:
        """A sequence, mixed with itself.

        Args:
            src: The sequence.
            src_mask: Pairs of places that do not count.
            src_key_padding_mask: Places that do not count.
            is_causal: ``src_mask`` is that of earlier places only.
        """
        x = self._added(src, lambda x: self._sa_block(x, src_mask, src_key_padding_mask, is_causal), self.norm1)
        return self._added(x, self._ff_block, self.norm2)


class TransformerDecoderLayer(_Layer):
    """Attention within a sequence, then to another one, then two linear maps; arguments as of the encoder's layer."""

    _norms = 3

    def forward(
        self,
        tgt: Tensor,
        memory: Tensor,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
        tgt_is_causal: bool = False,
        memory_is_causal: bool = False,
    ) -> Tensor:
        """A sequence, mixed with itself and with ``memory``; masks as of the encoder's layer, for each."""
        x = self._added(tgt, lambda x: self._sa_block(x, tgt_mask, tgt_key_padding_mask, tgt_is_causal), self.norm1)
        x = self._added(
            x,
            lambda x: self._mha_block(x, memory, memory_mask, memory_key_padding_mask, memory_is_causal),
            self.norm2,
        )
        return self._added(x, self._ff_block, self.norm3)

    def _mha_block(
        self, x: Tensor, memory: Tensor, mask: Tensor | None, padding: Tensor | None, is_causal: bool
    ) -> Tensor:
        answer, _ = self.multihead_attn(
            x, memory, memory, attn_mask=mask, key_padding_mask=padding, is_causal=is_causal, need_weights=False
        )
        return self.dropout2(answer)  # type: ignore[no-any-return]


class TransformerEncoder(Module):
    """Equal layers one after another.

    Args:
        encoder_layer: The layer; it is copied.
        num_layers: How many.
        norm: A module for the result.
        enable_nested_tensor: Accepted; sequences stay padded.
        mask_check: Accepted.
    """

    def __init__(
        self,
        encoder_layer: TransformerEncoderLayer,
        num_layers: int,
        norm: Module | None = None,
        enable_nested_tensor: bool = True,
        mask_check: bool = True,
    ) -> None:
        super().__init__()
        self.layers = ModuleList([copy.deepcopy(encoder_layer) for _ in range(num_layers)])
        self.num_layers, self.norm = num_layers, norm
        self.enable_nested_tensor, self.mask_check = enable_nested_tensor, mask_check

    def forward(
        self,
        src: Tensor,
        mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
        is_causal: bool | None = None,
    ) -> Tensor:
        """The sequence after all layers; arguments as of a layer, and the causal mask is recognised."""
        x = src
        first: Any = self.layers[0]
        causal = _is_causal(mask, is_causal, _length(src, first.self_attn.batch_first))
        for layer in self.layers:
            x = layer(x, src_mask=mask, is_causal=causal, src_key_padding_mask=src_key_padding_mask)
        return x if self.norm is None else self.norm(x)


class TransformerDecoder(Module):
    """Equal layers one after another; arguments as of the encoder."""

    def __init__(self, decoder_layer: TransformerDecoderLayer, num_layers: int, norm: Module | None = None) -> None:
        super().__init__()
        self.layers = ModuleList([copy.deepcopy(decoder_layer) for _ in range(num_layers)])
        self.num_layers, self.norm = num_layers, norm

    def forward(
        self,
        tgt: Tensor,
        memory: Tensor,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
        tgt_is_causal: bool | None = None,
        memory_is_causal: bool = False,
    ) -> Tensor:
        """The sequence after all layers; arguments as of a layer, and the causal mask is recognised."""
        x = tgt
        first: Any = self.layers[0]
        causal = _is_causal(tgt_mask, tgt_is_causal, _length(tgt, first.self_attn.batch_first))
        for layer in self.layers:
            x = layer(
                x, memory, tgt_mask=tgt_mask, memory_mask=memory_mask, tgt_key_padding_mask=tgt_key_padding_mask,
                memory_key_padding_mask=memory_key_padding_mask, tgt_is_causal=causal,
                memory_is_causal=memory_is_causal,
            )  # fmt: skip
        return x if self.norm is None else self.norm(x)


class Transformer(Module):
    """An encoder and a decoder.

    Args:
        d_model: The number of features.
        nhead: The number of heads.
        num_encoder_layers: The layers of the encoder.
        num_decoder_layers: Those of the decoder.
        dim_feedforward: The features between linear maps.
        dropout: How probable dropping out is in training.
        activation: Between linear maps: a function, ``"relu"`` or ``"gelu"``.
        custom_encoder: Another encoder.
        custom_decoder: Another decoder.
        layer_norm_eps: Added to variances.
        batch_first: Are tensors (batch, time, features)?
        norm_first: Normalise before each part, not after.
        bias: Are there biases?
        device: Where parameters are.
        dtype: Their type.
    """

    def __init__(
        self,
        d_model: int = 512,
        nhead: int = 8,
        num_encoder_layers: int = 6,
        num_decoder_layers: int = 6,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: str | Callable[[Tensor], Tensor] = F.relu,
        custom_encoder: Any = None,
        custom_decoder: Any = None,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: device | str | None = None,
        dtype: dtype | None = None,
    ) -> None:
        super().__init__()
        given = (
            d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first, bias, device,
            dtype,
        )  # fmt: skip
        options: dict[str, Any] = {"eps": layer_norm_eps, "bias": bias, "device": device, "dtype": dtype}
        if custom_encoder is None:
            layer = TransformerEncoderLayer(*given)
            custom_encoder = TransformerEncoder(layer, num_encoder_layers, LayerNorm(d_model, **options))
        if custom_decoder is None:
            last = TransformerDecoderLayer(*given)
            custom_decoder = TransformerDecoder(last, num_decoder_layers, LayerNorm(d_model, **options))
        self.encoder, self.decoder = custom_encoder, custom_decoder
        for value in self.parameters():
            if value.dim() > 1:
                init.xavier_uniform_(value)
        self.d_model, self.nhead, self.batch_first = d_model, nhead, batch_first

    def forward(
        self,
        src: Tensor,
        tgt: Tensor,
        src_mask: Tensor | None = None,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
        src_is_causal: bool | None = None,
        tgt_is_causal: bool | None = None,
        memory_is_causal: bool = False,
    ) -> Tensor:
        """The target sequence, decoded with the source; masks as of the layers.

        Raises:
            RuntimeError: batches or features that do not fit.
        """
        if src.dim() == 3 and src.size(0 if self.batch_first else 1) != tgt.size(0 if self.batch_first else 1):
            raise RuntimeError("the batch number of src and tgt must be equal")
        if src.size(-1) != self.d_model or tgt.size(-1) != self.d_model:
            raise RuntimeError("the feature number of src and tgt must be equal to d_model")
        memory = self.encoder(src, mask=src_mask, src_key_padding_mask=src_key_padding_mask, is_causal=src_is_causal)
        return self.decoder(  # type: ignore[no-any-return]
            tgt, memory, tgt_mask=tgt_mask, memory_mask=memory_mask, tgt_key_padding_mask=tgt_key_padding_mask,
            memory_key_padding_mask=memory_key_padding_mask, tgt_is_causal=tgt_is_causal,
            memory_is_causal=memory_is_causal,
        )  # fmt: skip

    @staticmethod
    def generate_square_subsequent_mask(sz: int, device: Any = None, dtype: Any = None) -> Tensor:
        """The causal mask: minus infinity above the diagonal, 0 elsewhere."""
        return _causal_mask(sz, device, dtype)
