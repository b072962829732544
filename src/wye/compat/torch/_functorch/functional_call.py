"""`torch._functorch.functional_call`.  Aliases only."""

from __future__ import annotations

from wye.func import functional_call, stack_module_state

__all__ = ["functional_call", "stack_module_state"]
