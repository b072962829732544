"""References and dictionaries that do not keep their tensors alive.

Tensors compare element by element, so these identify objects by identity, not by ``==``.
A dictionary drops an entry when its key dies; during an iteration, dead keys are kept until its end.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from copy import deepcopy
from typing import Any, Self

from wye._engine import engine

__all__ = ["StorageWeakRef", "TensorWeakRef", "WeakHashRef", "WeakIdDictionary", "WeakIdKeyDictionary", "WeakIdRef"]


class WeakIdRef(weakref.ref[Any]):
    """A weak reference that equals another one to the same living object, and hashes by its identity.

    >>> class Thing: pass
    >>> thing = Thing()
    >>> WeakIdRef(thing) == WeakIdRef(thing), WeakIdRef(thing) == WeakIdRef(Thing())
    (True, False)
    """

    __slots__ = ("_id",)
    _id: int

    def __init__(self, key: Any, callback: Any = None) -> None:
        super().__init__(key, callback)  # type: ignore[call-arg]  # the base takes what its __new__ takes
        self._id = self._identity(key)

    @staticmethod
    def _identity(key: Any) -> int:
        return id(key)

    def __hash__(self) -> int:
        return self._id

    def __eq__(self, other: object) -> bool:
        """Equal numbers are not enough: the number of a dead object may be used again."""
        if self is other:
            return True
        if not isinstance(other, weakref.ref):
            return NotImplemented
        mine, theirs = self(), other()
        return mine is not None and theirs is not None and self._identity(mine) == self._identity(theirs)

    def __ne__(self, other: object) -> bool:
        return not self == other  # the base class has one of its own, which asks the objects


class WeakHashRef(WeakIdRef):
    """As `WeakIdRef`, by ``hash(key)``: for objects that stand for another one."""

    __slots__ = ()

    @staticmethod
    def _identity(key: Any) -> int:
        return hash(key)


_Data = dict[WeakIdRef, Any]


class WeakIdKeyDictionary(MutableMapping[Any, Any]):
    """A dictionary whose keys are objects known by identity, held weakly.

    >>> class Thing: pass
    >>> thing = Thing()
    >>> names = WeakIdKeyDictionary({thing: "first"})
    >>> names[thing], len(names)
    ('first', 1)
    >>> del thing
    >>> len(names)
    0
    """

    def __init__(self, dict: Mapping[Any, Any] | None = None, ref_type: type[WeakIdRef] = WeakIdRef) -> None:
        self.data: _Data = {}
        self.ref_type = ref_type
        self._iterations = 0
        this = weakref.ref(self)  # a dead dictionary must not live on in its keys

        def forget(key: WeakIdRef) -> None:
            self = this()
            if self is not None and not self._iterations:
                self.data.pop(key, None)

        self._forget = forget
        self.update({} if dict is None else dict)

    @contextmanager
    def _iterating(self) -> Iterator[None]:
        self._iterations += 1
        try:
            yield
        finally:
            self._iterations -= 1
            if not self._iterations:  # a copy: from here on keys that die in other threads are taken out
                for ref, value in self.data.copy().items():
                    if ref() is None or self._is_dead(value):
                        self.data.pop(ref, None)

    @staticmethod
    def _is_dead(value: Any) -> bool:
        return False

    def __getitem__(self, key: Any) -> Any:
        return self.data[self.ref_type(key)]

    def __setitem__(self, key: Any, value: Any) -> None:
        self.data[self.ref_type(key, self._forget)] = value

    def __delitem__(self, key: Any) -> None:
        del self.data[self.ref_type(key)]

    def __contains__(self, key: object) -> bool:
        try:
            return self.ref_type(key) in self.data
        except TypeError:  # no weak reference to it can be made, so it cannot be a key
            return False

    def __len__(self) -> int:
        return sum(ref() is not None for ref in self.data.copy()) if self._iterations else len(self.data)

    def __iter__(self) -> Iterator[Any]:
        return (key for key, _ in self.items())

    def items(self) -> Iterator[tuple[Any, Any]]:  # type: ignore[override]  # an iterator, as PyTorch's
        """Pairs of key and value; a key lives while its pair is held."""
        with self._iterating():
            for ref, value in self.data.items():
                key = ref()
                if key is not None:
                    yield key, value

    def keys(self) -> Iterator[Any]:  # type: ignore[override]  # an iterator, as PyTorch's
        """The living keys."""
        return iter(self)

    def values(self) -> Iterator[Any]:  # type: ignore[override]  # an iterator, as PyTorch's
        """The values of living keys."""
        return (value for _, value in self.items())

    def keyrefs(self) -> list[WeakIdRef]:
        """References to the keys, which may be dead already."""
        return list(self.data)

    def popitem(self) -> tuple[Any, Any]:
        """Take out the newest pair whose key lives.

        Raises:
            KeyError: there is none.
        """
        while True:
            ref, value = self.data.popitem()
            key = ref()
            if key is not None:
                return key, value

    def update(self, other: Any = None, /, **kwargs: Any) -> None:
        """Take the pairs of a mapping, or of an iterable of pairs; all of these are read before the first is kept."""
        if other is not None:
            for key, value in (other if hasattr(other, "items") else dict(other)).items():
                self[key] = value
        for name, value in kwargs.items():
            self[name] = value

    def _of(self, other: Any = None) -> WeakIdKeyDictionary:
        """Another dictionary of this kind."""
        return WeakIdKeyDictionary(other, self.ref_type)

    def copy(self) -> WeakIdKeyDictionary:
        """A dictionary with the same keys and values."""
        return self._of(self)

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> WeakIdKeyDictionary:
        """The keys stay the same objects: a copy of a key would die at once."""
        new = self._of()
        for key, value in self.items():
            new[key] = deepcopy(value, memo)
        return new

    def __or__(self, other: object) -> WeakIdKeyDictionary:
        if not isinstance(other, Mapping):
            return NotImplemented
        new = self.copy()
        new.update(other)
        return new

    def __ror__(self, other: object) -> WeakIdKeyDictionary:
        if not isinstance(other, Mapping):
            return NotImplemented
        new = self._of(other)
        new.update(self)
        return new

    def __ior__(self, other: Any) -> Self:  # type: ignore[misc]  # takes more than | does, as dict's
        self.update(other)
        return self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Mapping):
            return NotImplemented
        return {id(key): value for key, value in self.items()} == {id(key): value for key, value in other.items()}

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        return f"<{type(self).__name__} at {id(self):#x}>"


class WeakIdDictionary(WeakIdKeyDictionary):
    """A `WeakIdKeyDictionary` whose values are held weakly, too: an entry is dropped when either of them dies.

    >>> class Thing: pass
    >>> key, value = Thing(), Thing()
    >>> known = WeakIdDictionary({key: value})
    >>> known[key] is value
    True
    >>> del value
    >>> len(known)
    0
    """

    def __getitem__(self, key: Any) -> Any:
        value = super().__getitem__(key)()
        if value is None:
            raise KeyError(key)
        return value

    def __setitem__(self, key: Any, value: Any) -> None:
        place, this = self.ref_type(key, self._forget), weakref.ref(self)

        def forget(dead: Any) -> None:
            self = this()
            if self is not None and self.data.get(place) is dead:  # and not a later value
                self._forget(place)

        self.data[place] = weakref.ref(value, forget)

    @staticmethod
    def _is_dead(value: Any) -> bool:
        return value() is None

    def __len__(self) -> int:
        return sum(1 for _ in self.items()) if self._iterations else len(self.data)

    def popitem(self) -> tuple[Any, Any]:
        """Take out the newest pair whose key and value live.

        Raises:
            KeyError: there is none.
        """
        while True:
            key, held = super().popitem()
            value = held()
            if value is not None:
                return key, value

    def _of(self, other: Any = None) -> WeakIdDictionary:
        return WeakIdDictionary(other, self.ref_type)

    def __deepcopy__(self, memo: dict[int, Any]) -> WeakIdKeyDictionary:
        """Keys and values stay the same objects: their copies would die at once."""
        return self.copy()

    def items(self) -> Iterator[tuple[Any, Any]]:  # type: ignore[override]  # an iterator, as PyTorch's
        """Pairs of key and value; both live while their pair is held."""
        for key, held in super().items():
            value = held()
            if value is not None:
                yield key, value


class TensorWeakRef:
    """A weak reference to a tensor; calling it returns the tensor, or None if it was freed."""

    def __init__(self, tensor: engine.TensorBase) -> None:
        if not isinstance(tensor, engine.TensorBase):
            raise AssertionError(f"expected wye.Tensor, got {type(tensor)}.")
        self.ref = weakref.ref(tensor)

    def __call__(self) -> engine.TensorBase | None:
        """The tensor, or None if it was freed."""
        return self.ref()

    def expired(self) -> bool:
        """Was it freed?"""
        return self.ref() is None


class StorageWeakRef:
    """A weak reference to the memory of tensors: equal for all that share it, and of no value once it was freed.

    >>> import wye
    >>> x = wye.ones(4)
    >>> StorageWeakRef(x.untyped_storage()) == StorageWeakRef(x[1:].untyped_storage())
    True
    """

    __slots__ = ("cdata", "ref")

    def __init__(self, storage: Any) -> None:
        """Refer to the memory of a typed or untyped storage."""
        found = getattr(storage, "_untyped_storage", storage)
        self.ref, self.cdata = weakref.ref(found), id(found)

    def expired(self) -> bool:
        """Was it freed?"""
        return self.ref() is None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, StorageWeakRef):
            return NotImplemented
        return self.ref is other.ref  # Python makes one for all; numbers of freed objects are used again

    def __hash__(self) -> int:
        return self.cdata
