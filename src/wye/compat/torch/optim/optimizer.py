"""`torch.optim.optimizer`.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.optim.annotations import Args, GlobalOptimizerPostHook, GlobalOptimizerPreHook, Kwargs, ParamsT, StateDict
from wye.optim.hooks import register_optimizer_step_post_hook, register_optimizer_step_pre_hook
from wye.optim.optimizer import Optimizer, required

__all__ = [
    "Args",
    "GlobalOptimizerPostHook",
    "GlobalOptimizerPreHook",
    "Kwargs",
    "Optimizer",
    "ParamsT",
    "StateDict",
    "register_optimizer_step_post_hook",
    "register_optimizer_step_pre_hook",
    "required",
]

__getattr__ = names_of(__name__)
