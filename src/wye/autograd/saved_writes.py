"""Writes to tensors that a graph has saved: a copy is made before the first one, and backward uses it."""

from __future__ import annotations

import threading
import weakref
from typing import Any

from wye.autograd.saved import saved_tensors_hooks
from wye.modes import DispatchMode
from wye.tensors import Tensor

__all__ = ["allow_mutation_on_saved_tensors"]


class _Handle:
    """What a node keeps instead of a tensor: while it lives, some node needs the tensor."""

    __slots__ = ("__weakref__",)


def _memory_of(tensor: Any) -> tuple[int, int]:
    """The memory that a tensor shares with its views, and how often it had been written to."""
    return tensor.untyped_storage().data_ptr(), tensor._version


class _Saved:
    """What is saved inside of a block, and copies of what was written to since.

    Attributes:
        cloned: The copies, by handle.
        original: The tensors that nobody has written to, by handle.
        tid_to_weakhandle: The handles, by tensor and version; PyTorch's name.
        sid_to_tid: Tensors and versions, by memory; PyTorch's name.
    """

    def __init__(self) -> None:
        self.cloned: weakref.WeakKeyDictionary[_Handle, Any] = weakref.WeakKeyDictionary()
        self.original: weakref.WeakKeyDictionary[_Handle, Any] = weakref.WeakKeyDictionary()
        self.tid_to_weakhandle: weakref.WeakValueDictionary[Any, _Handle] = weakref.WeakValueDictionary()
        self.sid_to_tid: dict[tuple[int, int], set[Any]] = {}

    def pack(self, tensor: Any) -> _Handle:
        """Remember a tensor; one handle for all nodes that save it."""
        memory = _memory_of(tensor)
        key = (id(tensor), *memory)
        handle = self.tid_to_weakhandle.get(key)
        if handle is None:
            self.tid_to_weakhandle[key] = handle = _Handle()
            self.original[handle] = tensor
            self.sid_to_tid.setdefault(memory, set()).add(key)
        return handle

    def unpack(self, handle: _Handle) -> Any:
        """The tensor as it was when it was saved."""
        found = self.cloned.get(handle)
        found = self.original.get(handle) if found is None else found
        if found is None:
            raise AssertionError(
                "Trying to backward outside of the 'allow_mutation_on_saved_tensors' context in which the graph was "
                "originally recorded."
            )
        return found

    def before_write(self, tensor: Any) -> None:
        """Copy what is still needed of the memory that a call writes to."""
        for key in self.sid_to_tid.pop(_memory_of(tensor), ()):
            handle = self.tid_to_weakhandle.get(key)
            if handle is not None and handle in self.original:
                self.cloned[handle] = self.original.pop(handle).clone()

    def clear(self) -> None:
        """Forget all of it."""
        for one in (self.cloned, self.original, self.tid_to_weakhandle, self.sid_to_tid):
            one.clear()


class _Writes(DispatchMode):
    """Looks at every call, for what it writes to."""

    def __init__(self, saved: _Saved) -> None:
        super().__init__()
        self._saved = saved

    def __wye_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        if func._schema.is_mutable:
            for place, argument in enumerate(func._schema.arguments):
                if argument.alias_info is None or not argument.alias_info.is_write:
                    continue
                given = args[place] if place < len(args) else kwargs.get(argument.name)
                for one in given if isinstance(given, (list, tuple)) else (given,):
                    if isinstance(one, Tensor):
                        self._saved.before_write(one)
        return func(*args, **kwargs)


class allow_mutation_on_saved_tensors:  # noqa: N801 - PyTorch's name
    """Inside, tensors that were saved may be written to: backward, which runs inside too, uses the values they had.

    >>> from wye import tensor
    >>> x = tensor(3.0, requires_grad=True)
    >>> with allow_mutation_on_saved_tensors():
    ...     y = x.clone()
    ...     square = y * y
    ...     _ = y.zero_()
    ...     square.backward()
    >>> x.grad
    tensor(6.)
    """

    _inside = threading.local()

    def __enter__(self) -> _Saved:
        if getattr(self._inside, "entered", False):
            raise RuntimeError("allow_mutation_on_saved_tensors contexts cannot be nested")
        self._saved = _Saved()
        self._hooks = saved_tensors_hooks(self._saved.pack, self._saved.unpack)
        self._writes = _Writes(self._saved)
        self._hooks.__enter__()
        self._writes.__enter__()
        self._inside.entered = True
        return self._saved

    def __exit__(self, *exc: Any) -> None:
        self._inside.entered = False
        self._writes.__exit__(*exc)
        self._hooks.__exit__(*exc)
        self._saved.clear()
