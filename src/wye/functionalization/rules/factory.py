"""Constants under functionalization: what a program makes of numbers becomes functional."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.aten.declare import Rules
from wye.functionalization.handlers import taking_calls
from wye.functionalization.wrapper import wrap

if TYPE_CHECKING:
    from wye.functionalization.wrapper import Owner

__all__ = ["FUNCTIONALIZE"]

FUNCTIONALIZE = Rules()


@FUNCTIONALIZE("lift", "lift_fresh", "lift_fresh_copy")
@taking_calls
def _lift(owner: Owner, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    if owner.find(args[0]) is not None:
        return args[0]
    return wrap(owner.below(op, *args, **kwargs), owner)
