"""Properties of tensors that cannot be assigned or deleted, with PyTorch's error."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import wye.shown as shown

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["read_only"]


def read_only(name: str, get: Callable[[Any], Any]) -> property:
    """A property whose error says which attribute cannot be assigned."""

    def refuse(self: Any, value: object = None) -> None:
        owner = "torch._C.TensorBase" if shown.package == "torch" else "wye.Tensor"
        raise AttributeError(f"attribute '{name}' of '{owner}' objects is not writable")

    return property(get, refuse, refuse)
