"""Sources: where a symbol comes from, as an expression that a guard can evaluate: ``L['x'].size()[0]``.

The name of a symbol follows from the name of its source, so the same program has the same symbols each time.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

__all__ = [
    "AttrSource",
    "CallMethodItemSource",
    "ChainedSource",
    "ConstantSource",
    "EphemeralSource",
    "GetItemSource",
    "GlobalSource",
    "LocalSource",
    "NegateSource",
    "Source",
    "SyntheticLocalSource",
    "TensorProperty",
    "TensorPropertySource",
]


@dataclass(frozen=True)
class Source:
    """Where a value comes from."""

    @property
    def name(self) -> str:
        """The Python expression that evaluates to the value."""
        raise NotImplementedError(f"{type(self).__name__} does not say its name")

    def is_ephemeral(self) -> bool:
        """Is the value gone when guards are evaluated?"""
        return False


@dataclass(frozen=True)
class ConstantSource(Source):
    """A value that a program has made, under a name."""

    source_name: str

    @property
    def name(self) -> str:
        """Its name."""
        return self.source_name


@dataclass(frozen=True)
class LocalSource(Source):
    """An input of a program.

    >>> LocalSource("x").name
    "L['x']"
    """

    local_name: str
    is_input: bool = False
    dynamism: frozenset[str] | None = None
    is_derefed_cell_contents: bool = False

    @property
    def name(self) -> str:
        """``L['x']``."""
        return f"L[{self.local_name!r}]"


@dataclass(frozen=True)
class SyntheticLocalSource(Source):
    """An input that was made for a program."""

    local_name: str

    @property
    def name(self) -> str:
        """``SYNTHETIC_LOCAL['x']``."""
        return f"SYNTHETIC_LOCAL[{self.local_name!r}]"


@dataclass(frozen=True)
class GlobalSource(Source):
    """A global variable."""

    global_name: str

    @property
    def name(self) -> str:
        """``G['x']``."""
        return f"G[{self.global_name!r}]"


@dataclass(frozen=True)
class EphemeralSource(Source):
    """A value that is gone when guards are evaluated."""

    desc: str | None = None

    @property
    def name(self) -> str:
        """A text that is no expression."""
        return f"<ephemeral{': ' + self.desc if self.desc is not None else ''}>"

    def is_ephemeral(self) -> bool:
        """Yes."""
        return True


@dataclass(frozen=True)
class ChainedSource(Source):
    """A part of the value of another source."""

    base: Source

    def is_ephemeral(self) -> bool:
        """Is the whole gone when guards are evaluated?"""
        return self.base.is_ephemeral()


@dataclass(frozen=True)
class AttrSource(ChainedSource):
    """An attribute."""

    member: str

    @property
    def name(self) -> str:
        """``base.member``."""
        return f"{self.base.name}.{self.member}"


@dataclass(frozen=True)
class GetItemSource(ChainedSource):
    """An item."""

    index: object
    index_is_slice: bool = False

    @property
    def name(self) -> str:
        """``base[index]``."""
        return f"{self.base.name}[{self.index!r}]"


@dataclass(frozen=True)
class NegateSource(ChainedSource):
    """The opposite number."""

    @property
    def name(self) -> str:
        """``base.__neg__()``."""
        return f"{self.base.name}.__neg__()"


@dataclass(frozen=True)
class CallMethodItemSource(ChainedSource):
    """The only element of a tensor."""

    @property
    def name(self) -> str:
        """``base.item()``."""
        return f"{self.base.name}.item()"


class TensorProperty(enum.Enum):
    """What of a tensor is a number."""

    SIZE = 0
    STRIDE = 1
    STORAGE_OFFSET = 2

    def method_name(self) -> str:
        """The method of tensors that says it."""
        return self.name.lower()


@dataclass(frozen=True)
class TensorPropertySource(ChainedSource):
    """A size or a stride of a tensor, or its offset.

    >>> TensorPropertySource(LocalSource("x"), TensorProperty.SIZE, 0).name
    "L['x'].size()[0]"
    """

    prop: TensorProperty
    idx: int | None = None

    @property
    def name(self) -> str:
        """``base.size()[0]``, ``base.storage_offset()``."""
        at = "" if self.idx is None else f"[{self.idx}]"
        return f"{self.base.name}.{self.prop.method_name()}(){at}"
