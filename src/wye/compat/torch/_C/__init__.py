"""`torch._C`, as far as it is about dispatch and schemas: PyTorch's names over wye's.  Aliases only.

Dumps, tables and lists of keys show PyTorch's own keys, not those of named backends.
"""

from __future__ import annotations

from functools import partial as _partial
from importlib import import_module as _import_module

import wye.amp.switches as _autocast
import wye.autocast_mode as _autocast_mode
import wye.autograd.fallback as _autograd_fallback
import wye.call.kernel_function as _kernel_function
import wye.call.script_objects as _script_objects
import wye.device_answers as _device_answers
import wye.errors as _errors
import wye.grad_mode as _grad_mode
import wye.inspection as _inspection
import wye.keys as _keys
import wye.modes as _modes
import wye.overrides as _overrides
import wye.process_settings as _process_settings
import wye.schema as _schema
import wye.schema.info as _info
import wye.schema.tags as _tags
import wye.schema.types as _types
import wye.symbolic.fixed_nodes as _fixed_nodes
import wye.tensors.data_guards as _data_guards
import wye.tensors.dense as _dense
import wye.tensors.lazy_flags as _lazy_flags
import wye.tensors.making as _making
import wye.tensors.subclass as _subclass
import wye.testing.dispatch_module as _dispatch_module
import wye.usage_log as _usage_log
import wye.wrappers as _wrappers
from wye import dispatch as _dispatch
from wye.call.guards import held as _held
from wye.compat.modules import names_of as _names_of
from wye.keys import (
    DispatchKey,
    DispatchKeySet,
    additional_keys_to_propagate,
    after_ad_inplace_or_view,
    after_autograd,
    autogradother_backends,
)
from wye.keys import functionality_to_backend_keys as _all_backend_keys
from wye.modes import function as _function
from wye.modes import stack as _stack
from wye.schema.object_classes import classes as _classes

_PYTORCHS = 16  # backends whose keys are shown
_get_autograd_fallback_mode = _autograd_fallback.get_fallback_mode
_set_autograd_fallback_mode = _autograd_fallback.set_fallback_mode
_FUNCTIONAL = {  # imported when they are first asked for
    "_commit_update": "commit_update",
    "_functionalization_reapply_views_tls": "reapplies_views",
    "_propagate_xla_data": "propagate_xla_data",
    "_replace_": "replace_",
    "_unsafe_reset_storage": "reset_storage",
}
_coming = _names_of(__name__)


_RUNNING = {
    "_current_autograd_node": "running_node",
    "_current_graph_task_id": "task_number",
    "_will_engine_execute_node": "will_run",
}
_TANGENTS = {"_is_fwd_grad_enabled": "_is_fwd_grad_enabled", "_set_fwd_grad_enabled": "set_enabled"}
_LOOPS = {
    "_debug_only_are_vmap_fallback_warnings_enabled": "is_fallback_warning_enabled",
    "_debug_only_display_vmap_fallback_warnings": "set_fallback_warning_enabled",
}
_LATE = {
    name: (module, own)
    for module, names in (
        ("functionalization.tensors", _FUNCTIONAL), ("autograd.engine", _RUNNING), ("transforms.loop", _LOOPS),
        ("autograd.forward_ad", _TANGENTS), ("weak", {"_WeakTensorRef": "TensorWeakRef"}),
        ("grad_mode", {"is_grad_enabled": "is_grad_enabled"}), ("functional", {"_infer_size": "broadcast_shapes"}),
        ("schema.infer_values", {"_jit_try_infer_type": "infer_type", "InferredType": "InferredType"}),
        ("tensors.storage", {"StorageBase": "StorageBase"}),
        ("nn.convolution_backends", {"_ConvBackend": "ConvolutionBackend", "_select_conv_backend": "backend_of"}),
    )
    for name, own in names.items()
}  # fmt: skip


def __getattr__(name: str) -> object:
    if name not in _LATE:
        return _coming(name)
    module, own = _LATE[name]
    value: object = getattr(_import_module(f"wye.{module}"), own)  # here: most programs do not need it
    globals()[name] = value
    return value


