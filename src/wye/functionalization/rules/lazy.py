"""Inverses of lazy conjugates and negatives for functionalization."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.aten.declare import Rules
from wye.call.packets import ops

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["FUNCTIONALIZE"]

FUNCTIONALIZE = Rules()
aten: Any = ops.aten


@FUNCTIONALIZE("_conj")
def _conj(show: Callable[..., Any], base: Any, changed: Any) -> Any:
    return show(aten._conj.default, changed)


@FUNCTIONALIZE("_neg_view")
def _neg_view(show: Callable[..., Any], base: Any, changed: Any) -> Any:
    return show(aten._neg_view.default, changed)
