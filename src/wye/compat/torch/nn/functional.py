"""`torch.nn.functional`.  Aliases only."""

from __future__ import annotations

from wye.nn.functional import __dir__ as __dir__
from wye.nn.functional import __getattr__ as __getattr__
