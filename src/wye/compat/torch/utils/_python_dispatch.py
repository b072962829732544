"""`torch.utils._python_dispatch`: modes and wrapper subclasses.  Aliases only."""

from __future__ import annotations

from wye.modes import DispatchMode as TorchDispatchMode
from wye.modes.both_stacks import PassingMode as BaseTorchDispatchMode
from wye.modes.both_stacks import all_disabled as _disable_current_modes
from wye.modes.both_stacks import find_infra_mode as _detect_infra_mode
from wye.modes.both_stacks import infra_mode_disabled as _disable_infra_mode
from wye.modes.both_stacks import is_any_active as is_in_torch_dispatch_mode
from wye.modes.both_stacks import is_any_of_users_active as any_torch_dispatch_mode_on_stack
from wye.modes.both_stacks import mode_list as _get_current_dispatch_mode_stack
from wye.modes.both_stacks import pop_anywhere as _pop_mode
from wye.modes.both_stacks import popped as _pop_mode_temporarily
from wye.modes.both_stacks import push_anywhere as _push_mode
from wye.modes.both_stacks import unset_infra_mode as _unset_infra_mode
from wye.modes.stack import count_modes as _len_torch_dispatch_stack
from wye.modes.stack import current_mode as _get_current_dispatch_mode
from wye.wrappers import (
    TraceableWrapperSubclass,
    autograd_would_have_decomposed,
    is_traceable_wrapper_subclass,
    is_traceable_wrapper_subclass_type,
    return_and_correct_aliasing,
    transform_subclass,
)

__all__ = [
    "BaseTorchDispatchMode",
    "TensorWithFlatten",
    "TorchDispatchMode",
    "TraceableWrapperSubclass",
    "_detect_infra_mode",
    "_disable_current_modes",
    "_disable_infra_mode",
    "_get_current_dispatch_mode",
    "_get_current_dispatch_mode_stack",
    "_len_torch_dispatch_stack",
    "_pop_mode",
    "_pop_mode_temporarily",
    "_push_mode",
    "_unset_infra_mode",
    "any_torch_dispatch_mode_on_stack",
    "autograd_would_have_decomposed",
    "is_in_torch_dispatch_mode",
    "is_traceable_wrapper_subclass",
    "is_traceable_wrapper_subclass_type",
    "return_and_correct_aliasing",
    "transform_subclass",
]

TensorWithFlatten = TraceableWrapperSubclass
