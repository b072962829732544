"""The standard's extension "fft": functions of `wye.numpy.fft`."""

from __future__ import annotations

from typing import Any

from wye.numpy import fft as functions

_TAKEN = (
    "fft", "fftfreq", "fftn", "fftshift", "hfft", "ifft", "ifftn", "ifftshift", "ihfft", "irfft", "irfftn", "rfft",
    "rfftfreq", "rfftn",
)  # fmt: skip
__all__: list[str] = []
__all__ += _TAKEN  # noqa: PLE0605 - names that `__getattr__` finds


def __getattr__(name: str) -> Any:
    if name not in _TAKEN:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(functions, name)
    return value


def __dir__() -> list[str]:
    return sorted(_TAKEN)
