"""`torch.fx.experimental.rewriter`: functions whose assertions can be traced.  Aliases only."""

from __future__ import annotations

from wye.fx.rewriting import AST_Rewriter, RewritingTracer
from wye.fx.rewriting import rewrite as _rewrite

__all__ = ["AST_Rewriter", "RewritingTracer", "_rewrite"]
