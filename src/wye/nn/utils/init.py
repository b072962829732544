"""Modules without the values that they begin with."""

from __future__ import annotations

import inspect
from typing import Any, TypeVar

from wye.nn.modules.module import Module

__all__ = ["skip_init"]

_M = TypeVar("_M", bound=Module)


def skip_init(module_cls: type[_M], *args: Any, **kwargs: Any) -> _M:
    """Make a module whose parameters and buffers have no values yet: for those that are loaded anyway.

    Args:
        module_cls: The class; it takes a ``device``.
        *args: For it.
        **kwargs: For it.

    Raises:
        RuntimeError: the class takes no ``device``, or is no module.
    """
    if not issubclass(module_cls, Module):
        raise RuntimeError(f"Expected a Module; got {module_cls}")
    if "device" not in inspect.signature(module_cls).parameters:
        raise RuntimeError("Module must support a 'device' arg to skip initialization")
    device = kwargs.pop("device", "cpu")
    return module_cls(*args, **kwargs, device="meta").to_empty(device=device)
