"""PyTorch's dispatcher modules under their own names, over wye.  Aliases only.

`python -m wye.compat.torch program.py` runs a program with this package installed as `torch`.
"""

from __future__ import annotations

import importlib
import sys
from contextlib import suppress
from typing import Any

import wye
from wye.call.packets import ops
from wye.compat.modules import names_of
from wye.compat.torch import (
    _C,
    __config__,
    __future__,
    _custom_op,
    _custom_ops,
    _library,
    _ops,
    fx,
    library,
    overrides,
    testing,
    utils,
    version,
)
from wye.default_device import device
from wye.errors import MissingNameError
from wye.grad_mode import (
    enable_grad,
    inference_mode,
    is_grad_enabled,
    is_inference_mode_enabled,
    no_grad,
    set_grad_enabled,
)
from wye.keys import DispatchKey, DispatchKeySet
from wye.schema.tags import Tag
from wye.schema.values import DTYPE_ALIASES, DTYPES, LAYOUTS, MEMORY_FORMATS, dtype, layout, memory_format
from wye.streams import Event, Stream

__version__ = version.__version__
__all__ = [  # noqa: PLE0604 - the names of constants are read off their one list
    "__config__",
    "__future__",
    "_C",
    "_custom_op",
    "_custom_ops",
    "_library",
    "_ops",
    "DispatchKey",
    "DispatchKeySet",
    "Event",
    "Size",
    "Stream",
    "Tag",
    "Tensor",
    "device",
    "dtype",
    "enable_grad",
    "from_numpy",
    "fx",
    "inference_mode",
    "is_grad_enabled",
    "is_inference_mode_enabled",
    "layout",
    "library",
    "memory_format",
    "no_grad",
    "ops",
    "overrides",
    "set_grad_enabled",
    "tensor",
    "testing",
    "utils",
    *DTYPES,
    *DTYPE_ALIASES,
    *LAYOUTS,
    *MEMORY_FORMATS,
]

globals().update(DTYPES)
globals().update(DTYPE_ALIASES)
globals().update(LAYOUTS)
globals().update(MEMORY_FORMATS)

