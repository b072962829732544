"""`torch.nn.modules.module`.  Aliases only."""

from __future__ import annotations

import sys

from wye.hook_handles import RemovableHandle
from wye.nn.modules.backward_hooks import AFTER as _global_backward_hooks  # noqa: N811 - PyTorch's name
from wye.nn.modules.backward_hooks import BEFORE as _global_backward_pre_hooks  # noqa: N811 - PyTorch's name
from wye.nn.modules.backward_hooks import (
    register_module_backward_hook,
    register_module_full_backward_hook,
    register_module_full_backward_pre_hook,
)
from wye.nn.modules.global_hooks import ALWAYS_CALLED as _global_forward_hooks_always_called  # noqa: N811 - PyTorch's name
from wye.nn.modules.global_hooks import BUFFERS as _global_buffer_registration_hooks  # noqa: N811 - PyTorch's name
from wye.nn.modules.global_hooks import FORWARD as _global_forward_hooks  # noqa: N811 - PyTorch's name
from wye.nn.modules.global_hooks import MODULES as _global_module_registration_hooks  # noqa: N811 - PyTorch's name
from wye.nn.modules.global_hooks import PARAMETERS as _global_parameter_registration_hooks  # noqa: N811 - PyTorch's name
from wye.nn.modules.global_hooks import PRE_FORWARD as _global_forward_pre_hooks  # noqa: N811 - PyTorch's name
from wye.nn.modules.global_hooks import WITH_KWARGS as _global_forward_hooks_with_kwargs  # noqa: N811 - PyTorch's name
from wye.nn.modules.global_hooks import (
    HookNames,
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
    "_global_backward_hooks",
    "_global_backward_pre_hooks",
    "_global_buffer_registration_hooks",
    "_global_forward_hooks",
    "_global_forward_hooks_always_called",
    "_global_forward_hooks_with_kwargs",
    "_global_forward_pre_hooks",
    "_global_module_registration_hooks",
    "_global_parameter_registration_hooks",
    "register_module_backward_hook",
    "register_module_buffer_registration_hook",
    "register_module_forward_hook",
    "register_module_forward_pre_hook",
    "register_module_full_backward_hook",
    "register_module_full_backward_pre_hook",
    "register_module_module_registration_hook",
    "register_module_parameter_registration_hook",
]

sys.modules[__name__].__class__ = HookNames  # programs clear the hooks of all modules by assigning to their names
