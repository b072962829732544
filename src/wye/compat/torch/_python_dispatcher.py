"""`torch._python_dispatcher`: an operator to play with.  Aliases only."""

from __future__ import annotations

from wye.debug import PythonDispatcher

__all__ = ["PythonDispatcher"]
