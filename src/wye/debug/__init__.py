"""Layer 13: debug. May import everything below.

python_dispatcher (an operator for experiments: register kernels, look at the tables), flops (operations of products, by
module).
"""

from __future__ import annotations

from wye.debug.python_dispatcher import PythonDispatcher

__all__ = ["PythonDispatcher"]
