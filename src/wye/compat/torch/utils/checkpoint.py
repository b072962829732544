"""`torch.utils.checkpoint`.  Aliases only."""

from __future__ import annotations

from wye.autograd.checkpoint import CheckpointError, checkpoint
from wye.compat.modules import names_of

__all__ = ["CheckpointError", "checkpoint"]

__getattr__ = names_of(__name__)
