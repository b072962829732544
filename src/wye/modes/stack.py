"""A thread's stacks of modes: which mode handles a call first.

`ModeStack` is the mechanism; dispatch modes (here) and function modes (`function`) have a stack of it each.
Read on every call that a mode sees; changed by entering and leaving modes.

See Note [Modes are keys].
"""

from __future__ import annotations

import enum
import threading
from contextlib import ContextDecorator
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

import wye.shown as shown
from wye._engine import engine
from wye.keys import DispatchKeySet

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = [
    "PYTHON_KEYS",
    "ModeKey",
    "ModeStack",
    "Node",
    "ThreadStack",
    "count_modes",
    "current_mode",
    "current_modes",
    "dispatch_stack",
    "get_mode",
    "inserted",
    "mode_at",
    "pop",
    "push",
    "set_mode",
    "stacked",
    "unset_mode",
]

# Note [Modes are keys]
# A mode costs nothing while none is active: a call finds out by its keys. The first mode on a stack includes the
# stack's keys in the thread's, the last one that goes takes them out; the kernel at those keys looks at the stack.
# For dispatch modes they are Python and PythonTLSSnapshot, for function modes the function bit.
# Broken by: setting `top` without `restore`, or without a guard that does the same to the keys.
# Guarded by: tests/unit/modes/test_stack.py, tests/unit/modes/test_golden_modes.py

# Note [Modes left in another thread]
# A stack belongs to its thread. A generator that holds a mode may be closed, or collected, in another one: that thread
# must not change its own stack, and cannot change the first one's. It leaves a note there, which the first thread
# reads before it next looks at its stack; a mode that is off the stack while its handler runs goes when it is back.
# Broken by: asking `thread.top` for modes without looking at `has_notes` first.
# Guarded by: tests/concurrent/test_modes_across_threads.py

PYTHON_KEYS: Final = DispatchKeySet("Python", "PythonTLSSnapshot")


class ModeKey(enum.Enum):
    """The places of infrastructure modes, from the bottom."""

    FAKE = 0
    PROXY = 1
    FUNCTIONAL = 2

    def __str__(self) -> str:
        return f"{'_TorchDispatchModeKey' if shown.package == 'torch' else 'ModeKey'}.{self.name}"


_WORDS: Final = {
    ModeKey.FAKE: "FakeTensorMode",
    ModeKey.PROXY: "ProxyTorchDispatchMode",
    ModeKey.FUNCTIONAL: "FunctionalTensorMode",
}


Node = tuple[Any, Any]  # a mode and the node under it, or None


def stacked(modes: Iterable[Any], under: Node | None = None) -> Node | None:
    """A stack of these modes, bottom first, on top of another one."""
    top = under
    for mode in modes:
        top = (mode, top)
    return top


def _without(top: Node | None, mode: Any) -> Node | None:
    """The stack without the topmost entry of ``mode``; the same one where there is none."""
    above, node = [], top
    while node is not None and node[0] is not mode:
        above.append(node[0])
        node = node[1]
    return top if node is None else stacked(reversed(above), under=node[1])


def _count(top: Node | None, mode: Any) -> int:
    """How often a mode is on a stack."""
    found, node = 0, top
    while node is not None:
        found += node[0] is mode
        node = node[1]
    return found


class _Note(NamedTuple):
    """A request of another thread about this thread's stack."""

    mode: Any  # to be taken off; None: to be put back
    after: Node | None  # where this is the stack, ...
    before: Node | None  # ... this one comes back


class ThreadStack(threading.local):
    """What a thread has of a stack."""

    top: Node | None
    lifts: int  # layers that are no modes and see tensors that are made of numbers: those that functionalize
    levels: list[Any]  # of function transforms, the lowest first: `wye.transforms.interpreters` puts them there

    def __init__(self) -> None:
        self.top = None
        self.lifts = 0
        self.levels = []
        self.notes: list[_Note] = []  # from other threads; the list also identifies the thread


