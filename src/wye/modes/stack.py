"""The thread's stack of modes: who handles a call first.

Read on every call that a mode sees; changed by entering and leaving modes.
The stack is a chain of immutable nodes, swapped whole: whoever saved its top restores exactly what stood there.

See Note [Modes are keys].
"""

from __future__ import annotations

import enum
import threading
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.keys import DispatchKeySet

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = [
    "PYTHON_KEYS",
    "ModeKey",
    "Node",
    "current_modes",
    "get_mode",
    "inserted",
    "pop",
    "push",
    "restore",
    "set_mode",
    "stacked",
    "thread",
    "unset_mode",
]

# Note [Modes are keys]
# A mode costs nothing while none is active: a call finds out by its keys. The first mode that is pushed includes Python
# and PythonTLSSnapshot in the thread's keys, the last one that goes takes them out; the kernel at Python looks at the
# stack. Infrastructure modes have fixed places under the user's modes, in the order of their keys.
# Broken by: changing the stack without `restore`, or without a guard that does the same to the keys.
# Guarded by: tests/unit/modes/test_golden_modes.py

PYTHON_KEYS: Final = DispatchKeySet("Python", "PythonTLSSnapshot")


class ModeKey(enum.Enum):
    """The places of infrastructure modes, from the bottom."""

    FAKE = 0
    PROXY = 1
    FUNCTIONAL = 2


_WORDS: Final = {
    ModeKey.FAKE: "FakeTensorMode",
    ModeKey.PROXY: "ProxyTorchDispatchMode",
    ModeKey.FUNCTIONAL: "FunctionalTensorMode",
}


Node = tuple[Any, Any]  # a mode and the node under it, or None


class _Thread(threading.local):
    top: Node | None = None


thread: Final = _Thread()


def current_modes() -> tuple[Any, ...]:
    """The active modes of this thread, bottom first; the last one handles a call first."""
    modes, node = [], thread.top
    while node is not None:
        modes.append(node[0])
        node = node[1]
    return tuple(reversed(modes))


def restore(top: Node | None) -> None:
    """Make ``top`` the stack, and the thread's keys say whether there are any modes."""
    had, has = thread.top is not None, top is not None
    thread.top = top
    if had != has:
        included, excluded = engine.get_state()
        engine.set_state(included | PYTHON_KEYS if has else included - PYTHON_KEYS, excluded)


def stacked(modes: Iterable[Any]) -> Node | None:
    """A stack of these modes, bottom first."""
    top: Node | None = None
    for mode in modes:
        top = (mode, top)
    return top


def _place(mode: Any) -> int:
    """Where a mode stands: infrastructure modes by their keys, the user's above them."""
    key = getattr(mode, "_mode_key", None)
    return len(ModeKey) if key is None else ModeKey(key).value


def inserted(top: Node | None, mode: Any) -> Node:
    """The stack with one more mode: on top, or in its place if it is an infrastructure mode."""
    if top is None or _place(top[0]) <= _place(mode):
        return (mode, top)
    return (top[0], inserted(top[1], mode))


def push(mode: Any) -> None:
    """Put a mode on the stack, or in its place if it is an infrastructure mode.

    Raises:
        RuntimeError: that place is taken.
    """
    key = getattr(mode, "_mode_key", None)
    if key is not None and get_mode(key) is not None:
        raise RuntimeError(f"trying to set the current {_WORDS[ModeKey(key)]}, but one already exists")
    restore(inserted(thread.top, mode))


def pop() -> Any:
    """Take the top mode off the stack.

    Raises:
        RuntimeError: the stack is empty.
    """
    top = thread.top
    if top is None:
        raise RuntimeError("trying to pop from empty mode stack")
    restore(top[1])
    return top[0]


def _with_key(key: ModeKey) -> Iterator[Any]:
    return (mode for mode in current_modes() if getattr(mode, "_mode_key", None) is key)


def get_mode(key: ModeKey) -> Any:
    """The infrastructure mode in this place, or None."""
    return next(_with_key(ModeKey(key)), None)


def set_mode(mode: Any) -> None:
    """Put an infrastructure mode in its place."""
    push(mode)


def unset_mode(key: ModeKey) -> Any:
    """Take the infrastructure mode out of this place and give it back, or None."""
    mode = get_mode(key)
    if mode is not None:
        restore(stacked(other for other in current_modes() if other is not mode))
    return mode
