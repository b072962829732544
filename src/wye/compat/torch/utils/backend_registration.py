"""`torch.utils.backend_registration`: the device type behind the key PrivateUse1.  Aliases only."""

from __future__ import annotations

from wye.keys import private_backend_name as _get_privateuse1_backend_name
from wye.keys import rename_private_backend as rename_privateuse1_backend

__all__ = ["_get_privateuse1_backend_name", "rename_privateuse1_backend"]
