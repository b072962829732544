"""`torch.utils.module_tracker`.  Aliases only."""

from __future__ import annotations

from wye.debug.module_tracker import ModuleTracker

__all__ = ["ModuleTracker"]
