"""Operators by name; those that come with wye are made when they are first looked up.

Cold path.  Every operator can be looked up; none is registered before its first look-up.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol, TypeVar, overload

if TYPE_CHECKING:
    from _collections_abc import dict_items, dict_keys, dict_values
    from collections.abc import Callable, Collection, Iterator, Mapping

__all__ = ["Catalog", "OperatorSet", "OperatorSets"]

_V = TypeVar("_V")

# Note [Operators are made when asked for]
# A set of operators that comes with wye is announced with the names of its operators (`Registry.announce`).  Looking
# one of them up in `registry.entries` or `registry.overloads` makes it: its schema is parsed, and its kernels and rules
# are registered, once, under the registry's lock, together with its variants.  Names are known without making anything;
# reading all values makes all operators.  A call never comes here: a caller has looked its operator up before.
# Broken by: reading these dictionaries past `Catalog` (`dict.get`) where a name may not have been made;
#   a module with rules that looks an operator up while it is imported, as it is imported while operators are made.
# Guarded by: tests/unit/registry/test_catalog.py


class OperatorSet(Protocol):
    """A set of operators, each of which can be made by name."""

    def names(self) -> Collection[str]:
        """The full names of its operators: ``"aten::add.Tensor"``."""

    def packets(self) -> Collection[str]:
        """Their names without overloads: ``"aten::add"``."""

    def make(self, name: str) -> None:
        """Register an operator by one of these names, and its variants; do nothing if that is done."""

    def make_all(self) -> None:
        """Register all of them."""


class OperatorSets:
    """The sets that come with wye, by namespace.

    Args:
        lazy: The module of each namespace that announces its set when it is imported.
    """

    def __init__(self, lazy: Mapping[str, str]) -> None:
        self._lazy = dict(lazy)
        self.announced: dict[str, OperatorSet] = {}

    def load(self, namespace: str) -> None:
        """Import the module that announces a namespace's operators, if there is one."""
        module = self._lazy.get(namespace)
        if module is not None:
            import_module(module)  # another thread waits here until they are announced
            self._lazy.pop(namespace, None)

    def _load_all(self) -> None:
        for namespace in list(self._lazy):
            if find_spec("numpy") is not None:  # without NumPy there are no wye tensors and no operators on them
                self.load(namespace)

    def _of(self, name: str) -> OperatorSet | None:
        namespace = name.partition("::")[0]
        if namespace in self._lazy:
            self.load(namespace)
        return self.announced.get(namespace)

    def has(self, name: str) -> bool:
        """Is this the full name of an operator of an announced set?"""
        found = self.announced.get(name.partition("::")[0])
        return found is not None and name in found.names()

    def names(self, name: str | None) -> Collection[str]:
        """The operators of the set that a name belongs to; of all sets for None."""
        if name is None:
            self._load_all()
            return {one: None for operators in self.announced.values() for one in operators.names()}
        found = self._of(name)
        return () if found is None else found.names()

    def packets(self, name: str | None) -> Collection[str]:
        """The names without overloads."""
        if name is None:
            self._load_all()
            return {one: None for operators in self.announced.values() for one in operators.packets()}
        found = self._of(name)
        return () if found is None else found.packets()

    def make(self, name: str | None) -> None:
        """Make an operator of this name, if a set has one; all of them for None."""
        if name is None:
            self._load_all()
            for operators in list(self.announced.values()):
                operators.make_all()
            return
        namespace = name[: name.find("::")]
        found = self._of(name) if namespace in self._lazy else self.announced.get(namespace)
        if found is not None:
            found.make(name)


class Catalog(dict[str, _V]):
    """A dictionary whose values are made at their first look-up.

    Args:
        names: Gives the names of what can be made.
        make: Makes one, or all of them when the name is None.
        settle: Waits while another thread makes some, whose values are there but not whole.
    """

    __slots__ = ("_make", "_names", "_settle")

    def __init__(
        self,
        names: Callable[[str | None], Collection[str]],
        make: Callable[[str | None], None],
        settle: Callable[[], None],
    ) -> None:
        super().__init__()
        self._names, self._make, self._settle = names, make, settle

    peek = dict.get  # the value of a name if it has been made

    def made(self) -> list[_V]:
        """What has been made so far."""
        return list(super().values())

    def __getitem__(self, name: str) -> _V:
        found = self.get(name)
        if found is None:
            raise KeyError(name)
        return found

    @overload  # type: ignore[override]  # dict's has its arguments by place alone
    def get(self, name: str) -> _V | None: ...
    @overload
    def get(self, name: str, default: _V) -> _V: ...
    def get(self, name: str, default: _V | None = None) -> _V | None:
        """The value of a name, made if need be."""
        found = self.peek(name)
        if found is None:
            self._make(name)
            found = self.peek(name)
        self._settle()  # after the look-up: what was there before another thread began is whole
        return default if found is None else found

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or (isinstance(name, str) and name in self._names(name))

    def __iter__(self) -> Iterator[str]:
        known = self._names(None)
        yield from known
        for name in list(super().__iter__()):
            if name not in known:
                yield name

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def keys(self) -> dict_keys[str, _V]:
        """All names."""
        return dict.fromkeys(self).keys()  # type: ignore[return-value]  # the values are not made

    def values(self) -> dict_values[str, _V]:
        """All values, made now."""
        self._make(None)
        return super().values()

    def items(self) -> dict_items[str, _V]:
        """All names and values, made now."""
        self._make(None)
        return super().items()
