"""Modes of both stacks, those before dispatch and those at it: which are active, on and off again.

Cold path.
"""

from __future__ import annotations

from contextlib import ContextDecorator, ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from wye.modes import pre_dispatch, stack
from wye.modes.mode import DispatchMode
from wye.modes.stack import ModeKey, current_modes, dispatch_stack

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from wye.keys import DispatchKey

__all__ = [
    "PassingMode",
    "all_disabled",
    "find_infra_mode",
    "infra_mode_disabled",
    "is_any_active",
    "is_any_of_users_active",
    "mode_list",
    "pop_anywhere",
    "popped",
    "push_anywhere",
    "unset_infra_mode",
]


def mode_list() -> list[Any]:
    """The active modes as a new list, bottom first."""
    return list(current_modes())


class PassingMode(DispatchMode):
    """A mode that passes every call on: a base for others."""

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return func(*args, **(kwargs or {}))


def is_any_active(include_infra_modes: bool = True) -> bool:
    """Is a mode active, with or without infrastructure modes?"""
    return any(include_infra_modes or not mode.is_infra_mode() for mode in current_modes())


def is_any_of_users_active() -> bool:
    """Is one of the user's modes active?"""
    return is_any_active(include_infra_modes=False)


def push_anywhere(mode: Any) -> None:
    """Put a mode on the stack that it belongs to."""
    if getattr(mode, "_dispatch_key", None) is not None:
        pre_dispatch.set_mode(mode)
    elif getattr(mode, "_mode_key", None) is None:
        dispatch_stack.push(mode)
    else:
        stack.push(mode)


def pop_anywhere(k: DispatchKey | ModeKey | None = None) -> Any:
    """Take a mode off: the top one, that of a place, or the first before dispatch."""
    if k is None:
        return dispatch_stack.pop()
    return stack.unset_mode(k) if isinstance(k, ModeKey) else pre_dispatch.pop_mode()


def popped(k: DispatchKey | None = None) -> AbstractContextManager[Any]:
    """The top mode is off its stack inside; yields that mode."""
    return dispatch_stack.popped() if k is None else pre_dispatch.temporarily_popped()


def all_disabled() -> AbstractContextManager[list[Any]]:
    """No mode of either stack sees calls inside; yields the modes that were active."""
    return _AllDisabled()


class _AllDisabled(ContextDecorator):
    _left: AbstractContextManager[Any]

    def _recreate_cm(self) -> _AllDisabled:
        return _AllDisabled()

    def __enter__(self) -> list[Any]:
        if not pre_dispatch.thread.is_active:
            self._left = emptied = dispatch_stack.emptied()
            return list(emptied.__enter__())
        with ExitStack() as left:
            before = [left.enter_context(pre_dispatch.temporarily_popped()) for _ in range(pre_dispatch.count())]
            modes = [*before, *left.enter_context(dispatch_stack.emptied())]
            self._left = left.pop_all()
        return modes

    def __exit__(self, *exc: Any) -> None:
        self._left.__exit__(*exc)


def find_infra_mode(key: ModeKey) -> Any:
    """The functional or proxy mode, on whichever stack; None if there is none."""
    assert key in (ModeKey.FUNCTIONAL, ModeKey.PROXY), "key must be FUNCTIONAL or PROXY"
    found = [mode for mode in (pre_dispatch.get_mode(key), stack.get_mode(key)) if mode is not None]
    assert len(found) <= 1, "At most one of pre_dispatch_mode and post_dispatch_mode may be active"
    return found[0] if found else None


def unset_infra_mode(key: ModeKey) -> Any:
    """Take the functional or proxy mode off its stack; returns that mode."""
    mode = find_infra_mode(key)
    if mode is None:
        return None
    return pre_dispatch.unset_mode(key) if pre_dispatch.get_mode(key) is mode else stack.unset_mode(key)


@contextmanager
def infra_mode_disabled(key: ModeKey) -> Iterator[Any]:
    """The functional or proxy mode is off its stack inside; yields that mode."""
    mode = unset_infra_mode(key)
    try:
        yield mode
    finally:
        if mode is not None:
            push_anywhere(mode)
