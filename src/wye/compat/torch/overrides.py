"""`torch.overrides`: function modes and queries about `__torch_function__`.  Aliases only."""

from __future__ import annotations

from wye.modes import FunctionMode as TorchFunctionMode
from wye.modes.function import PassingFunctionMode as BaseTorchFunctionMode
from wye.modes.function import current_function_mode as _get_current_function_mode
from wye.modes.function import enable_functions as _enable_torch_function
from wye.modes.function import function_mode_list as _get_current_function_mode_stack
from wye.modes.function import pop_function_mode as _pop_mode
from wye.modes.function import popped_function_mode as _pop_mode_temporarily
from wye.modes.function import push_function_mode as _push_mode
from wye.overrides import any_has_override as has_torch_function_unary
from wye.overrides import any_has_override as has_torch_function_variadic
from wye.overrides import default_nowrap_functions as get_default_nowrap_functions
from wye.overrides import handle_override as handle_torch_function
from wye.overrides import has_override as has_torch_function
from wye.overrides import ignored_functions as get_ignored_functions
from wye.overrides import is_tensor_like, is_tensor_method_or_property, resolve_name
from wye.overrides import overridable_functions as get_overridable_functions
from wye.overrides import skip_one_override as redispatch_function
from wye.overrides import testing_overrides as get_testing_overrides
from wye.overrides import wrap_override as wrap_torch_function
from wye.wrappers import reentrant_dispatch as enable_reentrant_dispatch

__all__ = [
    "BaseTorchFunctionMode",
    "TorchFunctionMode",
    "_enable_torch_function",
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
