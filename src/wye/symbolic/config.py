"""Settings of symbolic shapes, with the names that PyTorch has in `torch.fx.experimental._config`.

`use_duck_shape` is what a new `ShapeEnv` begins with; the others are remembered.
"""

from __future__ import annotations

from wye.compiling import patcher

__all__ = ["patch"]

use_duck_shape = True
translation_validation = False
translation_validation_timeout = 600000
translation_validation_no_bisect = False
check_shape_env_recorded_events = False
print_specializations = False
validate_shape_env_version_key = False
symbol_guard_limit_before_specialize: int | None = None
meta_nonzero_assume_all_nonzero = False
backed_size_oblivious = False
inject_EVALUATE_EXPR_flip_equality_TESTING_ONLY = False  # noqa: N816 - PyTorch's name
no_data_dependent_graph_break = False

patch = patcher(__name__)
