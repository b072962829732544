"""`torch.compiler`: questions and marks of programs that may be compiled.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.compiling import allow as allow_in_graph
from wye.compiling import is_compiling
from wye.compiling import is_compiling as is_dynamo_compiling
from wye.compiling import is_compiling as is_exporting
from wye.compiling import marked as assume_constant_result
from wye.compiling import marked as disable
from wye.compiling import marked as nested_compile_region
from wye.programs import compile, list_backends, reset

__all__ = [
    "allow_in_graph", "assume_constant_result", "compile", "disable", "is_compiling", "is_dynamo_compiling",
    "is_exporting", "list_backends", "nested_compile_region", "reset",
]  # fmt: skip

__getattr__ = names_of(__name__)
