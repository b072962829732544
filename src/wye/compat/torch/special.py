"""`torch.special`.  Aliases only."""

from __future__ import annotations

from wye.special import __dir__ as __dir__  # type: ignore[attr-defined]  # its stub has the names
from wye.special import __getattr__ as __getattr__  # type: ignore[attr-defined]  # its stub has the names
