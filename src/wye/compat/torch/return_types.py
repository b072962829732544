"""`torch.return_types`.  Aliases only."""

from __future__ import annotations

from wye.return_types import __dir__ as __dir__  # type: ignore[attr-defined]  # its stub has the names
from wye.return_types import __getattr__ as __getattr__  # type: ignore[attr-defined]  # its stub has the names
