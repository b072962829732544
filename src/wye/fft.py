"""Fourier transforms: `wye.fft.fft` is the function of the operator ``fft_fft``."""

from __future__ import annotations

from wye.functional.families import family

__getattr__, __dir__ = family(__name__, "fft_")
