"""`torch.fx.passes.infra.pass_base`.  Aliases only."""

from __future__ import annotations

from wye.fx.passes.manager import PassBase, PassResult

__all__ = ["PassBase", "PassResult"]
