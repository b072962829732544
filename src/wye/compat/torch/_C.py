"""`torch._C`, as far as it is about dispatch and schemas: PyTorch's names over wye's.

Aliases and argument orders only; what they do is in the core.
Dumps, tables and lists of keys show PyTorch's own keys, not those of named backends.
"""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, Any, Self

import wye.modes as _modes
import wye.overrides as _overrides
from wye import dispatch as _dispatch
from wye._engine import engine as _engine
from wye.call.kernel_function import kernel_function as _kernel_function
from wye.call.packets import packet_of as _packet_of
from wye.errors import LinAlgError as _LinAlgError  # noqa: F401 - a name of PyTorch's
from wye.keys import (
    FUNCTION,
    DispatchKey,
    DispatchKeySet,
    additional_keys_to_propagate,
    after_ad_inplace_or_view,
    after_autograd,
    autogradother_backends,
    backend_keyset_from_autograd,
    is_alias,
    is_included_in_alias,
    key_for_device,
    key_name,
    num_backends,
    parse_key,
    to_functionality_key,
)
from wye.keys import functionality_to_backend_keys as _all_backend_keys
from wye.library.lifetimes import take_back_later
from wye.modes import function as _function
from wye.registry import registry as _registry
from wye.registry.kernel import counting_writes as _counting_writes
from wye.schema import Argument, FunctionSchema
from wye.schema import parse as _parse
from wye.schema.tags import Tag as Tag
from wye.tensors.data_guards import throw_on_mutable_data_ptr, warn_on_mutable_data_ptr
from wye.tensors.dense import disabled_dispatch, disabled_function
from wye.tensors.subclass import is_tensor_subclass_like
from wye.wrappers import reentrant_dispatch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_PYTORCHS = 16  # backends whose keys are shown

# ---- keys and key sets ----
_dispatch_autogradother_backends = autogradother_backends()
_additional_keys_to_prop_for_wrapper_tensors = additional_keys_to_propagate()
_after_autograd_keyset = after_autograd()
_after_ADInplaceOrView_keyset = after_ad_inplace_or_view()  # noqa: N816 - PyTorch's name
_dispatch_keyset_full = DispatchKeySet.full
_dispatch_keyset_full_after = DispatchKeySet.full_after
_dispatch_keyset_to_string = repr
_dispatch_get_backend_keyset_from_autograd = backend_keyset_from_autograd
_dispatch_is_alias_key = is_alias
_dispatch_is_included_in_alias = is_included_in_alias
_dispatch_key_name = key_name
_dispatch_key_parse = DispatchKey
_dispatch_num_backends = num_backends
_functionality_to_backend_keys = partial(_all_backend_keys, backends=_PYTORCHS)
_to_functionality_key = to_functionality_key


def _parse_dispatch_key(name: str) -> DispatchKey | None:
    try:
        return parse_key(name)
    except RuntimeError:
        return None


def _dispatch_key_for_device(device_type: str) -> str:
    return key_for_device(device_type).name


# ---- tensors ----
def _dispatch_keys(tensor: object) -> DispatchKeySet:
    keys = _engine.keys_of(tensor)
    if not isinstance(keys, DispatchKeySet):
        raise TypeError(f"expected a tensor, not {type(tensor).__name__}")
    return keys - FUNCTION


def _dispatch_key_set(tensor: object) -> str:
    return repr(_dispatch_keys(tensor))


_dispatch_isTensorSubclassLike = is_tensor_subclass_like  # noqa: N816 - PyTorch's name
_set_throw_on_mutable_data_ptr = throw_on_mutable_data_ptr
_set_warn_deprecated_on_mutable_data_ptr = warn_on_mutable_data_ptr

# ---- what is registered ----
_dispatch_dump = partial(_dispatch.dump, backends=_PYTORCHS)
# PyTorch's tests recognise its own fallbacks by the names of their files.
_dispatch_dump_table = partial(_dispatch.dump_table, backends=_PYTORCHS, built_in="wye/FallbackKernel.cpp:0")
_dispatch_check_invariants = _dispatch.check_invariants
_dispatch_check_all_invariants = _dispatch.check_all_invariants
_dispatch_find_dangling_impls = partial(_dispatch.find_dangling_impls, backends=_PYTORCHS)
_dispatch_find_schema_or_throw = _dispatch.find_schema_or_throw
_dispatch_get_all_op_names = _dispatch.all_op_names
_dispatch_has_backend_fallback = _dispatch.has_backend_fallback
_dispatch_has_computed_kernel_for_dispatch_key = _dispatch.has_computed_kernel_for_key
_dispatch_has_kernel = _dispatch.has_kernel
_dispatch_has_kernel_for_any_dispatch_key = _dispatch.has_kernel_for_any_key
_dispatch_has_kernel_for_dispatch_key = _dispatch.has_kernel_for_key
_dispatch_kernel_for_dispatch_key_is_fallthrough = _dispatch.kernel_is_fallthrough
_dispatch_pystub = _dispatch.python_module_of
_DispatchOperatorHandle = _dispatch.OperatorHandle


