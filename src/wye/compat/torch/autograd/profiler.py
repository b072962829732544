"""`torch.autograd.profiler`: names of parts of a program.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.compiling import NamedPart as record_function  # noqa: N813 - PyTorch's name

__all__ = ["record_function"]

__getattr__ = names_of(__name__)
