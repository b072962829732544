"""`torch.profiler.itt`: there is no such tool here, and these functions say so.  Aliases only."""

from __future__ import annotations

from wye.device_answers import never as is_available
from wye.device_answers import refuse

mark = range = range_pop = range_push = refuse("itt")

__all__ = ["is_available", "mark", "range", "range_pop", "range_push"]
