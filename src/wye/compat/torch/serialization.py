"""`torch.serialization`: files of tensors.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.loading_options import (
    DEFAULT_PROTOCOL,
    FileLike,
    LoadEndianness,
    add_safe_globals,
    clear_safe_globals,
    get_crc32_options,
    get_default_load_endianness,
    get_default_mmap_options,
    get_safe_globals,
    safe_globals,
    set_crc32_options,
    set_default_load_endianness,
    set_default_mmap_options,
)
from wye.loading_options import MapLocation as MAP_LOCATION  # noqa: N814 - the name that programs use
from wye.serialization import load, save
from wye.tensors.storage import Storage

__all__ = [
    "DEFAULT_PROTOCOL",
    "MAP_LOCATION",
    "FileLike",
    "LoadEndianness",
    "Storage",
    "add_safe_globals",
    "clear_safe_globals",
    "get_crc32_options",
    "get_default_load_endianness",
    "get_default_mmap_options",
    "get_safe_globals",
    "load",
    "safe_globals",
    "save",
    "set_crc32_options",
    "set_default_load_endianness",
    "set_default_mmap_options",
]

__getattr__ = names_of(__name__)
