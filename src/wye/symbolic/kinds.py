"""Kinds of symbols, by the beginnings of their names: ``s0`` a size, ``u0`` an integer that depends on data."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["SymT", "free_symbol_is_type", "is_unbacked", "make_symbol", "prefix_str", "symbol_is_type"]


class SymT(enum.Enum):
    """What a symbol stands for."""

    SIZE = "s"
    FLOAT = "zf"
    UNBACKED_INT = "u"
    UNBACKED_FLOAT = "zuf"


prefix_str: Final = {kind: kind.value for kind in SymT}
_UNBACKED: Final = (SymT.UNBACKED_INT, SymT.UNBACKED_FLOAT)


def make_symbol(prefix: SymT, idx: int, **kwargs: Any) -> Any:
    """The symbol with a number; ``kwargs`` are sympy's assumptions.

    >>> make_symbol(SymT.SIZE, 3, integer=True)
    s3
    """
    import sympy  # here: it is imported when the first symbol is made

    return sympy.Symbol(f"{prefix.value}{idx}", **kwargs)


def symbol_is_type(sym: Any, prefix: SymT | Iterable[SymT]) -> bool:
    """Is a symbol of this kind, or of one of these?

    >>> symbol_is_type(make_symbol(SymT.UNBACKED_INT, 0), SymT.SIZE)
    False
    """
    name = str(sym)
    kinds = (prefix,) if isinstance(prefix, SymT) else tuple(prefix)
    return any(name.startswith(kind.value) and name.removeprefix(kind.value).isdigit() for kind in kinds)


def free_symbol_is_type(e: Any, prefix: SymT | Iterable[SymT]) -> bool:
    """Has an expression a symbol of this kind, or of one of these?"""
    return any(symbol_is_type(symbol, prefix) for symbol in e.free_symbols)


def is_unbacked(symbol: Any) -> bool:
    """Does a symbol stand for what depends on data?"""
    return symbol_is_type(symbol, _UNBACKED)
