"""`torch._export`: questions about operators; whole programs as graphs come with compilers.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of

__getattr__ = names_of(__name__)
