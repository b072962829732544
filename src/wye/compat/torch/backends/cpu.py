"""`torch.backends.cpu`.  Aliases only."""

from __future__ import annotations

from wye.device_answers import cpu_capability as get_cpu_capability

__all__ = ["get_cpu_capability"]