# ---- classes, and functions of the same name or nearly ----
_check_schema_allow_fake_script_object = _script_objects.takes_objects
_LinAlgError = _errors.LinAlgError
has_lapack = True
_get_constant_bool_symnode = _fixed_nodes.constant_bool_node
_get_nested_int = _fixed_nodes.nested_int
_dispatch_get_backend_keyset_from_autograd = _keys.backend_keyset_from_autograd
_dispatch_is_alias_key = _keys.is_alias
_dispatch_is_included_in_alias = _keys.is_included_in_alias
_dispatch_key_name = _keys.key_name
_dispatch_num_backends = _keys.num_backends
_get_privateuse1_backend_name = _keys.private_backend_name
_to_functionality_key = _keys.to_functionality_key
has_spectral = True  # `wye.fft` is always there
_is_autocast_available = _autocast_mode.has_autocast
_is_any_autocast_enabled = _autocast_mode.is_any_enabled
autocast_decrement_nesting = _autocast_mode.decrement_nesting
autocast_increment_nesting = _autocast_mode.increment_nesting
clear_autocast_cache = _autocast_mode.clear_cache
get_autocast_dtype = _autocast_mode.get_dtype
is_autocast_cache_enabled = _autocast_mode.is_cache_enabled
is_autocast_enabled = _autocast_mode.is_enabled
set_autocast_cache_enabled = _autocast_mode.set_cache_enabled
set_autocast_dtype = _autocast_mode.set_dtype
set_autocast_enabled = _autocast.set_enabled
get_autocast_cpu_dtype = _autocast.get_cpu_dtype
get_autocast_gpu_dtype = _autocast.get_gpu_dtype
is_autocast_cpu_enabled = _autocast.is_cpu_enabled
set_autocast_cpu_dtype = _autocast.set_cpu_dtype
set_autocast_cpu_enabled = _autocast.set_cpu_enabled
set_autocast_gpu_dtype = _autocast.set_gpu_dtype
_SafeKernelFunction = _kernel_function.KernelFunction
_dispatch_get_computed_kernel_for_dispatch_key = _kernel_function.kernel_function
Argument = _schema.Argument
FunctionSchema = _schema.FunctionSchema
_SchemaArgType = _info.SchemaArgType
_SchemaArgument = _info.SchemaArgument
_SchemaInfo = _info.SchemaInfo
Tag = _tags.Tag
AnyType = _types.AnyType
BoolType = _types.BoolType
ClassType = _types.ClassType
ComplexType = _types.ComplexType
DeviceObjType = _types.DeviceObjType
DictType = _types.DictType
FloatType = _types.FloatType
FutureType = _types.FutureType
IntType = _types.IntType
ListType = _types.ListType
NoneType = _types.NoneType
NumberType = _types.NumberType
OptionalType = _types.OptionalType
PyObjectType = _types.PyObjectType
StreamObjType = _types.StreamObjType
StringType = _types.StringType
SymBoolType = _types.SymBoolType
SymIntType = _types.SymIntType
TensorType = _types.TensorType
TupleType = _types.TupleType
Type = _types.Type
UnionType = _types.UnionType
_only_lift_cpu_tensors = _making.only_lift_cpu_tensors
_set_only_lift_cpu_tensors = _making.set_only_lift_cpu_tensors
_set_throw_on_mutable_data_ptr = _data_guards.throw_on_mutable_data_ptr
_set_warn_deprecated_on_mutable_data_ptr = _data_guards.warn_on_mutable_data_ptr
_disabled_torch_dispatch_impl = _dense.disabled_dispatch
_disabled_torch_function_impl = _dense.disabled_function
_set_conj = _lazy_flags.set_conj
_set_neg = _lazy_flags.set_neg
_dispatch_isTensorSubclassLike = _subclass.is_tensor_subclass_like  # noqa: N816 - PyTorch's name
_DispatchModule = _dispatch_module.DispatchModule
_dispatch_library = _dispatch_module.dispatch_library
_RestorePythonTLSSnapshot = _wrappers.reentrant_dispatch

# ---- keys and key sets ----
_dispatch_autogradother_backends = autogradother_backends()
_additional_keys_to_prop_for_wrapper_tensors = additional_keys_to_propagate()
_after_autograd_keyset = after_autograd()
_after_ADInplaceOrView_keyset = after_ad_inplace_or_view()  # noqa: N816 - PyTorch's name
_dispatch_keyset_full = DispatchKeySet.full
_dispatch_keyset_full_after = DispatchKeySet.full_after
_dispatch_keyset_to_string = repr
_dispatch_key_parse = DispatchKey
_functionality_to_backend_keys = _partial(_all_backend_keys, backends=_PYTORCHS)
_parse_dispatch_key = _inspection.find_key
_dispatch_key_for_device = _inspection.key_name_for_device

# ---- tensors ----
_dispatch_keys = _inspection.keys_of_tensor
_dispatch_key_set = _inspection.keys_text
_is_alias_of = _inspection.is_alias_of
_overlaps = _inspection.overlaps
_storage_id = _inspection.storage_id
_any_output_is_alias_to_input_or_output = _inspection.any_output_is_alias
_any_requires_grad = _inspection.any_requires_grad
_set_grad_enabled = _grad_mode._set_grad_enabled
_get_deterministic_fill_uninitialized_memory = _process_settings.get_deterministic_fill_uninitialized_memory
_set_deterministic_fill_uninitialized_memory = _process_settings.set_deterministic_fill_uninitialized_memory

