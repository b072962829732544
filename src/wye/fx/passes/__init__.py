"""Passes over graphs: what changes a graph, or finds something out about it.

shape_prop (shapes of all nodes), common_subexpressions, decomposition (operators as what they are made of), matching
and rewriting (patterns), splitting (one module into several), reinplacing (writes to what nobody reads later).
"""

from __future__ import annotations

from wye.fx.passes.common_subexpressions import eliminate_common_subexpressions
from wye.fx.passes.decomposition import decompose_operators
from wye.fx.passes.reinplacing import reinplace
from wye.fx.passes.rewriting import replace_pattern, replace_pattern_with_filters
from wye.fx.passes.shape_prop import ShapeProp
from wye.fx.passes.splitting import split_module

__all__ = [
    "ShapeProp",
    "decompose_operators",
    "eliminate_common_subexpressions",
    "reinplace",
    "replace_pattern",
    "replace_pattern_with_filters",
    "split_module",
]
