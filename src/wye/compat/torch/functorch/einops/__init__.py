"""`functorch.einops`: axes rearranged by a pattern.  Aliases only."""

from __future__ import annotations

from wye.functional.rearranging import rearrange

__all__ = ["rearrange"]
