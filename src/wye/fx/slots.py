"""Which proxy stands for a tensor: a map by identity, kept by the tracer, that keeps no tensor alive."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from wye.fx.proxy import Proxy

__all__ = ["ProxyTensor", "TensorSlots"]


class ProxyTensor(NamedTuple):
    """What a tracer knows about a tensor.

    Attributes:
        proxy: Stands for it in the graph.
        constant: Its value, where that is known to be the same in every run.
    """

    proxy: Proxy
    constant: Any


class TensorSlots:
    """Values by tensor, compared by identity; an entry goes with its tensor."""

    __slots__ = ("_entries",)

    def __init__(self) -> None:
        """Make an empty map."""
        self._entries: dict[int, tuple[weakref.ref[Any], Any]] = {}

    def get(self, tensor: Any, default: Any = None) -> Any:
        """The value for a tensor."""
        entry = self._entries.get(id(tensor))
        return entry[1] if entry is not None and entry[0]() is tensor else default

    def __getitem__(self, tensor: Any) -> Any:
        entry = self._entries[id(tensor)]
        if entry[0]() is not tensor:
            raise KeyError(tensor)
        return entry[1]

    def __setitem__(self, tensor: Any, value: Any) -> None:
        entries, number = self._entries, id(tensor)

        def forget(gone: weakref.ref[Any]) -> None:
            entry = entries.get(number)
            if entry is not None and entry[0] is gone:
                del entries[number]

        entries[number] = (weakref.ref(tensor, forget), value)

    def __delitem__(self, tensor: Any) -> None:
        del self._entries[id(tensor)]

    def __contains__(self, tensor: object) -> bool:
        return self.get(tensor) is not None

    def __len__(self) -> int:
        return len(self._entries)
