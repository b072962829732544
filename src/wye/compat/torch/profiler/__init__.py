"""`torch.profiler`: its names come with measuring of programs, `itt` says what is not there.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.compat.torch.profiler import itt
from wye.compiling import NamedPart as record_function  # noqa: N813 - PyTorch's name

__all__ = ["itt", "record_function"]

__getattr__ = names_of(__name__)
