# ruff: noqa
"""What a test file about function overrides imports."""

import torch
import numpy as np
from torch.testing._internal.common_utils import TestCase, run_tests, TEST_WITH_CROSSREF, TEST_WITH_TORCHDYNAMO
from torch.overrides import (
    handle_torch_function,
    has_torch_function,
    get_ignored_functions,
    get_overridable_functions,
    get_testing_overrides,
    resolve_name,
    is_tensor_method_or_property,
    TorchFunctionMode,
    _get_current_function_mode,
    _get_current_function_mode_stack,
    BaseTorchFunctionMode,
    enable_reentrant_dispatch,
    get_default_nowrap_functions,
    _enable_torch_function,
    _pop_mode_temporarily,
)
from torch.utils._mode_utils import all_same_mode
from torch.utils._pytree import tree_map
from torch._C import (
    DisableTorchFunctionSubclass,
    DisableTorchFunction,
    _EnableTorchFunction,
    _is_torch_function_enabled,
    _has_torch_function_unary,
)

Tensor = torch.Tensor
get_overridable_functions()
get_testing_overrides()
