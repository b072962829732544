"""Device types and the backends behind them.

Cold path.  Pure but for the list of named backends.
"""

from __future__ import annotations

import re
from typing import Final

import wye.shown as shown
from wye.errors import UnknownKeyError
from wye.keys.key import DispatchKey, named_backends

__all__ = [
    "device_of_backend",
    "device_types",
    "key_for_device",
    "private_backend_name",
    "rename_private_backend",
    "split_device",
]

_DEVICES: Final = {
    "cpu": "CPU", "cuda": "CUDA", "ipu": "IPU", "xpu": "XPU", "mkldnn": None, "opengl": None, "opencl": None,
    "ideep": None, "hip": "HIP", "ve": "VE", "fpga": "FPGA", "maia": "MAIA", "xla": "XLA", "lazy": "Lazy",
    "vulkan": "Vulkan", "mps": "MPS", "meta": "Meta", "hpu": "HPU", "mtia": "MTIA", "privateuseone": "PrivateUse1",
}  # fmt: skip


_PRIVATE: Final = "privateuseone"
_private_name = _PRIVATE  # the name of the device type behind the key PrivateUse1


def private_backend_name() -> str:
    """The name of the device type behind the key PrivateUse1."""
    return _private_name


def rename_private_backend(name: str) -> None:
    """Call the device type behind the key PrivateUse1 by another name, once.

    A backend of your own has a key of its own with `wye.register_backend`; this is for programs written for PyTorch.

    Raises:
        UnknownKeyError: it has another name already, or the name is that of another device type.
    """
    global _private_name  # noqa: PLW0603 - one name for the process, as the key is one
    if name == _private_name:
        return
    if _private_name != _PRIVATE:
        raise UnknownKeyError(
            "torch.register_privateuse1_backend() has already been set! Current backend: " + _private_name
        )
    if name in device_types():
        raise UnknownKeyError(f"Cannot register privateuse1 backend with in-tree device name: {name}")
    _DEVICES[name] = "PrivateUse1"
    _private_name = name


def device_types() -> list[str]:
    """Every device type: the built-in ones, then the named backends in lower case."""
    return [*_DEVICES, *(name.lower() for name in named_backends())]


def _shown_types() -> list[str]:
    """The device types that an error lists: PyTorch's alone where programs written for it read the error."""
    return device_types() if shown.package == "wye" else list(_DEVICES)


def _backend_of(device_type: str) -> str | None:
    for name in named_backends():
        if name.lower() == device_type or name == device_type:
            return name
    return _DEVICES.get(device_type)


def device_of_backend(backend: str) -> str:
    """The device type of a backend.

    >>> device_of_backend("PrivateUse1")
    'privateuseone'
    """
    return next((device for device, name in _DEVICES.items() if name == backend), backend.lower())


def split_device(text: str) -> tuple[str, int | None]:
    """The type and index in a device string.

    >>> split_device("cuda:1")
    ('cuda', 1)
    """
    if not text:
        raise UnknownKeyError("Device string must not be empty", fix='for example "cpu"')
    kind, colon, index = text.partition(":")
    kind = _private_name if kind == _PRIVATE else kind
    for name in named_backends():
        if kind in (name, name.lower()):
            kind = name.lower()
            break
    else:
        if not re.fullmatch(r"[a-zA-Z_]+", kind):
            raise UnknownKeyError(f"Invalid device string: '{text}'", fix='device strings look like "cuda" or "cuda:1"')
        if kind not in _DEVICES:
            raise UnknownKeyError(
                f"Expected one of {', '.join(_shown_types())} device type at start of device string: {kind}",
                fix="wye.register_backend adds a device type of your own",
            )
    if not colon:
        return kind, None
    if not re.fullmatch(r"0|[1-9]\d*", index):
        raise UnknownKeyError(f"Invalid device string: '{text}'", fix='device strings look like "cuda" or "cuda:1"')
    return kind, int(index)


def key_for_device(device_type: str) -> DispatchKey:
    """The backend key of a device type.

    Raises:
        UnknownKeyError: an unknown device type, or a device with an index.

    >>> key_for_device("cuda").name
    'CUDA'
    """
    kind, index = split_device(device_type)
    if index is not None:
        raise UnknownKeyError(
            f"Expected device_type string to not have a device index; got {device_type}", fix=f"pass {kind!r}"
        )
    backend = _backend_of(kind)
    if backend is None:
        raise UnknownKeyError(f"the device type {kind} has no dispatch key", fix="no tensors live on it")
    key: DispatchKey = getattr(DispatchKey, backend)
    return key
