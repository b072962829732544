"""Puts autocast into the tables: every operator with a policy gets its kernels at the Autocast keys.

Runs once, when autocast is first turned on: until then the keys fall through.  Operators that are made later get theirs
as they are made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wye._engine import engine
from wye.amp.casting import make
from wye.amp.policies import POLICIES
from wye.aten.register import operators
from wye.autocast_mode import key_of
from wye.registry import registry
from wye.registry.kernel import EngineKernel
from wye.registry.providers import BELOW_PROGRAMS

if TYPE_CHECKING:
    from wye.aten.rows import Row

__all__ = ["load"]

_DEBUG: Final = "registered at wye/amp/loading.py"
_done: Final[list[bool]] = []  # not empty: loaded


def load() -> None:
    """Register everything; again does nothing."""
    if _done:
        return
    with registry.lock:
        if _done:
            return
        _done.append(True)
        operators.watch(_register)


def _register(row: Row) -> None:
    """Give an operator its kernels at the Autocast keys."""
    for device_type, policies in POLICIES.items():
        policy = policies.get(row.name)
        if policy is not None:
            kernel = EngineKernel(engine.BOXED, make(policy, row.name, device_type), None, engine.RESULT_UNCHECKED)
            key = key_of(device_type).name
            operators.library.impl(row.name, kernel, key, debug=_DEBUG, priority=BELOW_PROGRAMS)
