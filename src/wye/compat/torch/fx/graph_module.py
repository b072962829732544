"""`torch.fx.graph_module`: modules of graphs.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.fx.graph_module import GraphModule
from wye.fx.graph_module import _assign as _assign_attr
from wye.fx.graph_module import _copy_attribute as _copy_attr

__all__ = ["GraphModule", "_assign_attr", "_copy_attr"]

__getattr__ = names_of(__name__)
