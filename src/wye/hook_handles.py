"""Handles of hooks: what `register_forward_hook` and its like return, to take the hook away again."""

from __future__ import annotations

import itertools
import weakref
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self

__all__ = ["Hooks", "RemovableHandle", "add_hook"]

Hooks = OrderedDict[int, Any]  # hooks by the number of their handle, in the order in which they run


class RemovableHandle:
    """One hook in a dictionary of hooks; ``remove()``, or leaving a ``with``, takes it out.

    Args:
        hooks: The dictionary: hooks by the `id` of their handles.  It is not kept alive.
        extra_dict: Other dictionaries, or a list of them, from which the `id` goes too.

    >>> hooks = OrderedDict()
    >>> handle = add_hook(hooks, print)
    >>> handle.remove()
    >>> hooks
    OrderedDict()
    """

    next_id: ClassVar[int] = 0
    _ids: ClassVar[Iterator[int]] = itertools.count()
    id: int

    def __init__(self, hooks: Hooks, *, extra_dict: Any = None) -> None:
        self.hooks_dict_ref = weakref.ref(hooks)
        self.id = next(RemovableHandle._ids)
        RemovableHandle.next_id = self.id + 1
        extra = [] if extra_dict is None else extra_dict if isinstance(extra_dict, list) else [extra_dict]
        self.extra_dict_ref = tuple(weakref.ref(one) for one in extra)

    def remove(self) -> None:
        """Take the hook away; nothing happens where it is gone already."""
        for ref in (self.hooks_dict_ref, *self.extra_dict_ref):
            hooks = ref()
            if hooks is not None:
                hooks.pop(self.id, None)

    def __getstate__(self) -> tuple[Any, ...]:
        return self.hooks_dict_ref(), self.id, tuple(ref() for ref in self.extra_dict_ref)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        hooks, self.id, extra = state
        # A dictionary that was not pickled with it: an empty one that goes at once, so that nothing is removed.
        self.hooks_dict_ref = weakref.ref(OrderedDict() if hooks is None else hooks)
        self.extra_dict_ref = tuple(weakref.ref(OrderedDict() if one is None else one) for one in extra)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.remove()


def add_hook(hooks: Hooks, hook: Any, *, prepend: bool = False) -> RemovableHandle:
    """Add a hook to others, after them or before them, and return its handle."""
    handle = RemovableHandle(hooks)
    hooks[handle.id] = hook
    if prepend:
        hooks.move_to_end(handle.id, last=False)
    return handle
