"""`torch.linalg`.  Aliases only."""

from __future__ import annotations

from wye.linalg import __dir__ as __dir__  # type: ignore[attr-defined]  # its stub has the names
from wye.linalg import __getattr__ as __getattr__  # type: ignore[attr-defined]  # its stub has the names
