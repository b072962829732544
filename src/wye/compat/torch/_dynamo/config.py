"""`torch._dynamo.config`: settings that are remembered; nothing is compiled, so they change nothing."""

from __future__ import annotations

from wye.compiling import patcher

__all__ = ["patch"]

verbose = False
suppress_errors = False
recompile_limit = cache_size_limit = 8
accumulated_recompile_limit = accumulated_cache_size_limit = 256
assume_static_by_default = True
automatic_dynamic_shapes = True
specialize_int = False
specialize_float = False
capture_scalar_outputs = False
capture_dynamic_output_shape_ops = False
inline_inbuilt_nn_modules = True
error_on_recompile = False
dynamic_shapes = True
fake_tensor_cache_enabled = True
fake_tensor_cache_crosscheck_enabled = False

patch = patcher(__name__)
