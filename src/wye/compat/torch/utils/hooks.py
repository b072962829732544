"""`torch.utils.hooks`.  Aliases only."""

from __future__ import annotations

from wye.hook_handles import RemovableHandle
from wye.nn.modules.backward_hooks import BackwardHook

__all__ = ["BackwardHook", "RemovableHandle"]
