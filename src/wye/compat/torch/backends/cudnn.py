"""`torch.backends.cudnn`: settings of a library that is not there.  Aliases only."""

from __future__ import annotations

from wye.device_answers import flags_of
from wye.device_answers import never as is_acceptable
from wye.device_answers import never as is_available
from wye.device_answers import none as version

enabled = True
benchmark = deterministic = False
allow_tf32 = True
benchmark_limit = None
flags = flags_of(__name__)

__all__ = ["flags", "is_acceptable", "is_available", "version"]
