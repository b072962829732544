"""A schedule of one rise and one fall, of rates and of momentum."""

from __future__ import annotations

import math
from typing import Any

from wye.optim.optimizer import Optimizer
from wye.optim.schedules import LRScheduler
from wye.tensors import Tensor

__all__ = ["CyclesMomentum", "OneCycleLR", "of_groups"]


def of_groups(name: str, optimizer: Optimizer, value: Any) -> list[Any]:
    """An option for each group; tensors are copied, so that changes of what was given change no schedule.

    Raises:
        ValueError: another number of them.
    """
    n = len(optimizer.param_groups)
    if not isinstance(value, (list, tuple)):
        return [value.clone() if isinstance(value, Tensor) else value for _ in range(n)]
    if len(value) != n:
        raise ValueError(
            f"{name} must have the same length as optimizer.param_groups. {name} has {len(value)} values, param_groups "
            f"has {n}."
        )
    return [one.clone() if isinstance(one, Tensor) else one for one in value]


def _total_steps(total_steps: Any, epochs: Any, steps_per_epoch: Any) -> int:
    if total_steps is None and (epochs is None or steps_per_epoch is None):
        raise ValueError("You must define either total_steps OR (epochs AND steps_per_epoch)")
    given = (
        {"epochs": epochs, "steps_per_epoch": steps_per_epoch} if total_steps is None else {"total_steps": total_steps}
    )
    for name, value in given.items():
        if value <= 0 or not isinstance(value, int):
            raise ValueError(f"Expected positive integer {name}, but got {value}")
    return math.prod(given.values())


class CyclesMomentum(LRScheduler):
    """The part of a schedule that changes momentum against rates."""

    use_beta1: bool

    def _check_momentum(self) -> None:
        defaults = self.optimizer.defaults
        if "momentum" not in defaults and "betas" not in defaults:
            raise ValueError("optimizer must support momentum or beta1 with `cycle_momentum` option enabled")
        self.use_beta1 = "betas" in defaults

    def _set_momentum(self, group: dict[str, Any], value: float) -> None:
        if self.use_beta1:
            group["betas"] = (value, *group["betas"][1:])
        else:
            group["momentum"] = value


class OneCycleLR(CyclesMomentum):
    """Rates rise from ``max_lr / div_factor`` to ``max_lr``, and fall far below where they began.

    Args:
        optimizer: Whose learning rates change.
        max_lr: The greatest rate, of all groups or of each.
        total_steps: The number of steps.
        epochs: The number of epochs, instead of it.
        steps_per_epoch: With the number of steps in each.
        pct_start: The part of the steps in which rates rise.
        anneal_strategy: ``"cos"`` or ``"linear"``.
        cycle_momentum: Does momentum fall and rise against rates?
        base_momentum: The least momentum.
        max_momentum: The greatest.
        div_factor: ``max_lr`` over the first rate.
        final_div_factor: The first rate over the last.
        three_phase: Fall to the first rate as fast as they rose, and then on.
        last_epoch: The last step that was done; -1 for none.

    Raises:
        TypeError: no optimizer.
        ValueError: an option that makes no sense.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        max_lr: float | list[float],
        total_steps: int | None = None,
        epochs: int | None = None,
        steps_per_epoch: int | None = None,
        pct_start: float = 0.3,
        anneal_strategy: str = "cos",
        cycle_momentum: bool = True,
        base_momentum: float | list[float] = 0.85,
        max_momentum: float | list[float] = 0.95,
        div_factor: float = 25.0,
        final_div_factor: float = 1e4,
        three_phase: bool = False,
        last_epoch: int = -1,
    ) -> None:
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        self.optimizer = optimizer
        self.total_steps = _total_steps(total_steps, epochs, steps_per_epoch)
        self._schedule_phases = self._phases(pct_start, three_phase)
        if pct_start < 0 or pct_start > 1 or not isinstance(pct_start, float):
            raise ValueError(f"Expected float between 0 and 1 pct_start, but got {pct_start}")
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}")
        self._anneal_func_type = anneal_strategy
        greatest = of_groups("max_lr", optimizer, max_lr)
        if last_epoch == -1:
            for group, lr in zip(optimizer.param_groups, greatest, strict=True):
                first = lr / div_factor
                group |= {"initial_lr": first, "max_lr": lr, "min_lr": first / final_div_factor}
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self._begin_momentum(base_momentum, max_momentum, last_epoch == -1)
        super().__init__(optimizer, last_epoch)

    def _phases(self, pct_start: float, three_phase: bool) -> list[dict[str, Any]]:
        """Where each phase ends, and between which options of a group it goes."""
        names = ("end_step", "start_lr", "end_lr", "start_momentum", "end_momentum")
        rise = float(pct_start * self.total_steps) - 1, "initial_lr", "max_lr", "max_momentum", "base_momentum"
        end = self.total_steps - 1
        if not three_phase:
            phases = [rise, (end, "max_lr", "min_lr", "base_momentum", "max_momentum")]
        else:
            back = float(2 * pct_start * self.total_steps) - 2
            phases = [
                rise,
                (back, "max_lr", "initial_lr", "base_momentum", "max_momentum"),
                (end, "initial_lr", "min_lr", "max_momentum", "max_momentum"),
            ]
        return [dict(zip(names, phase, strict=True)) for phase in phases]

    def _begin_momentum(self, base: Any, most: Any, is_new: bool) -> None:
        self._check_momentum()
        greatest = of_groups("max_momentum", self.optimizer, most)
        least = of_groups("base_momentum", self.optimizer, base)
        if is_new:
            for group, high, low in zip(self.optimizer.param_groups, greatest, least, strict=True):
                self._set_momentum(group, high)
                group |= {"max_momentum": high, "base_momentum": low}

    def _between(self, start: float, end: float, part: float) -> float:
        if self._anneal_func_type == "cos":
            return end + (start - end) / 2.0 * (math.cos(math.pi * part) + 1)
        return (end - start) * part + start

    def get_lr(self) -> list[Any]:
        """The rates on the way; sets momentum too.

        Raises:
            ValueError: more steps than there are.
        """
        self._warn_outside()
        now, start = self.last_epoch, 0.0
        if now > self.total_steps:
            raise ValueError(f"Tried to step {now} times. The specified number of total steps is {self.total_steps}")
        for phase in self._schedule_phases:
            if now <= phase["end_step"]:
                break
            if phase is not self._schedule_phases[-1]:
                start = phase["end_step"]
        part = (now - start) / (phase["end_step"] - start)
        if self.cycle_momentum:
            for group in self.optimizer.param_groups:
                low, high = group[phase["start_momentum"]], group[phase["end_momentum"]]
                self._set_momentum(group, self._between(low, high, part))
        groups = self.optimizer.param_groups
        return [self._between(group[phase["start_lr"]], group[phase["end_lr"]], part) for group in groups]