# ---- what is registered ----
_dispatch_dump = _partial(_dispatch.dump, backends=_PYTORCHS)
# PyTorch's tests recognise its own fallbacks by the names of their files.
_dispatch_dump_table = _partial(_dispatch.dump_table, backends=_PYTORCHS, built_in="wye/FallbackKernel.cpp:0")
_dispatch_check_invariants = _dispatch.check_invariants
_dispatch_check_all_invariants = _dispatch.check_all_invariants
_dispatch_find_dangling_impls = _partial(_dispatch.find_dangling_impls, backends=_PYTORCHS)
_dispatch_find_schema_or_throw = _dispatch.find_schema_or_throw
_dispatch_get_all_op_names = _dispatch.all_op_names
_dispatch_has_backend_fallback = _dispatch.has_backend_fallback
_dispatch_has_computed_kernel_for_dispatch_key = _dispatch.has_computed_kernel_for_key
_dispatch_has_kernel = _dispatch.has_kernel
_dispatch_has_kernel_for_any_dispatch_key = _dispatch.has_kernel_for_any_key
_dispatch_has_kernel_for_dispatch_key = _dispatch.has_kernel_for_key
_dispatch_kernel_for_dispatch_key_is_fallthrough = _dispatch.kernel_is_fallthrough
_dispatch_pystub = _dispatch.python_module_of
_dispatch_get_registrations_for_dispatch_key = _inspection.registrations
_dispatch_print_registrations_for_dispatch_key = _inspection.print_registrations
_dispatch_clear_leaked_python_filenames = _inspection.forget_file_names
_get_operation_overload = _inspection.find_overload
_jit_get_operation = _inspection.find_packet
_jit_resolve_packet = _inspection.resolve_overload
_jit_get_schemas_for_operator = _inspection.schemas_of
_jit_get_all_schemas = _inspection.all_schemas
_jit_get_custom_class_schemas = _inspection.class_schemas
parse_schema = _inspection.parse_schema
_get_tracing_state = _device_answers.none
_log_api_usage_once = _usage_log.log_once
_get_schema = _inspection.schema_of

# ---- calls ----
_DispatchOperatorHandle = _dispatch.OperatorHandle
_dispatch_call_boxed = _dispatch.OperatorHandle.call_boxed
_dispatch_set_report_error_callback = _dispatch.OperatorHandle.report_errors_to
_maybe_call_torch_function_for_op_packet = _overrides.call_packet_override

_register_opaque_type = _classes.declare
_unregister_opaque_type = _classes.forget
_is_opaque_type_registered = _classes.is_known

# ---- thread state ----
_dispatch_tls_is_dispatch_key_excluded = _dispatch.is_excluded
_dispatch_tls_is_dispatch_key_included = _dispatch.is_included
_dispatch_tls_local_exclude_set = _dispatch.excluded_keys
_dispatch_tls_local_include_set = _dispatch.included_keys
_dispatch_tls_set_dispatch_key_excluded = _dispatch.set_excluded
_dispatch_tls_set_dispatch_key_included = _dispatch.set_included
_ExcludeDispatchKeyGuard = _dispatch.exclude
_IncludeDispatchKeyGuard = _dispatch.include
_ForceDispatchKeyGuard = _dispatch.force
_PreserveDispatchKeyGuard = _dispatch.preserve
_SetExcludeDispatchKeyGuard = _dispatch.set_exclude
_EnablePreDispatch = _partial(_dispatch.include, "PreDispatch")
_DisablePythonDispatcher = _partial(_dispatch.set_include, "PythonDispatcher", False)
ExcludeDispatchKeyGuard = _held(_dispatch.exclude)
_AutoDispatchBelowAutograd = _held(_dispatch.below_autograd)
_AutoDispatchBelowADInplaceOrView = _held(_dispatch.below_ad_inplace_or_view)
_DisableTorchDispatch = _held(_dispatch.no_dispatch)
_EnablePythonDispatcher = _held(_partial(_dispatch.include, "PythonDispatcher"))
_meta_in_tls_dispatch_include = _partial(_dispatch.is_included, "Meta")
_set_meta_in_tls_dispatch_include = _partial(_dispatch.set_included, "Meta")
_are_functorch_transforms_active = _partial(_dispatch.is_included, "FuncTorchDynamicLayerFrontMode")

# ---- modes ----
_TorchDispatchModeKey = _modes.ModeKey
_get_dispatch_mode = _modes.get_mode
_set_dispatch_mode = _modes.set_mode
_unset_dispatch_mode = _modes.unset_mode
_push_on_torch_dispatch_stack = _modes.push
_pop_torch_dispatch_stack = _modes.pop
_len_torch_dispatch_stack = _stack.count_modes
_get_dispatch_stack_at = _stack.mode_at

# ---- function modes ----
DisableTorchFunction = _function.disable_functions
DisableTorchFunctionSubclass = _function.disable_subclass_functions
_EnableTorchFunction = _held(_function.enable_functions)  # type: ignore[arg-type]  # entered and left as one
_push_on_torch_function_stack = _function.push_function_mode
_pop_torch_function_stack = _function.pop_function_mode
_len_torch_function_stack = _function.count_function_modes
_get_function_stack_at = _function.function_mode_at
_skip_one_hop_torch_function = _overrides.skip_one_override
_has_torch_function = _overrides.has_override
_has_torch_function_unary = _has_torch_function_variadic = _overrides.any_has_override
_is_torch_function_enabled = _overrides.is_enabled
_is_torch_function_mode_enabled = _overrides.is_mode_enabled
_is_torch_function_all_disabled = _overrides.is_disabled
_peek_should_skip_torch_function = _overrides.is_next_skipped
