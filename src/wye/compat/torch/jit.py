"""`torch.jit`: questions and marks of programs that may be scripted.  Aliases only."""

from __future__ import annotations

from typing import Final

from wye.compat.modules import names_of
from wye.compiling import is_compiling as is_scripting
from wye.compiling import is_compiling as is_tracing
from wye.compiling import marked as export
from wye.compiling import marked as ignore
from wye.compiling import marked as interface
from wye.compiling import marked as unused
from wye.compiling import unchanged as annotate

__all__ = ["Final", "annotate", "export", "ignore", "interface", "is_scripting", "is_tracing", "unused"]

__getattr__ = names_of(__name__)
