"""Layer 13: debug. May import everything below.

python_dispatcher (an operator to play with: register kernels, look at the tables).
"""

from __future__ import annotations

from wye.debug.python_dispatcher import PythonDispatcher

__all__ = ["PythonDispatcher"]
