"""`torch.distributions.lkj_cholesky`.  Aliases only."""

from __future__ import annotations

from wye.distributions.multivariate import LKJCholesky

__all__ = [
    "LKJCholesky",
]
