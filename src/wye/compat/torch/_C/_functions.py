"""`torch._C._functions`: classes of autograd's nodes.  Aliases only."""

from __future__ import annotations

from wye.autograd.node_classes import DelayedError, UndefinedGrad, node_class

__all__ = ["DelayedError", "UndefinedGrad"]

__getattr__ = node_class
