"""`torch._functorch`: what function transforms are made of.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of

__all__: list[str] = []

__getattr__ = names_of(__name__)
