"""`torch.optim.optimizer`.  Aliases only."""

from __future__ import annotations

from wye.optim.hooks import register_optimizer_step_post_hook, register_optimizer_step_pre_hook
from wye.optim.optimizer import Optimizer, required

__all__ = ["Optimizer", "register_optimizer_step_post_hook", "register_optimizer_step_pre_hook", "required"]
