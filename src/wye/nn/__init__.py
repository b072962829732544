"""Functions of neural networks: `wye.nn.functional`."""

from __future__ import annotations

from wye.nn import functional

__all__ = ["functional"]
