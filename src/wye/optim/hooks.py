"""Hooks of optimizers: around every step, and around saving and loading."""

from __future__ import annotations

import functools
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final

from wye.hook_handles import Hooks, RemovableHandle, add_hook

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Hooked", "register_optimizer_step_post_hook", "register_optimizer_step_pre_hook", "with_hooks"]

_BEFORE: Final[Hooks] = OrderedDict()  # of all optimizers
_AFTER: Final[Hooks] = OrderedDict()


def register_optimizer_step_pre_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """``hook(optimizer, args, kwargs)`` runs before every step of every optimizer."""
    return add_hook(_BEFORE, hook)


def register_optimizer_step_post_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """``hook(optimizer, args, kwargs)`` runs after every step of every optimizer."""
    return add_hook(_AFTER, hook)


def with_hooks(step: Callable[..., Any]) -> Callable[..., Any]:
    """The method `step` with the hooks around it; once, where a subclass calls that of its base."""

    @functools.wraps(step)
    def run(self: Any, *args: Any, **kwargs: Any) -> Any:
        # as in PyTorch, an optimizer that did not run Optimizer.__init__ has no hooks
        if type(self).step is not run or "_optimizer_step_pre_hooks" not in self.__dict__:
            return step(self, *args, **kwargs)
        for hook in (*_BEFORE.values(), *self._optimizer_step_pre_hooks.values()):
            changed = hook(self, (self, *args), kwargs)
            if changed is None:
                continue
            if not (isinstance(changed, tuple) and len(changed) == 2):
                raise RuntimeError(f"{step} must return None or a tuple of (new_args, new_kwargs), but got {changed}.")
            (self, *args), kwargs = changed
        result = step(self, *args, **kwargs)
        for hook in (*self._optimizer_step_post_hooks.values(), *_AFTER.values()):
            hook(self, (self, *args), kwargs)
        return result

    run.hooked = True  # type: ignore[attr-defined]
    return run


class Hooked:
    """The part of `Optimizer` that keeps hooks."""

    _NAMES: Final = (
        "_optimizer_step_pre_hooks", "_optimizer_step_post_hooks", "_optimizer_state_dict_pre_hooks",
        "_optimizer_state_dict_post_hooks", "_optimizer_load_state_dict_pre_hooks",
        "_optimizer_load_state_dict_post_hooks",
    )  # fmt: skip
    _optimizer_step_pre_hooks: Hooks
    _optimizer_step_post_hooks: Hooks
    _optimizer_state_dict_pre_hooks: Hooks
    _optimizer_state_dict_post_hooks: Hooks
    _optimizer_load_state_dict_pre_hooks: Hooks
    _optimizer_load_state_dict_post_hooks: Hooks

    def _init_hooks(self) -> None:
        for name in self._NAMES:
            self.__dict__.setdefault(name, OrderedDict())

    def register_step_pre_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """``hook(optimizer, args, kwargs)`` runs before a step, and may return other arguments."""
        return add_hook(self._optimizer_step_pre_hooks, hook)

    def register_step_post_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """``hook(optimizer, args, kwargs)`` runs after a step."""
        return add_hook(self._optimizer_step_post_hooks, hook)

    def register_state_dict_pre_hook(self, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
        """``hook(optimizer)`` runs before `state_dict`."""
        return add_hook(self._optimizer_state_dict_pre_hooks, hook, prepend=prepend)

    def register_state_dict_post_hook(self, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
        """``hook(optimizer, state_dict)`` runs after `state_dict`, and may return another dictionary."""
        return add_hook(self._optimizer_state_dict_post_hooks, hook, prepend=prepend)

    def register_load_state_dict_pre_hook(self, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
        """``hook(optimizer, state_dict)`` runs before `load_state_dict`, and may return another dictionary."""
        return add_hook(self._optimizer_load_state_dict_pre_hooks, hook, prepend=prepend)

    def register_load_state_dict_post_hook(self, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
        """``hook(optimizer)`` runs after `load_state_dict`."""
        return add_hook(self._optimizer_load_state_dict_post_hooks, hook, prepend=prepend)
