"""`torch.linalg`.  Aliases only."""

from __future__ import annotations

from wye.errors import LinAlgError as LinAlgError
from wye.functional.families import family

__getattr__, __dir__ = family(__name__, "linalg_")
