"""Fake kernels: the kernels themselves, which stop before they touch elements if there is no data."""

from __future__ import annotations

from wye.aten.declare import Rules
from wye.aten.kernels.index import KERNELS

__all__ = ["FAKES"]

FAKES = Rules()

for _name, _kernel in KERNELS.items():
    FAKES[_name] = _kernel
