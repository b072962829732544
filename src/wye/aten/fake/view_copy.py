"""Fake kernels of copies of views: the kernels themselves, which copy nothing where there is no memory."""

from __future__ import annotations

from wye.aten.declare import Rules
from wye.aten.kernels.view_copy import KERNELS

__all__ = ["FAKES"]

FAKES = Rules()

for _name, _kernel in KERNELS.items():
    FAKES[_name] = _kernel
