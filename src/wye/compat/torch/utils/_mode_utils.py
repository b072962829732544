"""`torch.utils._mode_utils`.  Aliases only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.compat.torch._C import _DisableTorchDispatch as no_dispatch

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["all_same_mode", "no_dispatch"]


def all_same_mode(modes: Sequence[Any]) -> bool:
    return all(mode == modes[0] for mode in modes)
