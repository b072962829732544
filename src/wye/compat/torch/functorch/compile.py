"""`functorch.compile`: forward and backward graphs of functions.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.compat.torch._functorch import config
from wye.fx.aot import aot_function, make_boxed_func, nop
from wye.fx.aot import aot_function as compiled_function
from wye.fx.aot_modules import aot_module, aot_module_simplified, make_boxed_compiler, memory_efficient_fusion
from wye.fx.aot_modules import aot_module as compiled_module
from wye.fx.decompositions import default_decompositions
from wye.fx.partition import default_partition, min_cut_rematerialization_partition

__all__ = [
    "aot_function", "aot_module", "aot_module_simplified", "compiled_function", "compiled_module", "config",
    "default_decompositions", "default_partition", "make_boxed_compiler", "make_boxed_func", "memory_efficient_fusion",
    "min_cut_rematerialization_partition", "nop",
]  # fmt: skip

__getattr__ = names_of(__name__)
