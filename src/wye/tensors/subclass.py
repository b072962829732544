"""Which tensors behave like subclasses: their operators may not run on plain data.

Cold path: asked by composite kernels that would take a shortcut.
"""

from __future__ import annotations

from typing import Any, Final

from wye._engine import engine
from wye.keys import DispatchKeySet

__all__ = ["is_tensor_subclass_like"]

_META: Final = 1 << 15  # the backend's bit alone, whatever the functionality
_LIKE: Final = DispatchKeySet(
    "Python", "FuncTorchGradWrapper", "FuncTorchBatched", "Functionalize", "Batched", "Sparse", "SparseCsr"
)


def is_tensor_subclass_like(tensor: Any) -> bool:
    """Does ``tensor`` have keys that take operators away from plain data?"""
    keys = engine.keys_of(tensor)
    return keys is not None and (keys.bits & _LIKE.bits != 0 or keys.bits & _META != 0)
