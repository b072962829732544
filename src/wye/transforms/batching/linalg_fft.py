"""Fourier transforms."""

from __future__ import annotations

from wye.aten.declare import Rules
from wye.transforms.rules.along import along

__all__ = ["BATCHING"]

BATCHING = Rules()
BATCHING["_fft_c2r"] = BATCHING["_fft_r2c"] = BATCHING["_fft_c2c"] = along