# Names that are the same in wye.  Taken when it is first used: the operators of tensors are loaded with it, and
# programs that only register operators do not load them.
_SAME = frozenset((
    "Generator", "Size", "Tensor", "as_tensor", "asarray", "can_cast", "cond", "default_generator", "e", "finfo",
    "from_dlpack", "from_numpy", "frombuffer", "get_default_dtype", "get_rng_state", "iinfo", "inf", "initial_seed",
    "is_storage", "is_tensor", "load", "manual_seed", "nan", "newaxis", "pi", "promote_types", "result_type", "save",
    "seed", "set_default_dtype", "set_printoptions", "set_rng_state", "tensor",
))  # fmt: skip
_SETTINGS = (
    "are_deterministic_algorithms_enabled", "get_deterministic_debug_mode", "get_float32_matmul_precision",
    "get_num_interop_threads", "get_num_threads", "is_deterministic_algorithms_warn_only_enabled",
    "set_deterministic_debug_mode", "set_float32_matmul_precision", "set_flush_denormal", "set_num_interop_threads",
    "set_num_threads", "use_deterministic_algorithms",
)  # fmt: skip
_SYMBOLIC = (
    "SymBool", "SymFloat", "SymInt", "sym_float", "sym_fresh_size", "sym_int", "sym_ite", "sym_max", "sym_min",
    "sym_not", "sym_sqrt", "sym_sum",
)  # fmt: skip
# Where other names come from; imported when they are first used.
_ELSEWHERE = {
    **dict.fromkeys(("DeviceContext", "get_default_device", "set_default_device"), "wye.default_device"),
    **dict.fromkeys(("is_warn_always_enabled", "set_warn_always"), "wye.warn_always"),
    **dict.fromkeys(_SETTINGS, "wye.process_settings"),
    **dict.fromkeys(_SYMBOLIC, "wye.symbolic"),
    "autocast": "wye.amp",
    "compile": "wye.programs",
    "vmap": "wye.transforms",
    "ScriptObject": "wye.call.script_objects",
    "Storage": "wye.tensors.storage",
    "to_dlpack": "wye.tensors.sharing",
    "TypedStorage": "wye.tensors.typed_storage",
}
_SYM_MATH = ("acos", "asin", "atan", "cos", "cosh", "log2", "sin", "sinh", "sqrt", "tan", "tanh")
_RENAMED = {
    "AcceleratorError": ("wye.testing.no_cuda", "AcceleratorError"),
    "Future": ("wye.futures", "Future"),
    "OutOfMemoryError": ("wye.testing.no_cuda", "OutOfMemoryError"),
    "StorageBase": ("wye.tensors.storage", "Storage"),
    "parse_schema": ("wye.inspection", "parse_schema"),
    "_nnpack_available": ("wye.device_answers", "never"),
    "_segment_reduce": ("wye", "segment_reduce"),
    "_tensor_classes": ("wye.deprecated.tensor_types", "TENSOR_CLASSES"),
    "_storage_classes": ("wye.tensors.storage_classes", "ALL"),
    "_debug_has_internal_overlap": ("wye.tensors.layout", "internal_overlap"),
    "set_default_tensor_type": ("wye.deprecated.tensor_types", "set_default_tensor_type"),
    **{name: ("wye.deprecated.removed_functions", name) for name in ("eig", "lstsq", "matrix_rank", "solve", "symeig")},
    "while_loop": ("wye.higher_order.control_flow", "while_loop"),
    "is_anomaly_check_nan_enabled": ("wye.autograd.anomaly", "checks_nan"),
    "is_anomaly_enabled": ("wye.autograd.anomaly", "is_enabled"),
    "UntypedStorage": ("wye.tensors.storage", "Storage"),
    "_assert": ("wye.fx.assertions", "_assert"),
    "_check": ("wye.checks", "check"),
    "_check_index": ("wye.checks", "check_index"),
    "_check_is_size": ("wye.checks", "check_is_size"),
    "_check_not_implemented": ("wye.checks", "check_not_implemented"),
    "_check_tensor_all": ("wye.checks", "check_tensor_all"),
    "_check_type": ("wye.checks", "check_type"),
    "_check_value": ("wye.checks", "check_value"),
    **{
        f"_functionalize_{name}": ("wye.functionalization.tensors", own)
        for name, own in {
            "are_all_mutations_hidden_from_autograd": "are_all_writes_hidden",
            "are_all_mutations_under_no_grad_or_inference_mode": "are_all_writes_without_grad",
            "commit_update": "commit_update",
            "enable_reapply_views": "set_reapplies_views",
            "get_storage_size": "storage_size",
            "has_data_mutation": "has_writes",
            "has_metadata_mutation": "has_new_metadata",
            "inductor_storage_resized_counter": "was_resized",
            "is_multi_output_view": "is_one_of_several",
            "is_symbolic": "is_symbolic",
            "mark_mutation_hidden_from_autograd": "mark_write_hidden",
            "mark_storage_changed": "mark_changed_storage",
            "mutation_counter": "writes",
            "replace": "replace_",
            "storage_changed_counter": "changed_storages",
            "sync": "sync_",
            "unsafe_set": "unsafe_set",
            "was_inductor_storage_resized": "was_resized",
            "was_storage_changed": "has_changed_storage",
        }.items()
    },
    "_disable_functionalization": ("wye.functionalization.tensors", "disable"),
    "_enable_functionalization": ("wye.functionalization.tensors", "enable"),
    "_freeze_functional_tensor": ("wye.functionalization.tensors", "freeze"),
    "_from_functional_tensor": ("wye.functionalization.tensors", "from_functional"),
    "_is_functional_tensor": ("wye.functionalization.tensors", "is_functional"),
    "_is_functional_tensor_base": ("wye.functionalization.tensors", "is_base"),
    "_mirror_autograd_meta_to": ("wye.autograd.mirroring", "mirror_autograd"),
    "_sync": ("wye.functionalization.tensors", "sync_"),
    "_to_functional_tensor": ("wye.functionalization.tensors", "to_functional"),
    "_constrain_as_size": ("wye", "sym_constrain_range_for_size"),
    **{f"_sym_{name}": ("wye.symbolic.functions", f"_sym_{name}") for name in _SYM_MATH},
    "typename": ("wye.tensors.type_names", "typename"),
    "GradScaler": ("wye.amp.grad_scaler", "GradScaler"),
    "_register_device_module": ("wye.compat.modules", "register_device_module"),
}
_AUTOCAST = (
    "autocast_decrement_nesting", "autocast_increment_nesting", "clear_autocast_cache", "get_autocast_cpu_dtype",
    "get_autocast_dtype", "get_autocast_gpu_dtype", "is_autocast_cache_enabled", "is_autocast_cpu_enabled",
    "is_autocast_enabled", "set_autocast_cache_enabled", "set_autocast_cpu_dtype", "set_autocast_cpu_enabled",
    "set_autocast_dtype", "set_autocast_enabled", "set_autocast_gpu_dtype",
)  # fmt: skip
_ELSEWHERE.update(dict.fromkeys(_AUTOCAST, "wye.compat.torch._C"))
_later = names_of(__name__)  # modules below this one, and names that come later


def _function(name: str) -> Any:
    importlib.import_module("wye.autograd.attributes")
    written = importlib.import_module("wye.functional")
    return (
        getattr(written, name)
        if name in written.__all__
        else importlib.import_module("wye.aten.functions").function(name)
    )


def _find(name: str) -> Any:
    if name in _SAME:
        return getattr(wye, name)
    if name in _ELSEWHERE or name in _RENAMED:
        module, own = _RENAMED.get(name, (_ELSEWHERE.get(name, ""), name))
        return getattr(importlib.import_module(module), own)
    with suppress(AttributeError):
        return _later(name)
    if name[:1].isupper() and name in vars(_C):  # PyTorch has the classes of its C++ module here, too
        return vars(_C)[name]
    if name.endswith("Tensor"):
        return importlib.import_module("wye.deprecated.tensor_types").TENSOR_TYPES[name]
    if name.endswith("Storage"):
        return importlib.import_module("wye.tensors.storage_classes").STORAGE_TYPES[name]
    return _function(name)


torch = sys.modules[__name__]  # some programs write torch.torch
_OPERATORS = frozenset(("__and__", "__lshift__", "__or__", "__rshift__", "__xor__"))


def __getattr__(name: str) -> Any:
    if (name.startswith("__") and name not in _OPERATORS) or not name.isidentifier():
        raise AttributeError(f"module 'torch' has no attribute {name!r}")
    try:
        value = _find(name)
    except (AttributeError, KeyError):
        here = sys.modules[__name__]
        raise MissingNameError(f"module 'torch' has no attribute {name!r}", name=name, obj=here) from None
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_SAME, *importlib.import_module("wye.aten.functions").names()})
