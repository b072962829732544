"""`torch._C._autograd`.  Aliases only."""

from __future__ import annotations

from wye.autograd.engine import keeps_graph as _get_current_graph_task_keep_graph
from wye.autograd.saved import SavedTensor
from wye.autograd.saved import hooks_are_allowed as _saved_tensors_hooks_is_enabled
from wye.compat.modules import names_of

__all__ = ["SavedTensor", "_get_current_graph_task_keep_graph", "_saved_tensors_hooks_is_enabled"]

__getattr__ = names_of(__name__)
