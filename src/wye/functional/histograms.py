"""Histograms whose edges are a tuple, as PyTorch returns them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.functional.operators import parts
from wye.overrides import overridable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wye.tensors import Tensor

__all__ = ["histogramdd"]


@overridable
def histogramdd(
    input: Tensor,
    bins: int | Sequence[int] | Sequence[Tensor],
    range: Sequence[float] | None = None,
    weight: Tensor | None = None,
    density: bool = False,
) -> Any:
    """How many points are in each cell, and the edges of the cells along each coordinate.

    Args:
        input: Points, with their coordinates in the last dimension.
        bins: The number of bins of each coordinate, or their edges.
        range: The first and last edge of each coordinate; by default those of the points.
        weight: What each point counts.
        density: Divide by the number of points and the size of the cells?
    """
    found: Any = parts.histogramdd(input, bins, range, weight, density)
    return found._replace(bin_edges=tuple(found.bin_edges))
