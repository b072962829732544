"""wye: PyTorch's operator dispatcher as a standalone library.

Public names, re-exports only.  Each is imported when it is first used, so `import wye` costs next to nothing and NumPy
is loaded only when it is needed.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from typing import TYPE_CHECKING, Any

from wye import late_names
from wye.errors import MissingNameError

if TYPE_CHECKING:
    from math import e, inf, nan, pi

    from wye import amp as amp
    from wye import array_api as array_api
    from wye import backends as backends
    from wye import checks as checks
    from wye import compat as compat
    from wye import dispatch, errors, schema
    from wye import explorer as explorer
    from wye import fake as fake
    from wye import fft as fft
    from wye import func as func
    from wye import functional as functional
    from wye import fx as fx
    from wye import library as library
    from wye import linalg as linalg
    from wye import nn as nn
    from wye import numpy as numpy
    from wye import optim as optim
    from wye import overrides as overrides
    from wye import pytree as pytree
    from wye import return_types as return_types
    from wye import special as special
    from wye import symbolic as symbolic
    from wye import testing as testing
    from wye import transforms as transforms
    from wye import weak as weak
    from wye import wrappers as wrappers
    from wye._constants import *  # noqa: F403 - stubs made from the schemas; `__getattr__` finds these names
    from wye._functions import *  # noqa: F403
    from wye.amp import autocast
    from wye.array_transforms import (
        functionalize,
        grad,
        grad_and_value,
        hessian,
        jacfwd,
        jacobian,
        jacrev,
        jvp,
        linearize,
        make_fx,
        value_and_grad,
        vjp,
        vmap,
    )
    from wye.call import OpOverload, OpOverloadPacket, register_array_type
    from wye.call.packets import ops
    from wye.checks import check as _check  # noqa: F401 - the name that PyTorch has for it
    from wye.debug import PythonDispatcher
    from wye.errors import NoKernelError, SchemaError, WyeError
    from wye.explanation import Explanation, explain
    from wye.functional.dtype_questions import can_cast, promote_types, result_type
    from wye.grad_mode import (
        enable_grad,
        inference_mode,
        is_grad_enabled,
        is_inference_mode_enabled,
        no_grad,
        set_grad_enabled,
    )
    from wye.higher_order import HigherOrderOperator, cond, scan, while_loop
    from wye.higher_order import map as map  # not in __all__: `import *` would hide the builtin
    from wye.keys import DispatchKey, DispatchKeySet, register_backend
    from wye.modes import DispatchMode, FunctionMode
    from wye.recording import Recording, record
    from wye.schema.tags import Tag
    from wye.schema.values import device, dtype
    from wye.serialization import load, save
    from wye.shape_evaluation import ShapeDtype, eval_shape
    from wye.symbolic import SymBool, SymFloat, SymInt
    from wye.tensors import Size, Tensor, as_tensor, from_numpy, tensor
    from wye.tensors.dtypes import get_default_dtype, set_default_dtype
    from wye.tensors.generator import (
        Generator,
        default_generator,
        get_rng_state,
        initial_seed,
        manual_seed,
        seed,
        set_rng_state,
    )
    from wye.tensors.limits import finfo, iinfo
    from wye.tensors.printing import get_printoptions, printoptions, set_printoptions
    from wye.tensors.sharing import asarray, from_dlpack, frombuffer, is_tensor
    from wye.tensors.storage import Storage, UntypedStorage, is_storage

__version__ = "0.1.0"
newaxis = None

__all__: list[str] = [
    "DispatchKey",
    "DispatchKeySet",
    "DispatchMode",
    "Explanation",
    "FunctionMode",
    "Generator",
    "HigherOrderOperator",
    "NoKernelError",
    "OpOverload",
    "OpOverloadPacket",
    "PythonDispatcher",
    "Recording",
    "SchemaError",
    "ShapeDtype",
    "Size",
    "Storage",
    "SymBool",
    "SymFloat",
    "SymInt",
    "Tag",
    "Tensor",
    "UntypedStorage",
    "WyeError",
    "__version__",
    "as_tensor",
    "asarray",
    "autocast",
    "can_cast",
    "cond",
    "default_generator",
    "device",
    "dispatch",
    "dtype",
    "e",
    "enable_grad",
    "errors",
    "eval_shape",
    "explain",
    "finfo",
    "from_dlpack",
    "from_numpy",
    "frombuffer",
    "functionalize",
    "get_default_dtype",
    "get_printoptions",
    "get_rng_state",
    "grad",
    "grad_and_value",
    "hessian",
    "iinfo",
    "inf",
    "inference_mode",
    "initial_seed",
    "is_grad_enabled",
    "is_inference_mode_enabled",
    "is_storage",
    "is_tensor",
    "jacfwd",
    "jacobian",
    "jacrev",
    "jvp",
    "linearize",
    "load",
    "make_fx",
    "manual_seed",
    "nan",
    "newaxis",
    "no_grad",
    "ops",
    "pi",
    "printoptions",
    "promote_types",
    "record",
    "register_array_type",
    "register_backend",
    "result_type",
    "save",
    "scan",
    "schema",
    "seed",
    "set_default_dtype",
    "set_grad_enabled",
    "set_printoptions",
    "set_rng_state",
    "tensor",
    "value_and_grad",
    "vjp",
    "vmap",
    "while_loop",
]
if TYPE_CHECKING:  # type checkers take names that are not listed for private
    from wye import _constants, _functions

    __all__ += _constants.__all__
    __all__ += _functions.__all__

_HOME = {
    "DispatchKey": "wye.keys",
    "DispatchKeySet": "wye.keys",
    "DispatchMode": "wye.modes",
    "FunctionMode": "wye.modes",
    "Generator": "wye.tensors.generator",
    "HigherOrderOperator": "wye.higher_order",
    "NoKernelError": "wye.errors",
    "OpOverload": "wye.call",
    "OpOverloadPacket": "wye.call",
    "PythonDispatcher": "wye.debug",
    "SchemaError": "wye.errors",
    "ShapeDtype": "wye.shape_evaluation",
    "Size": "wye.tensors",
    "Storage": "wye.tensors.storage",
    "UntypedStorage": "wye.tensors.storage",
    "Tag": "wye.schema.tags",
    "Tensor": "wye.tensors",
    "WyeError": "wye.errors",
    "as_tensor": "wye.tensors",
    "autocast": "wye.amp",
    "asarray": "wye.tensors.sharing",
    "can_cast": "wye.functional.dtype_questions",
    "cond": "wye.higher_order",
    "default_generator": "wye.tensors.generator",
    "device": "wye.default_device",
    "dtype": "wye.schema.values",
    "e": "math",
    "enable_grad": "wye.grad_mode",
    "eval_shape": "wye.shape_evaluation",
    "explain": "wye.explanation",
    "Explanation": "wye.explanation",
    "finfo": "wye.tensors.limits",
    "from_dlpack": "wye.tensors.sharing",
    "from_numpy": "wye.tensors",
    "frombuffer": "wye.tensors.sharing",
    "functionalize": "wye.array_transforms",
    "get_default_dtype": "wye.tensors.dtypes",
    "grad": "wye.array_transforms",
    "grad_and_value": "wye.array_transforms",
    "hessian": "wye.array_transforms",
    "jacfwd": "wye.array_transforms",
    "jacrev": "wye.array_transforms",
    "jvp": "wye.array_transforms",
    "get_printoptions": "wye.tensors.printing",
    "get_rng_state": "wye.tensors.generator",
    "iinfo": "wye.tensors.limits",
    "inf": "math",
    "inference_mode": "wye.grad_mode",
    "initial_seed": "wye.tensors.generator",
    "is_grad_enabled": "wye.grad_mode",
    "is_inference_mode_enabled": "wye.grad_mode",
    "is_storage": "wye.tensors.storage",
    "is_tensor": "wye.tensors.sharing",
    "manual_seed": "wye.tensors.generator",
    "map": "wye.higher_order",
    "nan": "math",
    "no_grad": "wye.grad_mode",
    "pi": "math",
    "printoptions": "wye.tensors.printing",
    "promote_types": "wye.functional.dtype_questions",
    "record": "wye.recording",
    "Recording": "wye.recording",
    "register_array_type": "wye.call",
    "register_backend": "wye.keys",
    "result_type": "wye.functional.dtype_questions",
    "scan": "wye.higher_order",
    "seed": "wye.tensors.generator",
    "load": "wye.serialization",
    "save": "wye.serialization",
    "set_default_dtype": "wye.tensors.dtypes",
    "set_grad_enabled": "wye.grad_mode",
    "set_printoptions": "wye.tensors.printing",
    "set_rng_state": "wye.tensors.generator",
    **dict.fromkeys(("SymBool", "SymFloat", "SymInt"), "wye.symbolic"),
    "tensor": "wye.tensors",
    "vjp": "wye.array_transforms",
    "vmap": "wye.array_transforms",
    **dict.fromkeys(("jacobian", "linearize", "make_fx", "value_and_grad"), "wye.array_transforms"),
    "while_loop": "wye.higher_order",
}
_MODULES = (
    "amp", "array_api", "autograd", "backends", "checks", "compat", "dispatch", "errors", "explorer", "fake", "fft",
    "func", "functional", "functionalization", "fx", "library", "linalg",
    "nn", "numpy", "ops", "optim", "overrides", "pytree", "return_types", "schema", "special", "symbolic", "testing",
    "transforms", "weak", "wrappers",
)  # fmt: skip

late_names.homes["wye.library", "opcheck"] = "wye.testing.operator_checks"
late_names.homes["wye.nn.modules.module", "compile"] = "wye.programs"
late_names.homes["wye.autograd", "vmap"] = "wye.transforms.vmap"
late_names.homes["wye.numpy", "grad"] = late_names.homes["wye.numpy", "vmap"] = "wye.array_transforms"
late_names.homes["wye.functionalization", "mirror_autograd"] = "wye.autograd.mirroring"
late_names.homes["wye.fake", "from_array"] = "wye.shape_evaluation"
late_names.homes["wye.fx", "entered"] = "wye.array_transforms"
late_names.homes["wye.array_transforms", "ArrayGraphModule"] = "wye.array_graphs"
late_names.homes["wye.tensors", "array_ufunc"] = "wye.numpy.calls"
late_names.homes["wye.tensors", "array_function"] = "wye.numpy.calls"

# Conditions, under the names that PyTorch has for them.
_CHECKS = ("_check", "_check_index", "_check_is_size", "_check_not_implemented", "_check_type", "_check_value")


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return importlib.import_module(f"wye.{name}")
    if name in _CHECKS:
        value = getattr(importlib.import_module("wye.checks"), name[1:])
    elif name in _HOME:
        if _HOME[name].startswith(("wye.tensors", "wye.serialization", "wye.functional")):
            importlib.import_module("wye.autograd.attributes")  # what tensors can do
        value = getattr(importlib.import_module(_HOME[name]), name)
    else:
        value = _constant(name) or _function(name)
    globals()[name] = value
    return value


def _constant(name: str) -> Any:
    """A dtype, layout or memory format; None: there is none of this name."""
    if name.startswith("_"):
        return None
    values = importlib.import_module("wye.schema.values")
    tables = values.DTYPES, values.DTYPE_ALIASES, values.LAYOUTS, values.MEMORY_FORMATS
    return next((table[name] for table in tables if name in table), None)


def _function(name: str) -> Any:
    """A function of tensors."""
    here = sys.modules[__name__]
    missing = MissingNameError(f"module 'wye' has no attribute {name!r}", name=name, obj=here)
    if name.startswith("_") or importlib.util.find_spec(f"wye.{name}") is not None:
        raise missing  # private, or `from wye import module` asking before it imports
    importlib.import_module("wye.autograd.attributes")
    written = importlib.import_module("wye.functional")
    if name in written.__all__:
        return getattr(written, name)
    try:
        return importlib.import_module("wye.aten.functions").function(name)
    except AttributeError:
        raise missing from None


def __dir__() -> list[str]:
    values = importlib.import_module("wye.schema.values")
    constants = (*values.DTYPES, *values.DTYPE_ALIASES, *values.LAYOUTS, *values.MEMORY_FORMATS)
    written = importlib.import_module("wye.functional").__all__
    functions = (*written, *importlib.import_module("wye.aten.functions").names())
    public = {name for name in (*constants, *functions) if not name.startswith("_")}
    return sorted({*__all__, *_HOME, *_MODULES, *public, *(name for name in globals() if name.startswith("__"))})
