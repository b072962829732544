"""`torch.utils.weak`: references and dictionaries that do not keep tensors alive.  Aliases only."""

from __future__ import annotations

from weakref import ref as WeakRef  # noqa: N812 - PyTorch's name

from wye.weak import TensorWeakRef, WeakIdKeyDictionary, WeakIdRef
from wye.weak import WeakHashRef as _WeakHashRef

__all__ = [
    "TensorWeakRef",
    "WeakIdKeyDictionary",
    "WeakIdRef",
    "WeakRef",
    "WeakTensorKeyDictionary",
    "_WeakHashRef",
]

WeakTensorKeyDictionary = WeakIdKeyDictionary
