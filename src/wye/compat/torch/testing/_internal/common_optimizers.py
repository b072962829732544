"""`torch.testing._internal.common_optimizers`: optimizers as test cases.  Aliases only."""

from __future__ import annotations

from typing import Any

from wye.compat.modules import names_of
from wye.testing.optimizer_cases import OPTIMIZERS as optim_db  # noqa: N811 - PyTorch's name
from wye.testing.optimizer_cases import OptimizerInfo, TensorTracker, optims
from wye.testing.optimizer_cases import device_type_of as _get_device_type
from wye.testing.optimizer_cases import inputs_with_implementations as _get_optim_inputs_including_global_cliquey_kwargs
from wye.testing.optimizer_errors import ErrorOptimizerInput, OptimizerErrorEnum, OptimizerInput

__all__ = [
    "ErrorOptimizerInput",
    "OptimizerErrorEnum",
    "OptimizerInfo",
    "OptimizerInput",
    "TensorTracker",
    "_get_device_type",
    "_get_optim_inputs_including_global_cliquey_kwargs",
    "optim_db",
    "optims",
]

__getattr__: Any = names_of(__name__)
