"""The keys of plain tensors on each device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wye.keys import DispatchKey, DispatchKeySet, autograd_key_of_backend

if TYPE_CHECKING:
    from wye.schema.values import device as device_type

__all__ = ["keys_for_device"]

_keys_of_device: dict[str, DispatchKeySet] = {}


def keys_for_device(device: device_type) -> DispatchKeySet:
    """The keys of a plain tensor on a device: its backend, autograd, in-place tracking, autocast where it has one."""
    if device.type not in _keys_of_device:
        backend = device.backend_key
        keys = DispatchKeySet(backend, "ADInplaceOrView", autograd_key_of_backend(backend.name))
        autocast = f"Autocast{backend.name}"
        if autocast in DispatchKey.__members__:
            keys = keys.add(autocast)
        _keys_of_device[device.type] = keys
    return _keys_of_device[device.type]
