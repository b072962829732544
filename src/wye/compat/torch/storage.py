"""`torch.storage`: memory of tensors.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.tensors.storage import UntypedStorage
from wye.tensors.typed_storage import TypedStorage

__all__ = ["TypedStorage", "UntypedStorage"]

__getattr__ = names_of(__name__)
