"""Schedules that are made of others, and one that follows a measured value."""

from __future__ import annotations

import warnings
from bisect import bisect_right
from math import inf
from typing import TYPE_CHECKING, Any

from wye.optim.optimizer import Optimizer
from wye.optim.schedules import EPOCH_DEPRECATION_WARNING, LRScheduler

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["ChainedScheduler", "ReduceLROnPlateau", "SequentialLR"]


class _Combined(LRScheduler):
    """Schedules of one optimizer."""

    _schedulers: Sequence[LRScheduler]

    def _check(self, schedulers: Sequence[Any], optimizer: Optimizer) -> None:
        name = type(self).__name__
        for place, one in enumerate(schedulers):
            if not hasattr(one, "optimizer"):
                raise TypeError(f"{name} at index {place} should have `optimizer` as its attribute.")
            if isinstance(one, ReduceLROnPlateau):
                raise ValueError(
                    f"{name} does not support `ReduceLROnPlateau` scheduler as it requires additional kwargs to be "
                    f"specified when calling `step`, but got one at index {place} in the given schedulers sequence."
                )
            if one.optimizer != optimizer:
                raise ValueError(
                    f"{name} expects all schedulers to belong to the same optimizer, but got scheduler "
                    f"{type(one).__name__} at index {place} has {one.optimizer}, which is different from "
                    f"{type(optimizer).__name__}."
                )

    def state_dict(self) -> dict[str, Any]:
        """All of it but the optimizer; of the schedules their states."""
        kept = {name: value for name, value in super().state_dict().items() if name != "_schedulers"}
        return {**kept, "_schedulers": [one.state_dict() for one in self._schedulers]}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take what `state_dict` returned back."""
        self.__dict__.update({name: value for name, value in state_dict.items() if name != "_schedulers"})
        for one, kept in zip(self._schedulers, state_dict["_schedulers"], strict=True):
            one.load_state_dict(kept)


class SequentialLR(_Combined):
    """One schedule after another: the next one begins at each of the steps ``milestones``.

    Args:
        optimizer: Whose learning rates change.
        schedulers: The schedules.
        milestones: The steps; one less than schedules.
        last_epoch: The last step that was done; -1 for none.

    Raises:
        TypeError: something that is no schedule.
        ValueError: schedules of other optimizers, or another number of steps.
    """

    def __init__(
        self, optimizer: Optimizer, schedulers: list[LRScheduler], milestones: list[int], last_epoch: int = -1
    ) -> None:
        if len(schedulers) < 1:
            raise ValueError(f"{type(self).__name__} expects at least one scheduler, but got no scheduler.")
        self._check(schedulers, optimizer)
        if len(milestones) != len(schedulers) - 1:
            raise ValueError(
                "Sequential Schedulers expects number of schedulers provided to be one more than the number of "
                f"milestone points, but got number of schedulers {len(schedulers)} and the number of milestones to be "
                f"equal to {len(milestones)}"
            )
        self._schedulers, self._milestones = schedulers, milestones
        self.last_epoch, self.optimizer = last_epoch + 1, optimizer
        self._set([group["initial_lr"] for group in optimizer.param_groups])
        self.recursive_undo()  # the schedules have made their first steps
        first = schedulers[bisect_right(milestones, 0)]
        first._initial_step()
        self._last_lr = first.get_last_lr()

    def recursive_undo(self, sched: Any = None) -> None:
        """Let a schedule, and those it is made of, begin a step earlier."""
        sched = self if sched is None else sched
        if hasattr(sched, "_schedulers"):
            for one in sched._schedulers:
                self.recursive_undo(one)
        elif hasattr(sched, "last_epoch"):
            sched.last_epoch -= 1

    def step(self) -> None:  # type: ignore[override]  # as in PyTorch, it cannot go to another step
        """Go on by one step."""
        self.last_epoch += 1
        place = bisect_right(self._milestones, self.last_epoch)
        current = self._schedulers[place]
        if place > 0 and self._milestones[place - 1] == self.last_epoch:
            current._update_lr(0)
        else:
            current.step()
        self._last_lr = current.get_last_lr()


class ChainedScheduler(_Combined):
    """Several schedules at once, each of which changes what the others have left.

    Args:
        schedulers: The schedules.
        optimizer: Whose learning rates change; by default that of the first.

    Raises:
        TypeError: something that is no schedule.
        ValueError: no schedules, or schedules of other optimizers.
    """

    def __init__(self, schedulers: Sequence[LRScheduler], optimizer: Optimizer | None = None) -> None:
        if len(schedulers) < 1:
            raise ValueError(
                f"{type(self).__name__} expects at least one scheduler to be chained, but got no scheduler."
            )
        self._check(schedulers, optimizer or schedulers[0].optimizer)
        self._schedulers, self.optimizer = schedulers, optimizer or schedulers[0].optimizer
        self._last_lr = self._current()

    def step(self) -> None:  # type: ignore[override]  # as in PyTorch, it cannot go to another step
        """Go on by one step."""
        for one in self._schedulers:
            one.step()
        self._last_lr = self._current()


class ReduceLROnPlateau(LRScheduler):
    """Lower rates when a measured value does not get better any more.

    Args:
        optimizer: Whose learning rates change.
        mode: Is a ``"min"`` or a ``"max"`` wanted?
        factor: What rates are multiplied with.
        patience: How many steps without progress are waited for.
        threshold: How much counts as progress.
        threshold_mode: ``"rel"`` as a part of the best value, ``"abs"`` as a difference.
        cooldown: How many steps nothing is counted after rates were lowered.
        min_lr: The least rate, of all groups or of each.
        eps: Changes below this are not made.

    Raises:
        TypeError: no optimizer.
        ValueError: an option that makes no sense.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        mode: str = "min",
        factor: float = 0.1,
        patience: int = 10,
        threshold: float = 1e-4,
        threshold_mode: str = "rel",
        cooldown: int = 0,
        min_lr: list[float] | float = 0,
        eps: float = 1e-8,
    ) -> None:
        if factor >= 1.0:
            raise ValueError("Factor should be < 1.0.")
        self.factor = factor
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        self.optimizer = optimizer
        n, self.default_min_lr = len(optimizer.param_groups), None if isinstance(min_lr, (list, tuple)) else min_lr
        self.min_lrs = [*min_lr] if isinstance(min_lr, (list, tuple)) else [min_lr] * n
        if len(self.min_lrs) != n:
            raise ValueError(f"expected {n} min_lrs, got {len(self.min_lrs)}")
        self.patience, self.cooldown, self.eps, self.last_epoch = patience, cooldown, eps, 0
        self._last_lr = self._current()
        self._init_is_better(mode, threshold, threshold_mode)
        self._reset()

    def _reset(self) -> None:
        """Forget what was measured."""
        self.best, self.cooldown_counter, self.num_bad_epochs = self.mode_worse, 0, 0

    def _init_is_better(self, mode: str, threshold: float, threshold_mode: str) -> None:
        if mode not in ("min", "max"):
            raise ValueError(f"mode {mode} is unknown!")
        if threshold_mode not in ("rel", "abs"):
            raise ValueError(f"threshold mode {threshold_mode} is unknown!")
        self.mode_worse = inf if mode == "min" else -inf
        self.mode, self.threshold, self.threshold_mode = mode, threshold, threshold_mode

    def _is_better(self, a: float, best: float) -> bool:
        sign = -1 if self.mode == "min" else 1
        wanted = best * (1 + sign * self.threshold) if self.threshold_mode == "rel" else best + sign * self.threshold
        return sign * a > sign * wanted

    @property
    def in_cooldown(self) -> bool:
        """Is nothing counted just now?"""
        return self.cooldown_counter > 0

    def step(self, metrics: Any, epoch: int | None = None) -> None:  # type: ignore[override]  # what was measured
        """Go on by one step, in which ``metrics`` was measured."""
        current = float(metrics)
        if epoch is not None:
            warnings.warn(EPOCH_DEPRECATION_WARNING, UserWarning, stacklevel=2)
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        if self._is_better(current, self.best):
            self.best, self.num_bad_epochs = current, 0
        else:
            self.num_bad_epochs += 1
        if self.in_cooldown:
            self.cooldown_counter, self.num_bad_epochs = self.cooldown_counter - 1, 0
        if self.num_bad_epochs > self.patience:
            self._reduce_lr(self.last_epoch)
            self.cooldown_counter, self.num_bad_epochs = self.cooldown, 0
        self._last_lr = self._current()

    def _reduce_lr(self, epoch: int) -> None:
        groups = self.optimizer.param_groups
        if len(groups) != len(self.min_lrs):
            if self.default_min_lr is None:
                raise RuntimeError(
                    f"The number of param groups in the `optimizer` ({len(groups)}) differs from when "
                    f"`ReduceLROnPlateau` was initialized ({len(self.min_lrs)}), usually due to a new param group "
                    "being added to the optimizer. Please modify the `min_lrs` field to match the length of the "
                    "`optimizer` param groups."
                )
            self.min_lrs = [self.default_min_lr] * len(groups)
        olds = [float(group["lr"]) for group in groups]
        news = [max(old * self.factor, least) for old, least in zip(olds, self.min_lrs, strict=True)]
        self._set(
            [new if old - new > self.eps else group["lr"] for group, old, new in zip(groups, olds, news, strict=True)]
        )

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take what `state_dict` returned back."""
        self.__dict__.update(state_dict)
        self._init_is_better(self.mode, self.threshold, self.threshold_mode)
