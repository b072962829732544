"""`torch.fx.node`: nodes of graphs.  Aliases only."""

from __future__ import annotations

from typing import Any as Argument
from typing import Any as ArgumentT

from wye.fx.names import qualified_name as _get_qualified_name
from wye.fx.names import type_name as _type_repr
from wye.fx.node import KINDS as _legal_ops  # noqa: N811 - PyTorch's name
from wye.fx.node import Node, Target, has_side_effect, map_aggregate, map_arg
from wye.fx.node import _side_effects as _side_effectful_functions
from wye.fx.node import format_argument as _format_arg

__all__ = [
    "Argument",
    "ArgumentT",
    "Node",
    "Target",
    "_format_arg",
    "_get_qualified_name",
    "_legal_ops",
    "_side_effectful_functions",
    "_type_repr",
    "has_side_effect",
    "map_aggregate",
    "map_arg",
]
