"""The device of tensors for which none is named: a function mode that adds ``device=`` to calls of factories.

In: a device.  Out: a mode; `set_default_device` puts one under all others permanently.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Final

import wye.modes.function as function_modes
from wye.grad_mode import decorated
from wye.modes import FunctionMode
from wye.registry import registry
from wye.schema.values import device as device_type

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.schema import FunctionSchema

__all__ = ["DeviceContext", "device", "get_default_device", "is_factory", "on_device", "set_default_device"]

_NO_SCHEMA: Final = frozenset(["tensor", "as_tensor", "asarray", "scalar_tensor"])  # factories written in Python
_NOT_ASKED: Final = frozenset(["aten::normal", "aten::range"])  # PyTorch's device contexts leave these two alone


def is_factory(func: Callable[..., Any]) -> bool:
    """Does a function make tensors from nothing, on a device that can be named?"""
    if func.__name__ in _NO_SCHEMA and not hasattr(func, "packet"):
        return True
    name = getattr(getattr(func, "packet", None), "_qualified_op_name", "")
    if name in _NOT_ASKED:
        return False
    overloads = registry.overloads.get(name, {}).values()
    schemas = [entry.definition.schema for entry in overloads if entry.definition is not None]
    return any(_makes_tensors(schema) for schema in schemas)


def _makes_tensors(schema: FunctionSchema) -> bool:
    """From nothing, on a device?  One such overload is enough: others may take tensors for its numbers (`linspace`)."""
    arguments = schema.arguments
    return any(a.name == "device" for a in arguments) and not any(a.type.has_tensors for a in arguments)


class DeviceContext(FunctionMode):
    """Inside, factories make tensors on a device unless the call names another one."""

    def __init__(self, device: device_type | str) -> None:
        self.device = device_type(device)

    def __wye_function__(
        self,
        func: Callable[..., Any],
        types: tuple[type, ...],
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        named = kwargs or {}
        if named.get("device") is None and is_factory(func):
            named = {**named, "device": self.device}
        return func(*args, **named)


def on_device(device: device_type | str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator: inside the function, factories make tensors on ``device``."""

    def decorate(func: Callable[..., Any]) -> Callable[..., Any]:
        return decorated(func, lambda: DeviceContext(device))

    return decorate


class _Thread(threading.local):
    mode: DeviceContext | None = None

    def __init__(self) -> None:
        self.entered: list[DeviceContext] = []  # by ``with device``, the innermost last


_thread = _Thread()


def get_default_device() -> device_type:
    """The device of tensors for which none is named in this thread."""
    inner = [mode for mode in function_modes.current_function_modes() if isinstance(mode, DeviceContext)]
    return inner[-1].device if inner else device_type("cpu")


def set_default_device(device: device_type | str | None) -> None:
    """Make tensors on ``device`` from now on where a call names none; None goes back to the CPU."""
    others = [mode for mode in function_modes.current_function_modes() if mode is not _thread.mode]
    _thread.mode = None if device is None else DeviceContext(device)
    function_modes.replace_function_modes([_thread.mode, *others] if _thread.mode is not None else others)


# Note [A device is a context]
# ``with device("meta"):`` and ``@device("meta")`` are methods of a class that lies below the modes, which they need.
# So this module gives them to the class; it is imported wherever `device` is offered (`wye.device`, compat) and with
# the methods of tensors, so that ``with x.device:`` has them too.
# Broken by: offering the class from `wye.schema.values` directly.
# Guarded by: tests/unit/test_default_device.py::test_a_device_is_a_context


def _enter(self: device_type) -> device_type:
    context = DeviceContext(self)
    context.__enter__()
    _thread.entered.append(context)
    return self


def _exit(self: device_type, *exception: object) -> None:
    _thread.entered.pop().__exit__(*exception)


def _decorate(self: device_type, func: Callable[..., Any]) -> Callable[..., Any]:
    return on_device(self)(func)


device = device_type
for _name, _method in (("__enter__", _enter), ("__exit__", _exit), ("__call__", _decorate)):
    setattr(device_type, _name, _method)
