"""Schedules: learning rates that change from step to step."""

from __future__ import annotations

from wye.optim import combined_schedules, restarting_schedules, schedules
from wye.optim.combined_schedules import *  # noqa: F403 - each module lists what it has
from wye.optim.cyclic import CyclicLR as CyclicLR
from wye.optim.one_cycle import OneCycleLR as OneCycleLR
from wye.optim.restarting_schedules import *  # noqa: F403
from wye.optim.schedules import *  # noqa: F403

__all__ = sorted([  # noqa: PLE0605 - read off the modules
    "CyclicLR", "OneCycleLR", *combined_schedules.__all__, *restarting_schedules.__all__, *schedules.__all__,
])  # fmt: skip