def _dispatch_get_registrations_for_dispatch_key(dispatch_key: str = "") -> list[str]:
    return _dispatch.registrations_for_key(dispatch_key)


def _dispatch_print_registrations_for_dispatch_key(dispatch_key: str = "") -> None:
    sys.stdout.write("".join(f"{name}\n" for name in _dispatch.registrations_for_key(dispatch_key)))


def _dispatch_clear_leaked_python_filenames() -> None:
    """Nothing to clear: wye keeps no file names beyond their registrations."""


# ---- calls ----
def _dispatch_call_boxed(handle: _dispatch.OperatorHandle, *args: Any, **kwargs: Any) -> Any:
    return handle.call_boxed(*args, **kwargs)


def _dispatch_set_report_error_callback(handle: _dispatch.OperatorHandle, callback: Callable[[str], None]) -> None:
    handle.op.report_error = callback


_dispatch_get_computed_kernel_for_dispatch_key = _kernel_function


# ---- libraries ----
_T_T = _parse("_(Tensor _0) -> Tensor _0")  # what PyTorch infers of its C++ test kernels
_TT_T = _parse("_(Tensor _0, Tensor _1) -> Tensor _0")


def _identity(tensor: Any, *rest: Any) -> Any:
    return tensor


def _optional_key(dispatch: DispatchKey | str) -> DispatchKey | str:
    """Parsed, and before anything else is looked at: a wrong key defines nothing."""
    return "" if dispatch == "" else DispatchKey(dispatch)


class _DispatchModule:
    """A low-level library with the conveniences of PyTorch's dispatcher tests."""

    def __init__(self, library: _dispatch.Library, *, owns_library: bool = False) -> None:
        self._library = library
        self._owns_library = owns_library

    def def_(self, schema: str, alias: str = "") -> Self:
        self._library.define(schema, alias)
        return self

    def def_legacy(self, schema: str) -> Self:
        self._library.define(schema, None)
        return self

    def def_name_t_t(self, name: str, dispatch: str = "", debug: str = "default_def_name_t_t") -> Self:
        key = _optional_key(dispatch)
        self._library.define(FunctionSchema(name, "", _T_T.arguments, _T_T.returns), "CONSERVATIVE")
        return self.impl_t_t(name, key, debug)

    def def_schema_t_t(
        self, name: str, dispatch: str = "", alias: str = "", debug: str = "default_def_schema_t_t"
    ) -> Self:
        key = _optional_key(dispatch)
        op = self._library.define(name, alias)
        return self.impl_t_t(op.name(), key, debug)

    def define(self, schema: str, alias_analysis: str = "", tags: Iterable[Any] = ()) -> str:
        self._library.define(schema, alias_analysis, tags)
        return _parse(schema).name

    def impl(self, name: str, dispatch: DispatchKey | str, func: Callable[..., Any], with_keyset: bool = False) -> None:
        self._library.impl(name, func, DispatchKey(dispatch), with_keyset=with_keyset)

    def impl_t_t(self, name: str, dispatch: DispatchKey | str = "", debug: str = "impl_t_t") -> Self:
        self._library.impl(name, _identity, _optional_key(dispatch), debug=debug, inferred=_T_T)
        return self

    def impl_tt_t(self, name: str, dispatch: DispatchKey | str = "", debug: str = "impl_tt_t") -> Self:
        self._library.impl(name, _identity, _optional_key(dispatch), debug=debug, inferred=_TT_T)
        return self

    def register_ad_inplace_or_view_fallback(self, name: str) -> None:
        packet, _, overload = name.rpartition("::")[2].partition(".")
        op = _dispatch.find_schema_or_throw(f"{self._library.ns}::{packet}", overload)
        self._library.impl(name, _counting_writes(op.schema()), "ADInplaceOrView")

    def fallback(self, dispatch: DispatchKey | str, func: Callable[..., Any], with_keyset: bool = False) -> None:
        self._library.fallback(func, DispatchKey(dispatch), unboxed=True, with_keyset=with_keyset)

    def fallback_fallthrough(self, dispatch: DispatchKey | str = "") -> Self:
        self._library.fallback(_dispatch.fallthrough, _optional_key(dispatch))
        return self

    def reset(self) -> None:
        self._library.reset()

    def __del__(self) -> None:
        if getattr(self, "_owns_library", False):  # as in PyTorch, registrations end with their last reference
            take_back_later(self._library)


