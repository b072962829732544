"""`torch.fx._lazy_graph_module`: modules whose code is made when it is asked for.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.fx.lazy_modules import LazyGraphModule as _LazyGraphModule
from wye.fx.lazy_modules import force_skip_lazy_modules as _force_skip_lazy_graph_module
from wye.fx.lazy_modules import graph_module_class as _get_graph_module_cls
from wye.fx.lazy_modules import make_graph_module as _make_graph_module
from wye.fx.lazy_modules import use_lazy_modules as _use_lazy_graph_module

__all__ = [
    "_LazyGraphModule",
    "_force_skip_lazy_graph_module",
    "_get_graph_module_cls",
    "_make_graph_module",
    "_use_lazy_graph_module",
]

__getattr__ = names_of(__name__)
