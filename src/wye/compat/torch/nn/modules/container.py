"""`torch.nn.modules.container`.  Aliases only."""

from __future__ import annotations

from wye.nn.modules.container import ModuleDict, ModuleList, Sequential
from wye.nn.modules.parameter_container import ParameterDict, ParameterList

__all__ = ["ModuleDict", "ModuleList", "ParameterDict", "ParameterList", "Sequential"]
