"""`torch.utils._sympy.symbol`: kinds of symbols.  Aliases only."""

from __future__ import annotations

from wye.symbolic.kinds import SymT, free_symbol_is_type, make_symbol, prefix_str, symbol_is_type

__all__ = ["SymT", "free_symbol_is_type", "make_symbol", "prefix_str", "symbol_is_type"]
