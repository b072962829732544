"""`torch.backends.mkldnn`: settings of a library that is not used.  Aliases only."""

from __future__ import annotations

from wye.device_answers import Tf32, flags_of
from wye.device_answers import never as is_available

enabled = True
deterministic = False
allow_tf32 = None
matmul, conv, rnn = Tf32(), Tf32(), Tf32()
flags = flags_of(__name__)

__all__ = ["conv", "flags", "is_available", "matmul", "rnn"]
