"""Optimizers: they change parameters by their gradients; `wye.optim.lr_scheduler` has schedules of learning rates."""

from __future__ import annotations

from wye.optim import lr_scheduler
from wye.optim.adam import Adam, AdamW
from wye.optim.optimizer import Optimizer
from wye.optim.sgd import SGD

__all__ = ["SGD", "Adam", "AdamW", "Optimizer", "lr_scheduler"]
