"""Live views of what libraries hold: the operators that they define, and the kernels that they register.

Cold path: computed when read.  In: the libraries that are alive.  Out: sets of texts, as PyTorch writes them.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any, Final

from wye.library.library import live
from wye.library.targets import as_keys

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from wye.registry import Registration

__all__ = ["definitions", "forget", "kernels", "key_of_device_type", "reserved_namespaces"]

reserved_namespaces: Final = ["prim"]  # namespaces in which libraries define nothing


class _View(AbstractSet[str]):
    """A set that is computed from the libraries each time it is read."""

    def __init__(self, text_of: Callable[[Registration], str | None]) -> None:
        self._text_of = text_of

    def _from_iterable(self, it: Iterable[Any]) -> set[Any]:  # type: ignore[override]  # what `|` and `-` give
        return set(it)

    def _texts(self) -> set[str]:
        held = [handle for library in list(live) for handle in library.registrations()]
        return {text for text in map(self._text_of, held) if text is not None}

    def __contains__(self, text: object) -> bool:
        return text in self._texts()

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts())

    def __len__(self) -> int:
        return len(self._texts())

    def __repr__(self) -> str:
        return repr(self._texts())


def _kernel(handle: Registration) -> str | None:
    if handle.entry is None or handle.key is None:
        return None
    namespace, _, name = handle.entry.name.partition("::")
    return f"{namespace}/{name}/{handle.key.name}"


def _definition(handle: Registration) -> str | None:
    return handle.entry.name if handle.entry is not None and handle.key is None else None


kernels: Final = _View(_kernel)  # "ns/name/Key"
definitions: Final = _View(_definition)  # "ns::name"


def key_of_device_type(device_type: str) -> str:
    """The name of the key at which a kernel for a device type is registered."""
    return next(iter(as_keys(device_type).values())).name


def forget(library: Any) -> None:
    """Remove everything that a library holds."""
    library._destroy()
