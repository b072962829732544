"""`torch._python_dispatcher`: an operator for experiments.  Aliases only."""

from __future__ import annotations

from wye.debug import PythonDispatcher

__all__ = ["PythonDispatcher"]
