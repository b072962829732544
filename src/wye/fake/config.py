"""Settings of tracers and fake tensors, with the names that PyTorch has in `torch._functorch.config`.

`fake_tensor_propagate_real_tensors` and `fake_tensor_allow_meta` are what a new `FakeTensorMode` begins with; the
others are remembered.
"""

from __future__ import annotations

from wye.compiling import patcher

__all__ = ["patch"]

functionalize_rng_ops = False
fake_tensor_allow_meta = True
fake_tensor_allow_unsafe_data_ptr_access = True
fake_tensor_propagate_real_tensors = False
debug_assert = False
debug_partitioner = False
use_fake_tensor = True
view_replay_for_aliased_outputs = True
treat_parameters_as_free_to_save = True
cse = True
activation_memory_budget = 1.0
donated_buffer = False
enable_autograd_cache = False
recompute_views = False
guess_tangent_strides_as_outputs = False

patch = patcher(__name__)
