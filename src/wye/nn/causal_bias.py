"""Masks of attention in which no query sees what follows it, known by their kind instead of their elements.

Cold path.  Out: `CausalBias`, an ``attn_mask`` of `scaled_dot_product_attention`.
"""

from __future__ import annotations

from enum import IntEnum, auto
from typing import TYPE_CHECKING, Any

from wye.functional.operators import of
from wye.schema.values import DTYPES
from wye.tensors import Tensor
from wye.tensors.dense import disabled_function

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["CausalBias", "CausalVariant", "causal_lower_right", "causal_upper_left"]


class CausalVariant(IntEnum):
    """Which corner the diagonal of a mask runs into, where there are not as many keys as queries."""

    UPPER_LEFT = auto()
    LOWER_RIGHT = auto()


class CausalBias(Tensor):
    """A mask whose elements are only made where they are needed.

    Args:
        variant: Which corner its diagonal runs into.
        seq_len_q: The number of queries.
        seq_len_kv: The number of keys.

    Raises:
        AssertionError: ``variant`` is no `CausalVariant`.
    """

    def __init__(self, variant: CausalVariant, seq_len_q: int, seq_len_kv: int) -> None:
        if not isinstance(variant, CausalVariant):
            raise AssertionError(f"variant must be a CausalVariant, got {type(variant).__name__}")
        self.variant, self.seq_len_q, self.seq_len_kv = variant, seq_len_q, seq_len_kv

    def _materialize(self, device: Any = None) -> Tensor:
        """The mask with its elements: true where a query sees a key."""
        shift = 0 if self.variant is CausalVariant.UPPER_LEFT else self.seq_len_kv - self.seq_len_q
        whole = of.ones([self.seq_len_q, self.seq_len_kv], dtype=DTYPES["bool"], device=device)
        return of.tril(whole, shift)

    @classmethod
    def __wye_function__(
        cls, func: Callable[..., Any], types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        """Attention with such a mask: by `is_causal` where that means the same, else with the elements.

        Raises:
            ValueError: ``is_causal`` is true, too.
        """
        if getattr(func, "__name__", "") != "scaled_dot_product_attention":
            return super().__wye_function__(func, types, args, kwargs)
        return _attention(*args, **(kwargs or {}))

    def __repr__(self, **options: Any) -> str:
        return repr(self._materialize())


def _attention(
    query: Tensor, key: Tensor, value: Tensor, attn_mask: Any, dropout_p: float = 0.0, is_causal: bool = False,
    scale: float | None = None, enable_gqa: bool = False,
) -> Tensor:  # fmt: skip
    if is_causal:
        raise ValueError("CausalBias should not be used with causal=True")
    square = attn_mask.seq_len_q == attn_mask.seq_len_kv
    causal = square or attn_mask.variant is CausalVariant.UPPER_LEFT
    mask = None if causal else attn_mask._materialize(query.device)
    result: Tensor = disabled_function(
        of.scaled_dot_product_attention,
        (),
        (query, key, value, mask, dropout_p, causal),
        {"scale": scale, "enable_gqa": enable_gqa},
    )
    return result


def _lengths(size: tuple[int, ...], name: str) -> tuple[int, int]:
    if len(size) != 2:
        raise AssertionError(f"{name} only supports 2D tensors")
    return size[0], size[1]


def causal_upper_left(*size: int) -> CausalBias:
    """The mask whose diagonal begins in the upper left corner: the first query sees the first key alone.

    Args:
        size: The numbers of queries and of keys.
    """
    return CausalBias(CausalVariant.UPPER_LEFT, *_lengths(size, "causal_upper_left"))


def causal_lower_right(*size: int) -> CausalBias:
    """The mask whose diagonal ends in the lower right corner: the last query sees all keys.

    Args:
        size: The numbers of queries and of keys.
    """
    return CausalBias(CausalVariant.LOWER_RIGHT, *_lengths(size, "causal_lower_right"))
