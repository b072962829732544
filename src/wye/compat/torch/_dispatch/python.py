"""`torch._dispatch.python`: the Python dispatcher.  Aliases only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wye.compat.torch._C import _DisablePythonDispatcher as no_python_dispatcher
from wye.compat.torch._C import _EnablePreDispatch as enable_pre_dispatch
from wye.compat.torch._C import _EnablePythonDispatcher as enable_python_dispatcher
from wye.keys import DispatchKey
from wye.registry import registry as _registry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wye._engine import engine as _engine

__all__ = [
    "DispatchKey",
    "all_py_loaded_overloads",
    "enable_pre_dispatch",
    "enable_python_dispatcher",
    "no_python_dispatcher",
]


def all_py_loaded_overloads() -> Iterator[_engine.Op]:
    return (entry.op for entry in _registry.defined())
