"""`torch.nn.init`.  Aliases only."""

from __future__ import annotations

from wye.nn.init import *  # noqa: F403 - one module under two names
from wye.nn.init import __all__ as __all__
from wye.nn.init import _calculate_correct_fan as _calculate_correct_fan
from wye.nn.init import _calculate_fan_in_and_fan_out as _calculate_fan_in_and_fan_out
