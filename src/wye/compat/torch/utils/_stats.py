"""`torch.utils._stats`: counts of calls.  Aliases only."""

from __future__ import annotations

from wye.debug.call_counts import count, count_label
from wye.debug.call_counts import counts as simple_call_counter

__all__ = ["count", "count_label", "simple_call_counter"]
