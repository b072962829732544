"""How a leaf is reached from its tree: a tuple of keys, one for each container on the way.

Cold path: errors and `tree_map_with_path`.
Pure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.schema.frozen import Frozen, fill

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["GetAttrKey", "Key", "MappingKey", "SequenceKey", "key_get", "keystr"]


class Key(Frozen):
    """One step from a container to a child: a value with one field."""

    __slots__: tuple[str, ...] = ()

    def _field(self) -> Any:
        return getattr(self, self.__slots__[0])

    def get(self, parent: Any) -> Any:
        """The child of ``parent`` that this key names."""
        return parent[self._field()]

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return bool(self._field() == other._field())

    def __hash__(self) -> int:
        return hash((self._field(),))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.__slots__[0]}={self._field()!r})"

    def __str__(self) -> str:
        return f"[{self._field()!r}]"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._field(),)


class SequenceKey(Key):
    """A step into a list, a tuple or a deque.

    >>> str(SequenceKey(0)), SequenceKey(0).get("ab")
    ('[0]', 'a')
    """

    __slots__ = ("idx",)
    idx: int

    def __init__(self, idx: int) -> None:
        fill(self, "idx", idx)


class MappingKey(Key):
    """A step into a dict.

    >>> str(MappingKey("x")), MappingKey("x").get({"x": 1})
    ("['x']", 1)
    """

    __slots__ = ("key",)
    key: Any

    def __init__(self, key: Any) -> None:
        fill(self, "key", key)


class GetAttrKey(Key):
    """A step into a named tuple, a dataclass or any other object with fields.

    >>> str(GetAttrKey("real")), GetAttrKey("real").get(1j)
    ('.real', 0.0)
    """

    __slots__ = ("name",)
    name: str

    def __init__(self, name: str) -> None:
        fill(self, "name", name)

    def get(self, parent: Any) -> Any:
        """The attribute of ``parent`` that this key names."""
        return getattr(parent, self.name)

    def __str__(self) -> str:
        return f".{self.name}"


def keystr(kp: Iterable[Any]) -> str:
    """A path as one writes it in Python.

    >>> keystr((MappingKey("a"), SequenceKey(0)))
    "['a'][0]"
    """
    return "".join(map(str, kp))


def key_get(obj: Any, kp: Iterable[Any]) -> Any:
    """What the path leads to.

    >>> key_get({"a": (1, 2)}, (MappingKey("a"), SequenceKey(1)))
    2
    """
    for key in kp:
        obj = key.get(obj)
    return obj
