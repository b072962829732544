"""`torch.fx.interpreter`: graphs run node by node.  Aliases only."""

from __future__ import annotations

from wye.fx.interpreter import Interpreter, Transformer

__all__ = ["Interpreter", "Transformer"]
