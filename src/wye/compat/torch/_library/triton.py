"""`torch._library.triton`: operators that graphs look into.  Aliases only."""

from __future__ import annotations

from wye.functionalization.open_operators import triton_op, wrap_triton

__all__ = ["capture_triton", "triton_op", "wrap_triton"]

capture_triton = wrap_triton
