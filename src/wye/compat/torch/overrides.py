"""`torch.overrides`: function modes and what asks about `__torch_function__`.  Aliases only."""

from __future__ import annotations

from typing import Any

from wye._engine import engine as _engine
from wye.keys import FUNCTION as _FUNCTION
from wye.modes import FunctionMode as TorchFunctionMode
from wye.modes import current_function_modes
from wye.tensors import Tensor

__all__ = [
    "TorchFunctionMode",
    "_get_current_function_mode",
    "_get_current_function_mode_stack",
    "has_torch_function",
    "is_tensor_like",
]


def has_torch_function(relevant_args: Any) -> bool:
    keys = (_engine.keys_of(arg) for arg in relevant_args)
    return bool(current_function_modes()) or any(k is not None and bool(k.bits & _FUNCTION.bits) for k in keys)


def is_tensor_like(value: object) -> bool:
    return (
        isinstance(value, Tensor)
        or hasattr(type(value), "__wye_function__")
        or hasattr(type(value), "__torch_function__")
    )


def _get_current_function_mode() -> Any:
    return (current_function_modes() or (None,))[-1]


def _get_current_function_mode_stack() -> list[Any]:
    return list(current_function_modes())
