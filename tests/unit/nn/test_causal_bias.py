"""Masks of attention that are known by their kind."""

from __future__ import annotations

import pytest

import wye
import wye.nn.functional as F  # noqa: N812 - as everybody calls it
from wye.nn.causal_bias import CausalBias, causal_lower_right, causal_upper_left


@pytest.mark.parametrize("make", [causal_upper_left, causal_lower_right])
@pytest.mark.parametrize("sizes", [(3, 3), (3, 5)])
def test_attention_with_a_causal_mask_is_that_with_its_elements(make: object, sizes: tuple[int, int]) -> None:
    mask = make(*sizes)  # type: ignore[operator]
    query = wye.randn(1, 2, sizes[0], 4, requires_grad=True)
    key, value = wye.randn(2, 1, 2, sizes[1], 4)
    found = F.scaled_dot_product_attention(query, key, value, attn_mask=mask)
    expected = F.scaled_dot_product_attention(query, key, value, attn_mask=mask._materialize())
    wye.testing.assert_close(found, expected)
    (moved,) = wye.autograd.grad(found.sum(), query)
    wye.testing.assert_close(moved, wye.autograd.grad(expected.sum(), query)[0])


def test_the_corners_differ_where_there_are_more_keys_than_queries() -> None:
    assert causal_upper_left(2, 3)._materialize().tolist() == [[True, False, False], [True, True, False]]
    assert causal_lower_right(2, 3)._materialize().tolist() == [[True, True, False], [True, True, True]]


def test_a_causal_mask_beside_is_causal_is_refused() -> None:
    parts = wye.ones(3, 1, 1, 2, 4).unbind()
    with pytest.raises(ValueError, match="CausalBias should not be used with causal=True"):
        F.scaled_dot_product_attention(*parts, attn_mask=causal_upper_left(2, 2), is_causal=True)


def test_a_causal_mask_needs_a_kind_and_two_sizes() -> None:
    with pytest.raises(AssertionError, match="variant must be a CausalVariant"):
        CausalBias(1, 2, 3)  # type: ignore[arg-type]
    with pytest.raises(AssertionError, match="only supports 2D"):
        causal_lower_right(2)
