"""`torch.fx.passes.dialect.common.cse_pass`.  Aliases only."""

from __future__ import annotations

from wye.fx.passes.common_subexpressions import CSEPass
from wye.fx.passes.common_subexpressions import unshared_operators as get_CSE_banned_ops  # noqa: N812 - PyTorch's name

__all__ = ["CSEPass", "get_CSE_banned_ops"]
