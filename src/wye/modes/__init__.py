"""Layer 6: modes. May import: library, call and everything below; tensors import it.

stack (the active modes), pre_dispatch (modes that see calls before autograd) -> mode (base class for users)
-> python_key (the kernel that calls them), function (function modes, above every key).
"""

from __future__ import annotations

from wye.modes.function import FunctionMode, current_function_modes, disable_functions
from wye.modes.mode import DispatchMode, disable_current_modes, pop_mode_temporarily
from wye.modes.python_key import call_python, overloaded_types
from wye.modes.stack import ModeKey, current_modes, get_mode, pop, push, set_mode, unset_mode

__all__ = [
    "DispatchMode",
    "FunctionMode",
    "ModeKey",
    "call_python",
    "current_function_modes",
    "current_modes",
    "disable_current_modes",
    "disable_functions",
    "get_mode",
    "overloaded_types",
    "pop",
    "pop_mode_temporarily",
    "push",
    "set_mode",
    "unset_mode",
]
