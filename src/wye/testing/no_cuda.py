"""The CUDA API of a machine without CUDA: programs that check before they use it run without it."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "AcceleratorError",
    "Event",
    "Graph",
    "OutOfMemoryError",
    "Stream",
    "current_device",
    "device_count",
    "is_available",
    "is_initialized",
    "manual_seed",
    "refuse",
    "short_products",
    "supports",
    "synchronize",
    "version",
]


def is_available() -> bool:
    """There is no CUDA."""
    return False


def is_initialized() -> bool:
    """It has not been started."""
    return False


def device_count() -> int:
    """There are no devices."""
    return 0


def supports(*args: object, **options: object) -> bool:
    """Whether the device has a dtype or a precision: there is no device."""
    return False


def manual_seed(seed: int) -> None:
    """Without devices there are no generators to seed, as in PyTorch."""


class AcceleratorError(RuntimeError):
    """A device has failed: programs name it in ``except`` clauses."""


class OutOfMemoryError(RuntimeError):
    """A device has no memory left: programs name it in ``except`` clauses."""


class _Absent:
    """A class that programs name in annotations, and make objects of where there is a device."""

    def __new__(cls, *args: object, **options: object) -> NoReturn:
        """Refuse.

        Raises:
            RuntimeError: always, as in PyTorch without CUDA.
        """
        raise RuntimeError(f"Tried to instantiate dummy base class {cls.__name__}")


class Stream(_Absent):
    """A queue of calls of a device."""


class Event(_Absent):
    """A place in a stream."""


class Graph(_Absent):
    """Recorded calls of a device."""


def _none() -> NoReturn:
    raise AssertionError("Torch not compiled with CUDA enabled")


def refuse(*args: object, **options: object) -> NoReturn:
    """What asks a device that is not there.

    Raises:
        AssertionError: always, as in PyTorch without CUDA.
    """
    _none()


def current_device() -> NoReturn:
    """There is none.

    Raises:
        AssertionError: always, as in PyTorch without CUDA.
    """
    _none()


def synchronize(device: object = None) -> NoReturn:
    """There is nothing to wait for.

    Raises:
        AssertionError: always, as in PyTorch without CUDA.
    """
    _none()


def version() -> tuple[int, int]:
    """No version, older than any that there is."""
    return 0, 0


@contextmanager
def short_products() -> Iterator[None]:
    """A block, or a decorator of tests, in which CUDA would multiply short numbers: nothing changes."""
    yield
