"""Optimizers: they change parameters by their gradients; `wye.optim.lr_scheduler` has schedules of learning rates."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from wye.optim import lr_scheduler
from wye.optim.adadelta import Adadelta
from wye.optim.adafactor import Adafactor
from wye.optim.adagrad import Adagrad
from wye.optim.adam import Adam, AdamW
from wye.optim.adamax import Adamax
from wye.optim.asgd import ASGD
from wye.optim.lbfgs import LBFGS
from wye.optim.muon import Muon
from wye.optim.nadam import NAdam
from wye.optim.optimizer import Optimizer
from wye.optim.radam import RAdam
from wye.optim.rmsprop import RMSprop
from wye.optim.rprop import Rprop
from wye.optim.sgd import SGD

if TYPE_CHECKING:
    from wye.optim import swa_utils as swa_utils

__all__ = [
    "ASGD", "LBFGS", "SGD", "Adadelta", "Adafactor", "Adagrad", "Adam", "AdamW", "Adamax", "Muon", "NAdam", "Optimizer",
    "RAdam", "RMSprop", "Rprop", "lr_scheduler",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name == "swa_utils":  # it needs modules, which optimizers do not
        return importlib.import_module("wye.optim.swa_utils")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
