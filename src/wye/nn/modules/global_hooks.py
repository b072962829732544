"""Hooks of all modules: those that run around every call, and those that see every registration.

Cold path: a call tests whether one of these dictionaries has an entry.
"""

from __future__ import annotations

from collections import OrderedDict
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from wye.hook_handles import Hooks, RemovableHandle, add_hook

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "ALWAYS_CALLED",
    "BUFFERS",
    "FORWARD",
    "MODULES",
    "PARAMETERS",
    "PRE_FORWARD",
    "WITH_KWARGS",
    "HookNames",
    "filtered",
    "register_module_buffer_registration_hook",
    "register_module_forward_hook",
    "register_module_forward_pre_hook",
    "register_module_module_registration_hook",
    "register_module_parameter_registration_hook",
]

FORWARD: Final[Hooks] = OrderedDict()
PRE_FORWARD: Final[Hooks] = OrderedDict()
WITH_KWARGS: Final[Hooks] = OrderedDict()  # the ids of hooks in FORWARD that also get the named arguments
ALWAYS_CALLED: Final[Hooks] = OrderedDict()  # and of those that also run when the call has failed
BUFFERS: Final[Hooks] = OrderedDict()
MODULES: Final[Hooks] = OrderedDict()
PARAMETERS: Final[Hooks] = OrderedDict()


class HookNames(ModuleType):
    """A module whose names of hooks can be assigned to: entries are replaced, the dictionary that calls read stays."""

    def __setattr__(self, name: str, value: Any) -> None:
        hooks = self.__dict__.get(name)
        if isinstance(hooks, OrderedDict) and isinstance(value, dict):
            entries = dict(value)
            hooks.clear()
            hooks.update(entries)
        else:
            super().__setattr__(name, value)


def filtered(hooks: Hooks, module: Any, name: str, value: Any) -> Any:
    """What is registered in place of ``value``: each hook may return something else."""
    for hook in hooks.values():
        changed = hook(module, name, value)
        value = value if changed is None else changed
    return value


def register_module_buffer_registration_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """``hook(module, name, buffer)`` runs whenever a module gets a buffer, and may return another one."""
    return add_hook(BUFFERS, hook)


def register_module_module_registration_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """``hook(module, name, submodule)`` runs whenever a module gets a submodule, and may return another one."""
    return add_hook(MODULES, hook)


def register_module_parameter_registration_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """``hook(module, name, parameter)`` runs whenever a module gets a parameter, and may return another one."""
    return add_hook(PARAMETERS, hook)


def register_module_forward_pre_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """``hook(module, args)`` runs before every call of every module, and may return other arguments."""
    return add_hook(PRE_FORWARD, hook)


def register_module_forward_hook(
    hook: Callable[..., Any], *, with_kwargs: bool = False, always_call: bool = False
) -> RemovableHandle:
    """``hook(module, args, output)`` runs after every call of every module, and may return another output.

    Args:
        hook: The function.
        with_kwargs: It is called as ``hook(module, args, kwargs, output)``.
        always_call: It also runs, with None for the output, when the call raises an error.
    """
    handle = RemovableHandle(FORWARD, extra_dict=[WITH_KWARGS, ALWAYS_CALLED])
    FORWARD[handle.id] = hook
    if with_kwargs:
        WITH_KWARGS[handle.id] = True
    if always_call:
        ALWAYS_CALLED[handle.id] = True
    return handle
