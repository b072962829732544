"""`torch.fx.passes.utils.matcher_utils`.  Aliases only."""

from __future__ import annotations

from wye.fx.passes.matching import InternalMatch, SubgraphMatcher

__all__ = ["InternalMatch", "SubgraphMatcher"]
