"""`torch._C._functorch`: levels and wrapped tensors.  Aliases only."""

from __future__ import annotations

from wye.call.py_impl import TransformType
from wye.compat.modules import names_of
from wye.transforms.functional_level import FunctionalizeInterpreter as CFunctionalizeInterpreterPtr
from wye.transforms.grad_level import GradInterpreter as CGradInterpreterPtr
from wye.transforms.gradient_levels import enter_grad as _grad_increment_nesting
from wye.transforms.gradient_levels import enter_jvp as _jvp_increment_nesting
from wye.transforms.gradient_levels import is_dead as is_dead_tensor_wrapper
from wye.transforms.gradient_levels import leave_grad as _grad_decrement_nesting
from wye.transforms.gradient_levels import leave_jvp as _jvp_decrement_nesting
from wye.transforms.gradient_levels import may_require_grad_in_place as get_inplace_requires_grad_allowed
from wye.transforms.gradient_levels import set_may_require_grad_in_place as set_inplace_requires_grad_allowed
from wye.transforms.gradient_levels import unwrap_for_grad as _unwrap_for_grad
from wye.transforms.gradient_levels import wrap_for_grad as _wrap_for_grad
from wye.transforms.interpreters import Interpreter as CInterpreter
from wye.transforms.interpreters import all_interpreters as get_interpreter_stack
from wye.transforms.interpreters import current as peek_interpreter_stack
from wye.transforms.levels import add_batch_dim as _add_batch_dim
from wye.transforms.levels import (
    current_level,
    get_unwrapped,
    maybe_current_level,
    reshape_dim_into,
    reshape_dim_outof,
    unwrap_if_dead,
)
from wye.transforms.levels import depth as get_dynamic_layer_stack_depth
from wye.transforms.levels import enter_vmap as _vmap_increment_nesting
from wye.transforms.levels import get_batch_dim as maybe_get_bdim
from wye.transforms.levels import get_level as maybe_get_level
from wye.transforms.levels import is_batched_tensor as is_batchedtensor
from wye.transforms.levels import is_functional_tensor as is_functionaltensor
from wye.transforms.levels import is_grad_tensor as is_gradtrackingtensor
from wye.transforms.levels import is_wrapped_tensor as is_functorch_wrapped_tensor
from wye.transforms.levels import leave_vmap as _vmap_decrement_nesting
from wye.transforms.levels import level_of as dlevel
from wye.transforms.levels import pop_level as pop_dynamic_layer_stack
from wye.transforms.levels import push_level as push_dynamic_layer_stack
from wye.transforms.levels import remove_batch_dim as _remove_batch_dim
from wye.transforms.levels import unwrap_batched as _unwrap_batched
from wye.transforms.loop import is_fallback_enabled as _is_vmap_fallback_enabled
from wye.transforms.loop import set_fallback_enabled as _set_vmap_fallback_enabled
from wye.transforms.loop import set_fallback_warning_enabled as _set_vmap_fallback_warning_enabled
from wye.transforms.tangent_level import JvpInterpreter as CJvpInterpreterPtr
from wye.transforms.vmap import VmapInterpreter as CVmapInterpreterPtr

__all__ = [
    "CFunctionalizeInterpreterPtr",
    "CGradInterpreterPtr",
    "CInterpreter",
    "CJvpInterpreterPtr",
    "CVmapInterpreterPtr",
    "TransformType",
    "_add_batch_dim",
    "_grad_decrement_nesting",
    "_grad_increment_nesting",
    "_is_vmap_fallback_enabled",
    "_jvp_decrement_nesting",
    "_jvp_increment_nesting",
    "_remove_batch_dim",
    "_set_vmap_fallback_enabled",
    "_set_vmap_fallback_warning_enabled",
    "_unwrap_batched",
    "_unwrap_for_grad",
    "_vmap_decrement_nesting",
    "_vmap_increment_nesting",
    "_wrap_for_grad",
    "current_level",
    "dlevel",
    "get_dynamic_layer_stack_depth",
    "get_inplace_requires_grad_allowed",
    "get_interpreter_stack",
    "get_unwrapped",
    "is_batchedtensor",
    "is_dead_tensor_wrapper",
    "is_functionaltensor",
    "is_functorch_wrapped_tensor",
    "is_gradtrackingtensor",
    "maybe_current_level",
    "maybe_get_bdim",
    "maybe_get_level",
    "peek_interpreter_stack",
    "pop_dynamic_layer_stack",
    "push_dynamic_layer_stack",
    "reshape_dim_into",
    "reshape_dim_outof",
    "set_inplace_requires_grad_allowed",
    "unwrap_if_dead",
]  # fmt: skip

__getattr__ = names_of(__name__)
