"""`torch.utils.dlpack`.  Aliases only."""

from __future__ import annotations

from wye.tensors.sharing import from_dlpack, to_dlpack

__all__ = ["from_dlpack", "to_dlpack"]
