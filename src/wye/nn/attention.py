"""Which implementation of attention may run.  wye has one, so a choice is remembered and changes nothing else."""

from __future__ import annotations

import contextlib
import enum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["SDPBackend", "allowed_backends", "sdp_kernel", "sdpa_kernel"]


class SDPBackend(enum.IntEnum):
    """Implementations of `scaled_dot_product_attention` that PyTorch has."""

    ERROR = -1
    MATH = 0
    FLASH_ATTENTION = 1
    EFFICIENT_ATTENTION = 2
    CUDNN_ATTENTION = 3
    OVERRIDEABLE = 4


_allowed: list[SDPBackend] = [
    SDPBackend.MATH,
    SDPBackend.FLASH_ATTENTION,
    SDPBackend.EFFICIENT_ATTENTION,
    SDPBackend.CUDNN_ATTENTION,
]


def allowed_backends() -> list[SDPBackend]:
    """Those that `sdpa_kernel` allows now."""
    return list(_allowed)


@contextlib.contextmanager
def sdpa_kernel(backends: Any, set_priority: bool = False) -> Iterator[dict[Any, Any]]:
    """A block that allows these implementations only.

    Args:
        backends: A `SDPBackend`, or a list of them.
        set_priority: Accepted: their order decides nothing.

    Raises:
        AssertionError: it is neither.
    """
    chosen = [backends] if isinstance(backends, SDPBackend) else backends
    if not isinstance(chosen, list) or not all(isinstance(one, SDPBackend) for one in chosen):
        raise AssertionError("Backend must be an instance of SDPBackend or a list of SDPBackend instances")
    before = list(_allowed)
    _allowed[:] = chosen
    try:
        yield {}
    finally:
        _allowed[:] = before


def sdp_kernel(
    enable_flash: bool = True, enable_math: bool = True, enable_mem_efficient: bool = True, enable_cudnn: bool = True
) -> Any:
    """A block that allows the implementations that are named: `sdpa_kernel` as it was before.

    Raises:
        AssertionError: none is left.
    """
    chosen = {
        SDPBackend.FLASH_ATTENTION: enable_flash,
        SDPBackend.EFFICIENT_ATTENTION: enable_mem_efficient,
        SDPBackend.MATH: enable_math,
        SDPBackend.CUDNN_ATTENTION: enable_cudnn,
    }
    allowed = [backend for backend, is_on in chosen.items() if is_on]
    if not allowed:
        raise AssertionError(
            "At least one of enable_flash, enable_math, enable_mem_efficient, enable_cudnn must be True"
        )
    return sdpa_kernel(allowed)
