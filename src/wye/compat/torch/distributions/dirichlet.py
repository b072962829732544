"""`torch.distributions.dirichlet`.  Aliases only."""

from __future__ import annotations

from wye.distributions.gamma import Dirichlet
from wye.distributions.gamma import dirichlet_backward as _Dirichlet_backward  # noqa: N812 - PyTorch's name

__all__ = [
    "Dirichlet",
    "_Dirichlet_backward",
]
