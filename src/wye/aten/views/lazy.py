"""Inverses of lazy conjugates and negatives.  See Note [The table of views]."""

from wye.aten.declare import Rules
from wye.aten.views.view import again, itself

__all__ = ["VIEWS"]

VIEWS = Rules(
    _conj=again("_conj"), conj=again("conj"), _neg_view=again("_neg_view"), resolve_conj=itself, resolve_neg=itself
)
