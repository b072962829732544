"""`torch.overrides`: function modes and what asks about `__torch_function__`.  Aliases only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.modes import FunctionMode as TorchFunctionMode
from wye.modes import current_function_modes
from wye.modes.function import pop_function_mode as _pop_mode
from wye.modes.function import popped_function_mode as _pop_mode_temporarily
from wye.modes.function import push_function_mode as _push_mode
from wye.overrides import handle_override as handle_torch_function
from wye.overrides import has_override as has_torch_function
from wye.overrides import is_tensor_like, is_tensor_method_or_property, resolve_name
from wye.overrides import overridable_functions as get_overridable_functions
from wye.overrides import skip_one_override as redispatch_function
from wye.overrides import testing_overrides as get_testing_overrides
from wye.overrides import wrap_override as wrap_torch_function
from wye.tensors import Tensor, from_numpy, tensor
from wye.wrappers import reentrant_dispatch as enable_reentrant_dispatch

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "BaseTorchFunctionMode",
    "TorchFunctionMode",
    "_get_current_function_mode",
    "_get_current_function_mode_stack",
    "_pop_mode",
    "_pop_mode_temporarily",
    "_push_mode",
    "enable_reentrant_dispatch",
    "get_default_nowrap_functions",
    "get_ignored_functions",
    "get_overridable_functions",
    "get_testing_overrides",
    "handle_torch_function",
    "has_torch_function",
    "has_torch_function_unary",
    "has_torch_function_variadic",
    "is_tensor_like",
    "is_tensor_method_or_property",
    "redispatch_function",
    "resolve_name",
    "wrap_torch_function",
]


class BaseTorchFunctionMode(TorchFunctionMode):
    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return func(*args, **(kwargs or {}))


def has_torch_function_unary(obj: object) -> bool:
    return has_torch_function((obj,))


def has_torch_function_variadic(*args: object) -> bool:
    return has_torch_function(args)


def _get_current_function_mode() -> Any:
    return (current_function_modes() or (None,))[-1]


def _get_current_function_mode_stack() -> list[Any]:
    return list(current_function_modes())


def get_ignored_functions() -> set[Callable[..., Any]]:
    return {Tensor, tensor, from_numpy, has_torch_function, handle_torch_function}


def get_default_nowrap_functions() -> set[Callable[..., Any]]:
    return set()
