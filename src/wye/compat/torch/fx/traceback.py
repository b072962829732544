"""`torch.fx.traceback`.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.fx.traceback import (
    annotate,
    annotate_fn,
    format_stack,
    get_current_meta,
    get_current_replay_node,
    has_preserved_node_meta,
    preserve_node_meta,
    set_current_meta,
    set_current_replay_node,
    set_stack_trace,
)

__all__ = [
    "annotate",
    "annotate_fn",
    "format_stack",
    "get_current_meta",
    "get_current_replay_node",
    "has_preserved_node_meta",
    "preserve_node_meta",
    "set_current_meta",
    "set_current_replay_node",
    "set_stack_trace",
]

__getattr__ = names_of(__name__)
