"""`torch.fx.passes.split_utils`.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.fx.passes.tagging import Component, split_by_tags

__all__ = ["Component", "split_by_tags"]

__getattr__ = names_of(__name__)
