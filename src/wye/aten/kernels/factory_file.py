"""NumPy kernels: tensors over the memory of files."""

from __future__ import annotations

import mmap
import os
from typing import Any

import numpy as np

from wye.aten.declare import Rules
from wye.aten.fake import factory_file as fake

__all__ = ["KERNELS"]

KERNELS = Rules()


class _Mapped(mmap.mmap):
    """The memory of a file, which storages ask for its name."""

    filename: str | None = None  # None: what is written is not written to the file


def _mapped(filename: str, length: int, shared: bool) -> _Mapped:
    flags = os.O_RDWR | os.O_CREAT if shared else os.O_RDONLY
    try:
        file = os.open(filename, flags, 0o600)
    except OSError as error:
        way = "read-write" if shared else "read-only"
        raise RuntimeError(
            f"unable to open file <{filename}> in {way} mode: {error.strerror} ({error.errno})"
        ) from error
    try:
        size = os.fstat(file).st_size
        if size < length and shared:
            os.ftruncate(file, length)
        elif size < length:
            raise RuntimeError(f"file <{filename}> size <{size}> is smaller than the required mapping size <{length}>")
        made = _Mapped(file, length, access=mmap.ACCESS_WRITE if shared else mmap.ACCESS_COPY)
        made.filename = filename if shared else None
        return made
    finally:
        os.close(file)


@KERNELS("from_file")
def from_file(filename: str, shared: bool | None = None, size: int | None = 0, *, dtype: Any = None, **_: Any) -> Any:
    """A tensor of one dimension with the content of a file.

    With ``shared`` the file is made or lengthened where it needs to be, and what is written to the tensor is written to
    the file; without, it is written to a copy.
    """
    meta = fake.from_file(filename, shared, size, dtype=dtype)
    if not meta.shape[0]:
        return np.empty(meta.shape, meta.dtype)
    return np.frombuffer(_mapped(filename, meta.shape[0] * meta.dtype.itemsize, bool(shared)), meta.dtype)
