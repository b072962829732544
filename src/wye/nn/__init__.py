"""Neural networks: `Module`, layers, losses, initial values; the functions are in `wye.nn.functional`."""

from __future__ import annotations

from wye.nn import functional, init, modules, parameter, utils
from wye.nn.modules import *  # noqa: F403 - it lists what it has
from wye.nn.parameter import Buffer, Parameter

__all__ = [  # noqa: PLE0604 - the names of modules are read off their list
    "Buffer", "Parameter", "functional", "init", "modules", "parameter", "utils", *modules.__all__,
]  # fmt: skip
