"""`torch.utils._python_dispatch`: modes and wrapper subclasses.  Aliases only."""

from __future__ import annotations

from typing import Any

from wye.modes import DispatchMode as TorchDispatchMode
from wye.modes import current_modes
from wye.modes import disable_current_modes as _disable_current_modes
from wye.modes import pop as _pop_mode
from wye.modes import pop_mode_temporarily as _pop_mode_temporarily
from wye.modes import push as _push_mode

__all__ = [
    "TorchDispatchMode",
    "_disable_current_modes",
    "_get_current_dispatch_mode",
    "_get_current_dispatch_mode_stack",
    "_len_torch_dispatch_stack",
    "_pop_mode",
    "_pop_mode_temporarily",
    "_push_mode",
]


def _get_current_dispatch_mode() -> Any:
    return (current_modes() or (None,))[-1]


def _get_current_dispatch_mode_stack() -> list[Any]:
    return list(current_modes())


def _len_torch_dispatch_stack() -> int:
    return len(current_modes())
