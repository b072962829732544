"""`torch.storage`: memory of tensors.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.tensors.storage import UntypedStorage
from wye.tensors.storage_classes import LegacyStorage as _LegacyStorage
from wye.tensors.typed_storage import TypedStorage
from wye.tensors.typed_storage import forget_warning as _reset_warn_typed_storage_removal
from wye.tensors.typed_storage import names_by_dtype as _dtype_to_storage_type_map

__all__ = [
    "TypedStorage",
    "UntypedStorage",
    "_LegacyStorage",
    "_dtype_to_storage_type_map",
    "_reset_warn_typed_storage_removal",
]

__getattr__ = names_of(__name__)