def _dispatch_library(
    kind: str, name: str, dispatch: str, file: str = "/dev/null", linenum: int = 0
) -> _DispatchModule:
    library = _dispatch.Library(kind, name, dispatch, location=f"{file}:{linenum}", accepts_none=True, redefine=False)
    return _DispatchModule(library, owns_library=True)


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
_EnablePreDispatch = partial(_dispatch.include, "PreDispatch")
_DisablePythonDispatcher = partial(_dispatch.set_include, "PythonDispatcher", False)


def ExcludeDispatchKeyGuard(keyset: DispatchKeySet) -> _dispatch.Held:  # noqa: N802 - PyTorch's name
    return _dispatch.Held(_dispatch.exclude(keyset))


def _AutoDispatchBelowAutograd() -> _dispatch.Held:  # noqa: N802 - PyTorch's name
    return _dispatch.Held(_dispatch.below_autograd())


def _AutoDispatchBelowADInplaceOrView() -> _dispatch.Held:  # noqa: N802 - PyTorch's name
    return _dispatch.Held(_dispatch.below_ad_inplace_or_view())


def _DisableTorchDispatch() -> _dispatch.Held:  # noqa: N802 - PyTorch's name
    return _dispatch.Held(_dispatch.no_dispatch())


def _EnablePythonDispatcher() -> _dispatch.Held:  # noqa: N802 - PyTorch's name
    return _dispatch.Held(_dispatch.include("PythonDispatcher"))


def _meta_in_tls_dispatch_include() -> bool:
    return _dispatch.is_included("Meta")


def _set_meta_in_tls_dispatch_include(value: bool) -> None:
    _dispatch.set_included("Meta", value)


# ---- modes ----
_TorchDispatchModeKey = _modes.ModeKey
_get_dispatch_mode = _modes.get_mode
_set_dispatch_mode = _modes.set_mode
_unset_dispatch_mode = _modes.unset_mode
_push_on_torch_dispatch_stack = _modes.push
_pop_torch_dispatch_stack = _modes.pop
_disabled_torch_dispatch_impl = disabled_dispatch


def _len_torch_dispatch_stack() -> int:
    return len(_modes.current_modes())


def _get_dispatch_stack_at(index: int) -> Any:
    modes = _modes.current_modes()
    if not 0 <= index < len(modes):
        raise RuntimeError("Tried to get stack at idx that's too big")
    return modes[index]


# ---- function modes ----
DisableTorchFunction = DisableTorchFunctionSubclass = _function.disable_functions
_disabled_torch_function_impl = disabled_function
_push_on_torch_function_stack = _function.push_function_mode
_pop_torch_function_stack = _function.pop_function_mode
_RestorePythonTLSSnapshot = reentrant_dispatch
_skip_one_hop_torch_function = _overrides.skip_one_override
_has_torch_function = _overrides.has_override
_is_torch_function_enabled = _overrides.is_enabled


def _has_torch_function_unary(obj: object) -> bool:
    return _overrides.has_override((obj,))


def _has_torch_function_variadic(*args: object) -> bool:
    return _overrides.has_override(args)


def _len_torch_function_stack() -> int:
    return len(_modes.current_function_modes())


def _get_function_stack_at(index: int) -> Any:
    return _modes.current_function_modes()[index]


def _is_torch_function_mode_enabled() -> bool:
    return _is_torch_function_enabled() and _len_torch_function_stack() > 0


def _is_autocast_available(device_type: str) -> bool:
    return f"Autocast{key_for_device(device_type).name}" in DispatchKey.__members__


# ---- schemas ----
_SchemaArgument = Argument


def parse_schema(schema: str, allow_typevars: bool = True) -> FunctionSchema:
    return _parse(schema, allow_typevars)


def _get_schema(name: str, overload: str) -> FunctionSchema:
    return _dispatch.find_schema_or_throw(name, overload).schema()


def _get_operation_overload(name: str, overload: str) -> tuple[Any, Any, list[Any]] | None:
    entry = _registry.overloads.get(name, {}).get(overload)
    if entry is None:
        return None
    op: Any = entry.op
    return op, op._op_dk, list(op.tags)


def _jit_get_operation(qualified_name: str) -> tuple[Any, list[str] | None]:
    if qualified_name not in _registry.overloads:
        return None, None
    packet = _packet_of(qualified_name)
    return packet, packet._overload_names


def _jit_get_schemas_for_operator(name: str) -> list[FunctionSchema]:
    return [s for s in _jit_get_all_schemas() if s.name == name]


def _jit_get_all_schemas() -> list[FunctionSchema]:
    return [entry.definition.schema for entry in _registry.defined() if entry.definition is not None]
