"""`torch.fft`.  Aliases only."""

from __future__ import annotations

from wye.functional.families import family

__getattr__, __dir__ = family(__name__, "fft_")
