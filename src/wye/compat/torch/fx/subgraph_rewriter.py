"""`torch.fx.subgraph_rewriter`: patterns replaced in graphs.  Aliases only."""

from __future__ import annotations

from wye.fx.passes.rewriting import Match, ReplacedPatterns, replace_pattern, replace_pattern_with_filters

__all__ = ["Match", "ReplacedPatterns", "replace_pattern", "replace_pattern_with_filters"]
