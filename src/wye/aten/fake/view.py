"""Fake kernels of views: the kernels themselves, whose geometry needs no data."""

from __future__ import annotations

from wye.aten.declare import Rules
from wye.aten.kernels.view import KERNELS

__all__ = ["FAKES"]

FAKES = Rules()

for _name, _kernel in KERNELS.items():
    FAKES[_name] = _kernel
