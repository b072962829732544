"""`torch.backends.quantized`: there are no kernels of quantized tensors.  Constants only."""

from __future__ import annotations

__all__ = ["engine", "supported_engines"]

engine = "none"
supported_engines: list[str] = []
