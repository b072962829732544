"""`torch.nn.modules.module`.  Aliases only."""

from __future__ import annotations

from wye.hook_handles import RemovableHandle
from wye.nn.modules.backward_hooks import (
    register_module_backward_hook,
    register_module_full_backward_hook,
    register_module_full_backward_pre_hook,
)
from wye.nn.modules.global_hooks import FORWARD as _global_forward_hooks  # noqa: N811 - PyTorch's name
from wye.nn.modules.global_hooks import PRE_FORWARD as _global_forward_pre_hooks  # noqa: N811 - PyTorch's name
from wye.nn.modules.global_hooks import (
    register_module_buffer_registration_hook,
    register_module_forward_hook,
    register_module_forward_pre_hook,
    register_module_module_registration_hook,
    register_module_parameter_registration_hook,
)
from wye.nn.modules.module import Module
from wye.nn.modules.state import EXTRA_STATE as _EXTRA_STATE_KEY_SUFFIX
from wye.nn.modules.state import IncompatibleKeys as _IncompatibleKeys

__all__ = [
    "_EXTRA_STATE_KEY_SUFFIX",
    "Module",
    "RemovableHandle",
    "_IncompatibleKeys",
    "_global_forward_hooks",
    "_global_forward_pre_hooks",
    "register_module_backward_hook",
    "register_module_buffer_registration_hook",
    "register_module_forward_hook",
    "register_module_forward_pre_hook",
    "register_module_full_backward_hook",
    "register_module_full_backward_pre_hook",
    "register_module_module_registration_hook",
    "register_module_parameter_registration_hook",
]
