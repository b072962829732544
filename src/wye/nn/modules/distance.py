"""Distances and similarities of vectors."""

from __future__ import annotations

from typing import Any

from wye.functional.operators import of
from wye.nn.modules.stateless import Stateless, stateless

__all__ = ["CosineSimilarity", "PairwiseDistance"]


class PairwiseDistance(Stateless):
    """The norm of the difference of vectors.

    Args:
        p: Which norm.
        eps: Added to differences.
        keepdim: Keep the dimension of vectors, with size 1.
    """

    function = staticmethod(of.pairwise_distance)

    def __init__(self, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False) -> None:
        self.norm, self.eps, self.keepdim = p, eps, keepdim

    def _options(self) -> dict[str, Any]:
        return {"p": self.norm, "eps": self.eps, "keepdim": self.keepdim}


@stateless
class CosineSimilarity(Stateless):
    """The cosine of the angle between vectors along ``dim``; norms count as at least ``eps``."""

    dim: int = 1
    eps: float = 1e-8
    function = staticmethod(of.cosine_similarity)
