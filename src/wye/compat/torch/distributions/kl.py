"""`torch.distributions.kl`.  Aliases only."""

from __future__ import annotations

from wye.distributions.kl import dispatch_kl as _dispatch_kl
from wye.distributions.kl import families as _kl_expfamily_expfamily
from wye.distributions.kl import kl_divergence, register_kl
from wye.distributions.kl import rules as _KL_REGISTRY  # noqa: N812 - PyTorch's name

__all__ = [
    "_KL_REGISTRY",
    "_dispatch_kl",
    "_kl_expfamily_expfamily",
    "kl_divergence",
    "register_kl",
]
