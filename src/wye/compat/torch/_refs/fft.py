"""`torch._refs.fft`.  Aliases only."""

from __future__ import annotations

from wye.compat.torch import fft as _same

__all__: list[str] = []
__getattr__ = _same.__getattribute__