class ModeStack(engine.ModeStackBase):
    """The active modes of one kind in each thread: a chain of immutable nodes, swapped whole.

    Restoring a saved top restores the whole stack.

    Attributes:
        keys: Included in the thread's keys exactly while a mode is active.
        thread: Its ``top`` is the innermost mode and the node under it, or None.  The kernels that ask modes set it
            themselves, under a guard: that is the hot path, on which the thread is looked up once, for its dict.
        has_notes: Has a thread ever left a mode of another one?  See Note [Modes left in another thread].
    """

    __slots__ = ()
    keys: DispatchKeySet
    thread: ThreadStack

    def read_notes(self) -> None:
        """Apply the requests of other threads to this thread's stack."""
        notes = self.thread.notes
        for note in tuple(notes):
            top = self.thread.top
            if note.mode is None:
                notes.remove(note)
                if top is note.after:
                    self.restore(note.before)
            elif _count(top, note.mode) > self._entered_here(note.mode):
                notes.remove(note)
                self.restore(note.before if top is note.after else _without(top, note.mode))

    def _entered_here(self, mode: Any) -> int:
        """How often this thread has entered a mode without leaving it."""
        here = self.thread.notes
        return sum(owner is here for owner, _, _ in mode.__dict__.get("_entered", ()))

    def _tell(self, owner: list[_Note], note: _Note) -> None:
        owner.append(note)
        self.has_notes = True

    def modes(self) -> tuple[Any, ...]:
        """The active modes, bottom first; the last one handles a call first."""
        if self.has_notes:
            self.read_notes()
        modes, node = [], self.thread.top
        while node is not None:
            modes.append(node[0])
            node = node[1]
        modes.reverse()
        return tuple(modes)

    def _leave_late(self, mode: Any, /) -> None:
        """Leave a mode that is not simply the last one that this thread entered.

        Other modes may have come or gone since, say in a generator: then only ``mode`` goes.  In another thread than
        the one that entered it, it goes there: see Note [Modes left in another thread].

        Raises:
            RuntimeError: it has not been entered.
        """
        entered = mode.__dict__.get("_entered")
        if not entered:
            self.restore(_without(self.thread.top, mode))  # its handler may have left it, and it was put back
            raise RuntimeError("this mode was left without having been entered")
        if self.has_notes:
            self.read_notes()
        here, at = self.thread.notes, -1
        if entered[-1][0] is not here:  # several threads may be inside: each leaves by its own last entry
            at = next((i for i in reversed(range(len(entered))) if entered[i][0] is here), -1)
        owner, before, after = entered.pop(at)
        if owner is not here:
            self._tell(owner, _Note(mode, after, before))
            return
        top = self.thread.top
        self.restore(before if top is after else _without(top, mode))

    def popped(self) -> Popped:
        """The top mode is off the stack inside; yields that mode.

        Raises:
            RuntimeError: no mode is active.
        """
        return Popped(self)

    def emptied(self) -> Emptied:
        """No mode sees calls inside; yields the modes that were active."""
        return Emptied(self)

    def _put_back(self, saved: Node | None, owner: list[_Note], inside: Node | None) -> None:
        """Restore the stack of the thread that ``owner`` stands for, which was ``inside`` meanwhile."""
        if owner is self.thread.notes:
            self.restore(saved)
        else:
            self._tell(owner, _Note(None, inside, saved))


class _Without(ContextDecorator):
    """A part of a stack is off it inside."""

    def __init__(self, stack: ModeStack) -> None:
        self._stack = stack

    def _recreate_cm(self) -> Self:
        return type(self)(self._stack)

    def _begin(self, inside: Node | None) -> None:
        thread = self._stack.thread
        self._saved, self._owner, self._inside = thread.top, thread.notes, inside
        self._stack.restore(inside)

    def __exit__(self, *exc: object) -> None:
        self._stack._put_back(self._saved, self._owner, self._inside)


class Popped(_Without):
    """The top mode is off its stack inside."""

    def __enter__(self) -> Any:
        if self._stack.has_notes:
            self._stack.read_notes()
        top = self._stack.thread.top
        if top is None:
            return self._stack.pop()  # which refuses
        self._begin(top[1])
        return top[0]


class Emptied(_Without):
    """No mode is on a stack inside."""

    def __enter__(self) -> tuple[Any, ...]:
        modes = self._stack.modes()
        self._begin(None)
        return modes


dispatch_stack: Final = ModeStack(PYTHON_KEYS, ThreadStack(), "__wye_dispatch__", "_dispatch_key", "_mode_key")


def current_modes() -> tuple[Any, ...]:
    """The active modes of this thread, bottom first; the last one handles a call first."""
    return dispatch_stack.modes()


def current_mode() -> Any:
    """The innermost mode, or None."""
    top = dispatch_stack.thread.top
    return None if top is None else top[0]


def count_modes() -> int:
    """How many modes are active in this thread."""
    return len(dispatch_stack.modes())


def mode_at(index: int) -> Any:
    """The active mode at a place, counted from the bottom.

    Raises:
        RuntimeError: there is none.
    """
    modes = dispatch_stack.modes()
    if not 0 <= index < len(modes):
        raise RuntimeError("Tried to get stack at idx that's too big")
    return modes[index]


def _place(mode: Any) -> int:
    """The position of a mode: infrastructure modes by their keys, the user's above them."""
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
    if key is None:
        dispatch_stack.push(mode)
    else:
        dispatch_stack.restore(inserted(dispatch_stack.thread.top, mode))


def pop() -> Any:
    """Take the top mode off the stack.

    Raises:
        RuntimeError: the stack is empty.
    """
    return dispatch_stack.pop()


def _with_key(key: ModeKey) -> Iterator[Any]:
    return (mode for mode in current_modes() if getattr(mode, "_mode_key", None) is key)


def get_mode(key: ModeKey) -> Any:
    """The infrastructure mode in this place, or None."""
    return next(_with_key(ModeKey(key)), None)


def set_mode(mode: Any) -> None:
    """Put an infrastructure mode in its place."""
    push(mode)


def unset_mode(key: ModeKey) -> Any:
    """Remove the infrastructure mode from this place and return it, or None."""
    mode = get_mode(key)
    if mode is not None:
        dispatch_stack.restore(stacked(other for other in current_modes() if other is not mode))
    return mode
