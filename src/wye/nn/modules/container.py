"""Modules that hold modules: `Sequential`, `ModuleList`, `ModuleDict`."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sized
from itertools import chain, islice
from operator import index as as_index
from textwrap import indent
from typing import TYPE_CHECKING, Any, cast, overload

from wye.nn.modules.module import Module

if TYPE_CHECKING:
    from collections.abc import ItemsView, KeysView, ValuesView
    from typing import Self

__all__ = ["ModuleDict", "ModuleList", "Sequential", "pairs_of", "place_in"]


def place_in(held: Sized, index: Any) -> int:
    """An index counted from the start.

    Raises:
        IndexError: there is no such place.
    """
    place, n = as_index(index), len(held)
    if not -n <= place < n:
        raise IndexError(f"index {place} is out of range")
    return place + n if place < 0 else place


def pairs_of(given: Any, owner: str, updated: str, ordered: tuple[type, ...]) -> Iterator[tuple[str, Any]]:
    """The keys and values that a dictionary of modules or parameters is updated with.

    Args:
        given: A mapping, or pairs.
        owner: The class that is updated, for messages.
        updated: What messages call it.
        ordered: Classes of mappings whose order is kept; others are sorted.

    Raises:
        TypeError: it is neither.
        ValueError: something in it is no pair.
    """
    if not isinstance(given, Iterable):
        raise TypeError(
            f"{updated}.update should be called with an iterable of key/value pairs, but got {type(given).__name__}"
        )
    if isinstance(given, ordered):
        yield from cast("Any", given).items()
    elif isinstance(given, Mapping):
        yield from sorted(given.items()) if owner == "ParameterDict" else given.items()
    else:
        for place, pair in enumerate(given):
            which = f"{owner} update sequence element #{place}"
            if not isinstance(pair, Iterable):
                raise TypeError(f"{which} should be Iterable; is{type(pair).__name__}")
            items = [*pair]
            if len(items) != 2:
                raise ValueError(f"{which} has length {len(items)}; 2 is required")
            yield items[0], items[1]


class _Numbered(Module):
    """Modules under the names ``"0"``, ``"1"``, ..."""

    _modules: dict[str, Module]  # type: ignore[assignment]  # none is left out

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[Module]:
        return iter(self._modules.values())

    def __dir__(self) -> list[str]:
        return [name for name in super().__dir__() if not name.isdigit()]

    def _name(self, index: Any) -> str:
        """The name of the module at a place."""
        return next(islice(self._modules, place_in(self, index), None))

    def __delitem__(self, index: int | slice) -> None:
        for name in [*self._modules][index] if isinstance(index, slice) else [self._name(index)]:
            delattr(self, name)
        self._modules = dict(zip(map(str, range(len(self))), self._modules.values(), strict=True))

    def append(self, module: Module) -> Self:
        """Add a module at the end."""
        self.add_module(str(len(self)), module)
        return self

    def pop(self, index: int | slice) -> Any:
        """Take a module out, and return it."""
        taken = self[index]  # type: ignore[index]  # subclasses have it
        del self[index]
        return taken


class Sequential(_Numbered):
    """Modules that are called one after another, each with the result of the one before.

    Args:
        modules: The modules, or one ordered dictionary of them by name.

    >>> from wye.nn import Linear, ReLU
    >>> Sequential(Linear(2, 3), ReLU())
    Sequential(
      (0): Linear(in_features=2, out_features=3, bias=True)
      (1): ReLU()
    )
    """

    @overload
    def __init__(self, *modules: Module) -> None: ...
    @overload
    def __init__(self, modules: OrderedDict[str, Module], /) -> None: ...

    def __init__(self, *modules: Any) -> None:
        super().__init__()
        if len(modules) == 1 and isinstance(modules[0], OrderedDict):
            named = [*modules[0].items()]
        else:
            named = [(str(place), module) for place, module in enumerate(modules)]
        for name, module in named:
            self.add_module(name, module)

    def forward(self, input: Any) -> Any:
        """What the last module returns."""
        for module in self._modules.values():
            input = module(input)
        return input

    @overload
    def __getitem__(self, index: int) -> Module: ...
    @overload
    def __getitem__(self, index: slice) -> Self: ...

    def __getitem__(self, index: int | slice) -> Module | Self:
        if isinstance(index, slice):
            return type(self)(OrderedDict([*self._modules.items()][index]))
        return self._modules[self._name(index)]

    def __setitem__(self, index: int, module: Module) -> None:
        setattr(self, self._name(index), module)

    def insert(self, index: int, module: Module) -> Self:
        """Put a module before the one at a place.

        Raises:
            AssertionError: it is no module.
            IndexError: there is no such place.
        """
        if not isinstance(module, Module):
            raise AssertionError(f"module should be of type: {Module}")
        n = len(self)
        if not -n <= index <= n:
            raise IndexError(f"Index out of range: {index}")
        held = [*self]
        held.insert(index, module)
        self._modules.update({str(place): one for place, one in enumerate(held)})
        return self

    def extend(self, sequential: Iterable[Module]) -> Self:
        """Add modules at the end."""
        for module in [*sequential]:
            self.append(module)
        return self

    def __add__(self, other: Any) -> Sequential:
        if not isinstance(other, Sequential):
            raise ValueError(f"add operator supports only objects of Sequential class, but {type(other)} is given.")
        return Sequential(*self, *other)

    def __iadd__(self, other: Any) -> Self:
        if not isinstance(other, Sequential):
            raise ValueError(f"add operator supports only objects of Sequential class, but {type(other)} is given.")
        return self.extend(other)

    def _times(self, factor: Any) -> range:
        if not isinstance(factor, int):
            raise TypeError(f"unsupported operand type(s) for *: {type(self)} and {type(factor)}")
        if factor <= 0:
            raise ValueError(f"Non-positive multiplication factor {factor} for {type(self)}")
        return range(factor)

    def __mul__(self, factor: int) -> Sequential:
        return Sequential(*chain.from_iterable(self for _ in self._times(factor)))

    __rmul__ = __mul__

    def __imul__(self, factor: int) -> Self:
        held = [*self]
        for _ in self._times(factor)[1:]:
            self.extend(held)
        return self


class ModuleList(_Numbered):
    """Modules in a list; unlike in a plain list, they are members.

    Args:
        modules: The modules.
    """

    def __init__(self, modules: Iterable[Module] | None = None) -> None:
        super().__init__()
        self.extend([] if modules is None else modules)

    @overload
    def __getitem__(self, index: int) -> Module: ...
    @overload
    def __getitem__(self, index: slice) -> Self: ...

    def __getitem__(self, index: int | slice) -> Module | Self:
        if isinstance(index, slice):
            return type(self)([*self._modules.values()][index])
        return self._modules[str(place_in(self, index))]

    def __setitem__(self, index: int, module: Module) -> None:
        setattr(self, str(place_in(self, index)), module)

    def insert(self, index: int, module: Module) -> None:
        """Put a module before the one at a place."""
        held = [*self]
        held.insert(index, module)
        self._modules.update({str(place): one for place, one in enumerate(held)})

    def extend(self, modules: Iterable[Module]) -> Self:
        """Add modules at the end.

        Raises:
            TypeError: they cannot be iterated over.
        """
        if not isinstance(modules, Iterable):
            raise TypeError(f"ModuleList.extend should be called with an iterable, but got {type(modules).__name__}")
        for module in [*modules]:
            self.append(module)
        return self

    def __iadd__(self, modules: Iterable[Module]) -> Self:
        return self.extend(modules)

    def __add__(self, other: Iterable[Module]) -> ModuleList:
        return ModuleList(chain(self, other))

    def __repr__(self) -> str:
        """Equal modules next to each other are one line with their number."""
        runs: list[tuple[int, int, str]] = []  # first, last, text
        for place, text in enumerate(map(repr, self)):
            if runs and runs[-1][2] == text:
                runs[-1] = (runs[-1][0], place, text)
            else:
                runs.append((place, place, text))
        if not runs:
            return f"{self._get_name()}()"
        lines = [
            f"({first}): {text}" if first == last else f"({first}-{last}): {last - first + 1} x {text}"
            for first, last, text in runs
        ]
        return f"{self._get_name()}(\n{indent(chr(10).join(lines), '  ', lambda line: True)}\n)"


class ModuleDict(Module):
    """Modules by name; unlike in a plain dictionary, they are members.

    Args:
        modules: A mapping, or pairs of a name and a module.
    """

    _modules: dict[str, Module]  # type: ignore[assignment]  # none is left out

    def __init__(self, modules: Any = None) -> None:
        super().__init__()
        if modules is not None:
            self.update(modules)

    def __getitem__(self, key: str) -> Module:
        return self._modules[key]

    def __setitem__(self, key: str, module: Module) -> None:
        self.add_module(key, module)

    def __delitem__(self, key: str) -> None:
        del self._modules[key]

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __contains__(self, key: object) -> bool:
        return key in self._modules

    def clear(self) -> None:
        """Take all modules out."""
        self._modules.clear()

    def pop(self, key: str) -> Module:
        """Take a module out, and return it."""
        return self._modules.pop(key)

    def keys(self) -> KeysView[str]:
        """The names."""
        return self._modules.keys()

    def items(self) -> ItemsView[str, Module]:
        """Names and modules."""
        return self._modules.items()

    def values(self) -> ValuesView[Module]:
        """The modules."""
        return self._modules.values()

    def update(self, modules: Any) -> None:
        """Add modules, or replace those of the same names.

        Raises:
            TypeError: neither a mapping nor pairs.
            ValueError: something in it is no pair.
        """
        for key, module in pairs_of(modules, "ModuleDict", "ModuleDict", (OrderedDict, ModuleDict)):
            self[key] = module
