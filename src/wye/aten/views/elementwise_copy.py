"""Inverses of conversions that may return their argument.  See Note [The table of views]."""

from wye.aten.declare import Rules
from wye.aten.views.view import itself

__all__ = ["VIEWS"]

VIEWS = Rules({"to.device": itself, "to.dtype": itself, "to.other": itself, "to.dtype_layout": itself})
