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
from wye.futures import fork, wait
from wye.programs import (
    ScriptFunction,
    ScriptModule,
    TracerWarning,
    optimized_execution,
    script,
    script_if_tracing,
    trace,
)
from wye.programs import ScriptModule as RecursiveScriptModule
from wye.programs import TracedModule as TopLevelTracedModule

__all__ = [
    "Final", "RecursiveScriptModule", "ScriptFunction", "ScriptModule", "TopLevelTracedModule", "TracerWarning",
    "annotate", "export", "fork", "ignore", "interface", "is_scripting", "is_tracing", "optimized_execution", "script",
    "script_if_tracing", "trace", "unused", "wait",
]  # fmt: skip

__getattr__ = names_of(__name__)
