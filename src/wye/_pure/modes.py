"""A thread's stack of modes: how a mode gets on it, and off.  Twin: csrc/modes.c.

Here is what happens to nearly all modes; what is left goes through `_leave_late` of the stack, and `_enter_specially`
and `_leave_specially` of the mode, which are the same for both engines: wye/modes/.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any, Self

from wye._pure.bits import KeyBits, _bits_in
from wye._pure.state import _state


class ModeStackBase:
    """The active modes of one kind in each thread: how they come and go.

    A stack is a mode and the stack under it, or None; it is never changed, but swapped whole.
    """

    __slots__ = ("_bits", "_elsewhere", "_handler", "_place", "has_notes", "keys", "thread")

    def __init__(
        self, keys: KeyBits, thread: Any, handler: str, elsewhere: str | None = None, place: str | None = None
    ) -> None:
        """Make a stack without modes.

        Args:
            keys: Included in the thread's exactly while a mode is active.
            thread: Has the stack of each thread, ``top``, and ``notes``, a list that identifies the thread.
            handler: The name of the method of a mode that handles calls.
            elsewhere: The name of an attribute of modes: not None where a mode goes to another stack.
            place: Likewise: not None where a mode is not simply put on top.
        """
        self._bits = _bits_in(keys, "keys")
        if not all(isinstance(name, str) for name in (handler, elsewhere or "", place or "")):
            raise TypeError("handler, elsewhere and place are names")
        self.keys, self.thread, self.has_notes = keys, thread, False
        self._handler, self._elsewhere, self._place = handler, elsewhere, place

    def enter(self, mode: Any, after: Any, /) -> None:
        """Make ``after``, in which ``mode`` is, the stack until ``mode`` is left."""
        here = self.thread.__dict__
        before = here["top"]
        mode.__dict__.setdefault("_entered", []).append((here["notes"], before, after))
        self._swap(here, before, after)

    def _leave_last(self, mode: Any) -> bool:
        """Leave a mode that was entered last, in this thread; False: it is something else, and nothing was done."""
        entered = mode.__dict__.get("_entered")
        if not entered or self.has_notes:
            return False
        owner, before, after = entered[-1]
        here = self.thread.__dict__
        if owner is not here["notes"] or here["top"] is not after:
            return False
        del entered[-1]
        self._swap(here, after, before)
        return True

    def leave(self, mode: Any, /) -> None:
        """Restore the stack from before ``mode`` was last entered."""
        if not self._leave_last(mode):
            self._leave_late(mode)

    def _leave_late(self, mode: Any, /) -> None:
        """Leave a mode that is not simply the last one entered."""
        raise NotImplementedError

    def restore(self, top: Any, /) -> None:
        """Make ``top`` the stack, and include its keys in the thread's exactly if it has modes."""
        here = self.thread.__dict__
        self._swap(here, here["top"], top)

    def push(self, mode: Any, /) -> None:
        """Put a mode on top, until it is popped."""
        here = self.thread.__dict__
        before = here["top"]
        self._swap(here, before, (mode, before))

    def pop(self) -> Any:
        """Take the top mode off the stack.

        Raises:
            RuntimeError: the stack is empty.
        """
        here = self.thread.__dict__
        top = here["top"]
        if top is None:
            raise RuntimeError("trying to pop from empty mode stack")
        self._swap(here, top, top[1])
        return top[0]

    def _swap(self, here: dict[str, Any], before: Any, top: Any) -> None:
        here["top"] = top
        if top is None:
            _state.include &= ~self._bits
        elif before is None:
            _state.include |= self._bits


class ModeBase:
    """What gets on a stack of modes when it is entered, and off when it is left.

    Attributes:
        _stack: The stack.
    """

    _stack: Any

    def __enter__(self) -> Self:
        stack = self._stack
        if not self._goes_on_top(stack):
            return self._enter_specially()
        stack.enter(self, (self, stack.thread.top))
        return self

    def _goes_on_top(self, stack: Any) -> bool:
        if type(getattr(type(self), stack._handler)) is not FunctionType:
            return False
        if stack._elsewhere is not None and getattr(self, stack._elsewhere) is not None:
            return False
        if stack._place is None or getattr(self, stack._place) is None:
            return True
        return stack.thread.top is None and not stack.has_notes

    def __exit__(self, *exc: object) -> None:
        stack = self._stack
        is_here = stack._elsewhere is None or getattr(self, stack._elsewhere) is None
        if not is_here or not stack._leave_last(self):
            self._leave_specially()

    def _enter_specially(self) -> Self:
        """Enter a mode that does not simply go on top of its stack."""
        raise NotImplementedError

    def _leave_specially(self) -> None:
        """Leave a mode that is not simply the last one entered."""
        raise NotImplementedError
