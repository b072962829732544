"""`torch.backends.cudnn`: settings of a library that is not there.  Aliases only."""

from __future__ import annotations

from wye.absent import flags_of
from wye.absent import never as is_acceptable
from wye.absent import never as is_available
from wye.absent import none as version

enabled = True
benchmark = deterministic = False
allow_tf32 = True
benchmark_limit = None
flags = flags_of(__name__)

__all__ = ["flags", "is_acceptable", "is_available", "version"]
