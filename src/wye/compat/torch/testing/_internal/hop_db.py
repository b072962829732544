"""`torch.testing._internal.hop_db`: PyTorch's list of higher-order operators with samples is not here."""

from __future__ import annotations

from typing import Any

from wye.compat.modules import names_of

__all__ = ["hop_db"]

hop_db: list[Any] = []
__getattr__: Any = names_of(__name__)
