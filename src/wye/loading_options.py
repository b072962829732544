"""Options of PyTorch's reader of files that programs set.

wye's files hold tensors, numbers and texts alone, and reading them runs no code.  Classes that are listed here as safe
are those whose tensors a file may hold (see Note [Classes that files name]).  The other options are remembered and
given back, and change nothing about how a file is read.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from enum import Enum
from typing import IO, TYPE_CHECKING, Any, Final, TypeAlias

from wye.schema.values import device

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = [
    "DEFAULT_PROTOCOL",
    "FileLike",
    "LoadEndianness",
    "MapLocation",
    "add_safe_globals",
    "clear_safe_globals",
    "get_crc32_options",
    "get_default_load_endianness",
    "get_default_mmap_options",
    "get_safe_globals",
    "safe_globals",
    "set_crc32_options",
    "set_default_load_endianness",
    "set_default_mmap_options",
]

DEFAULT_PROTOCOL: Final = 2  # of pickles
FileLike: TypeAlias = str | os.PathLike[str] | IO[bytes]
# Where tensors of a file shall be: a device, its name, devices by device, or a function.
MapLocation: TypeAlias = Callable[[Any, str], Any] | device | str | dict[str, str] | None


class LoadEndianness(Enum):
    """The order of bytes that files without a note about it have."""

    NATIVE = 1
    LITTLE = 2
    BIG = 3


_safe: list[Any] = []
_options: dict[str, Any] = {"endianness": None, "mmap": 2, "crc32": True}  # 2: a private mapping


def add_safe_globals(safe_globals: Iterable[Any]) -> None:
    """Remember classes and functions, or pairs of one and its name, that files may hold.

    >>> add_safe_globals([dict])
    >>> get_safe_globals()
    [<class 'dict'>]
    >>> clear_safe_globals()
    """
    _safe.extend(one for one in safe_globals if one not in _safe)


def get_safe_globals() -> list[Any]:
    """What `add_safe_globals` was given."""
    return list(_safe)


def clear_safe_globals() -> None:
    """Forget what `add_safe_globals` was given."""
    _safe.clear()


@contextlib.contextmanager
def safe_globals(safe_globals: Iterable[Any]) -> Iterator[None]:
    """`add_safe_globals` for the time of a block."""
    before = list(_safe)
    add_safe_globals(safe_globals)
    try:
        yield
    finally:
        _safe[:] = before


def get_default_load_endianness() -> LoadEndianness | None:
    """What `set_default_load_endianness` was given."""
    found: LoadEndianness | None = _options["endianness"]
    return found


def set_default_load_endianness(endianness: LoadEndianness | None) -> None:
    """Remember an order of bytes.

    Raises:
        TypeError: it is none.
    """
    if endianness is not None and not isinstance(endianness, LoadEndianness):
        raise TypeError("Invalid argument type in function set_default_load_endianness")
    _options["endianness"] = endianness


def get_default_mmap_options() -> int:
    """What `set_default_mmap_options` was given."""
    return int(_options["mmap"])


class set_default_mmap_options:  # noqa: N801 - a function that is also a context manager
    """Remember how files are mapped to memory, 1 (shared) or 2 (private); as a context manager, for a block.

    Raises:
        ValueError: another number.
    """

    def __init__(self, flags: int) -> None:
        if flags not in (1, 2):
            raise ValueError(f"Invalid argument in function set_default_mmap_options, expected 1 or 2, but got {flags}")
        self._before, _options["mmap"] = _options["mmap"], flags

    def __enter__(self) -> None:
        return None

    def __exit__(self, *exc: object) -> None:
        _options["mmap"] = self._before


def get_crc32_options() -> bool:
    """What `set_crc32_options` was given."""
    return bool(_options["crc32"])


def set_crc32_options(compute_crc32: bool) -> None:
    """Remember whether files shall have checksums."""
    _options["crc32"] = compute_crc32
