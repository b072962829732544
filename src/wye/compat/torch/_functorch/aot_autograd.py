"""`torch._functorch.aot_autograd`: forward and backward graphs.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.functionalization.tensors import is_functional as is_fun
from wye.fx.aot import aot_function, make_boxed_func
from wye.fx.aot import aot_function as compiled_function
from wye.fx.aot_modules import aot_export_joint_simple, aot_module, aot_module_simplified, make_boxed_compiler
from wye.fx.aot_modules import aot_module as compiled_module
from wye.fx.partition import default_partition
from wye.fx.tracing import make_fx

__all__ = [
    "aot_export_joint_simple", "aot_function", "aot_module", "aot_module_simplified", "compiled_function",
    "compiled_module", "default_partition", "is_fun", "make_boxed_compiler", "make_boxed_func", "make_fx",
]  # fmt: skip

__getattr__ = names_of(__name__)
