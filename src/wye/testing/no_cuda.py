"""The CUDA API of a machine without CUDA: programs that check before they use it run without it."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "current_device",
    "device_count",
    "is_available",
    "is_initialized",
    "manual_seed",
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


def _none() -> NoReturn:
    raise AssertionError("Torch not compiled with CUDA enabled")


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
