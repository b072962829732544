"""`torch.utils.hooks`.  Aliases only."""

from __future__ import annotations

from wye.hook_handles import RemovableHandle

__all__ = ["RemovableHandle"]
