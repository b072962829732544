"""Inverses of operators that may return their argument.  See Note [The table of views]."""

from wye.aten.declare import Rules
from wye.aten.views.view import itself

__all__ = ["VIEWS"]

VIEWS = Rules(contiguous=itself, lift_fresh=itself)
