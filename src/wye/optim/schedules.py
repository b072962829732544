"""Schedules: learning rates that change from step to step."""

from __future__ import annotations

import math
import types
import warnings
from bisect import bisect_right
from collections import Counter
from functools import wraps
from typing import TYPE_CHECKING, Any
from weakref import ref

from wye.optim.optimizer import Optimizer
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = [
    "EPOCH_DEPRECATION_WARNING", "ConstantLR", "CosineAnnealingLR", "ExponentialLR", "LRScheduler", "LambdaLR",
    "LinearLR", "MultiStepLR", "MultiplicativeLR", "PolynomialLR", "StepLR",
]  # fmt: skip

_HELP = "https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate"


EPOCH_DEPRECATION_WARNING = (
    "The epoch parameter in `scheduler.step()` was not necessary and is being deprecated where possible. Please use "
    "`scheduler.step()` to step the scheduler. During the deprecation, if epoch is different from None, the closed "
    "form is used instead of the new chainable form, where available. Please open an issue if you are unable to "
    "replicate your use case: https://github.com/pytorch/pytorch/issues/new/choose."
)


def _copied(value: Any) -> Any:
    return value.clone() if isinstance(value, Tensor) else value


class LRScheduler:
    """The base of schedules: a subclass has `get_lr`.

    Args:
        optimizer: Whose learning rates change.
        last_epoch: The last step that was done; -1 for none.

    Raises:
        KeyError: continued without the initial learning rates.
        TypeError: no optimizer.
    """

    _get_lr_called_within_step: bool = False
    _is_initial: bool = False
    _step_count: int
    _last_lr: list[Any]

    def __init__(self, optimizer: Optimizer, last_epoch: int = -1) -> None:
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        self.optimizer = optimizer
        for place, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", _copied(group["lr"]))
            elif "initial_lr" not in group:
                raise KeyError(
                    f"param 'initial_lr' is not specified in param_groups[{place}] when resuming scheduler with "
                    "last_epoch >= 0.\nThis typically happens when:\n"
                    "1. You're trying to resume training from a checkpoint but haven't properly loaded the optimizer "
                    "state\n2. You're using last_epoch >= 0 for a fresh training run (not recommended)"
                )
        self.base_lrs = [_copied(group["initial_lr"]) for group in optimizer.param_groups]
        self.last_epoch = last_epoch
        _note_steps(optimizer)
        self._initial_step()

    def _initial_step(self) -> None:
        """Set the learning rates of the first step."""
        self._step_count = 0
        self._is_initial = True
        try:
            self.step()
        finally:
            self._is_initial = False

    def state_dict(self) -> dict[str, Any]:
        """All of it but the optimizer."""
        return {name: value for name, value in self.__dict__.items() if name != "optimizer"}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take what `state_dict` returned back."""
        self.__dict__.update(state_dict)

    def get_last_lr(self) -> list[Any]:
        """The learning rates of the last step."""
        return self._last_lr

    def get_lr(self) -> list[Any]:
        """The learning rates of the step `last_epoch`; each schedule has its own."""
        raise NotImplementedError  # abstract, as in PyTorch

    def _current(self) -> list[Any]:
        return [_copied(group["lr"]) for group in self.optimizer.param_groups]

    def _warn_outside(self) -> None:
        if not self._get_lr_called_within_step:
            warnings.warn(
                "To get the last learning rate computed by the scheduler, please use `get_last_lr()`.",
                UserWarning,
                stacklevel=3,
            )

    def step(self, epoch: int | None = None) -> None:
        """Go on by one step, after that of the optimizer; ``epoch`` goes to another one, which is deprecated."""
        if self._step_count == 1:
            self._check_order()
        self._step_count += 1
        if epoch is not None:
            warnings.warn(EPOCH_DEPRECATION_WARNING, UserWarning, stacklevel=2)
        self._update_lr(epoch)

    def _check_order(self) -> None:
        if not hasattr(self.optimizer.step, "_wrapped_by_lr_sched"):
            warnings.warn(
                "Seems like `optimizer.step()` has been overridden after learning rate scheduler initialization. "
                "Please, make sure to call `optimizer.step()` before `lr_scheduler.step()`. See more details at "
                + _HELP,
                UserWarning,
                stacklevel=3,
            )
        elif not getattr(self.optimizer, "_opt_called", False):
            warnings.warn(
                "Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0 and later, you "
                "should call them in the opposite order: `optimizer.step()` before `lr_scheduler.step()`.  Failure to "
                "do this will result in PyTorch skipping the first value of the learning rate schedule. See more "
                "details at " + _HELP,
                UserWarning,
                stacklevel=3,
            )

    def _update_lr(self, epoch: int | None) -> None:
        self._get_lr_called_within_step = True
        try:
            self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
            closed = getattr(self, "_get_closed_form_lr", None)
            values = self.get_lr() if epoch is None or closed is None else closed()
        finally:
            self._get_lr_called_within_step = False
        self._set(values)

    def _set(self, values: Sequence[Any]) -> None:
        """Give the groups these learning rates."""
        for group, lr in zip(self.optimizer.param_groups, values, strict=True):
            if isinstance(group["lr"], Tensor):
                group["lr"].fill_(lr)
            else:
                group["lr"] = lr
        self._last_lr = self._current()


def _note_steps(optimizer: Any) -> None:
    """Let the optimizer remember that it has made a step: schedules warn where it has not."""
    if hasattr(optimizer.step, "_wrapped_by_lr_sched"):
        return
    weak, function = ref(optimizer), optimizer.step.__func__

    @wraps(function)
    def step(*args: Any, **kwargs: Any) -> Any:
        own = weak()
        assert own is not None, "it is called through the optimizer"
        own._opt_called = True
        return function(own, *args, **kwargs)

    step._wrapped_by_lr_sched = True  # type: ignore[attr-defined]
    optimizer.step = step


class LambdaLR(LRScheduler):
    """The initial learning rate times a function of the step.

    Args:
        optimizer: Whose learning rates change.
        lr_lambda: The function, or one for each group.
        last_epoch: The last step that was done; -1 for none.

    Raises:
        ValueError: not one function for each group.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        lr_lambda: Callable[[int], float] | list[Callable[[int], float]],
        last_epoch: int = -1,
    ) -> None:
        self.optimizer = optimizer
        n = len(optimizer.param_groups)
        functions = [*lr_lambda] if isinstance(lr_lambda, (list, tuple)) else [lr_lambda] * n
        if len(functions) != n:
            raise ValueError(f"Expected {n} lr_lambdas, but got {len(functions)}")
        self.lr_lambdas = functions
        super().__init__(optimizer, last_epoch)

    def state_dict(self) -> dict[str, Any]:
        """All of it but the optimizer; of functions that are objects their attributes."""
        kept = {name: value for name, value in super().state_dict().items() if name != "lr_lambdas"}
        kept["lr_lambdas"] = [
            None if isinstance(one, types.FunctionType) else one.__dict__.copy() for one in self.lr_lambdas
        ]
        return kept

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take what `state_dict` returned back."""
        self.__dict__.update({name: value for name, value in state_dict.items() if name != "lr_lambdas"})
        for one, kept in zip(self.lr_lambdas, state_dict["lr_lambdas"], strict=True):
            if kept is not None:
                one.__dict__.update(kept)

    def get_lr(self) -> list[Any]:
        """The initial rates times the functions."""
        self._warn_outside()
        return [base * one(self.last_epoch) for one, base in zip(self.lr_lambdas, self.base_lrs, strict=True)]


class MultiplicativeLR(LambdaLR):
    """The current learning rate times a function of the step; arguments as of `LambdaLR`.

    Raises:
        TypeError: something that cannot be called.
        ValueError: not one function for each group.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        lr_lambda: Callable[[int], float] | list[Callable[[int], float]],
        last_epoch: int = -1,
    ) -> None:
        for one in lr_lambda if isinstance(lr_lambda, (list, tuple)) else [lr_lambda]:
            if not callable(one):
                raise TypeError(f"lr_lambda should be a function, but got {type(one).__name__}")
        super().__init__(optimizer, lr_lambda, last_epoch)

    def get_lr(self) -> list[Any]:
        """The current rates times the functions."""
        self._warn_outside()
        if self._is_initial:
            return self._current()
        groups = self.optimizer.param_groups
        return [group["lr"] * one(self.last_epoch) for one, group in zip(self.lr_lambdas, groups, strict=True)]


class PolynomialLR(LRScheduler):
    """The initial rate times a power of what is left of ``total_iters`` steps."""

    def __init__(self, optimizer: Optimizer, total_iters: int = 5, power: float = 1.0, last_epoch: int = -1) -> None:
        self.total_iters, self.power = total_iters, power
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """The rates on the way; computed from the current ones."""
        self._warn_outside()
        if self._is_initial or self.last_epoch > self.total_iters:
            return self._current()
        left = 1.0 - self.last_epoch / self.total_iters
        before = 1.0 - (self.last_epoch - 1) / self.total_iters
        return [group["lr"] * (left / before) ** self.power for group in self.optimizer.param_groups]

    def _get_closed_form_lr(self) -> list[Any]:
        left = 1.0 - min(self.total_iters, self.last_epoch) / self.total_iters
        return [base * left**self.power for base in self.base_lrs]


class StepLR(LRScheduler):
    """Times ``gamma`` every ``step_size`` steps."""

    def __init__(self, optimizer: Optimizer, step_size: int, gamma: float = 0.1, last_epoch: int = -1) -> None:
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """The current rates, or these times ``gamma``."""
        self._warn_outside()
        if self.last_epoch == 0 or self.last_epoch % self.step_size != 0:
            return self._current()
        return [group["lr"] * self.gamma for group in self.optimizer.param_groups]

    def _get_closed_form_lr(self) -> list[Any]:
        return [base * self.gamma ** (self.last_epoch // self.step_size) for base in self.base_lrs]


class MultiStepLR(LRScheduler):
    """Times ``gamma`` at each of the steps ``milestones``."""

    def __init__(
        self, optimizer: Optimizer, milestones: Sequence[int], gamma: float = 0.1, last_epoch: int = -1
    ) -> None:
        self.milestones, self.gamma = Counter(milestones), gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """The current rates, or these times ``gamma``."""
        self._warn_outside()
        if self.last_epoch not in self.milestones:
            return self._current()
        factor = self.gamma ** self.milestones[self.last_epoch]
        return [group["lr"] * factor for group in self.optimizer.param_groups]

    def _get_closed_form_lr(self) -> list[Any]:
        passed = bisect_right(sorted(self.milestones.elements()), self.last_epoch)
        return [base * self.gamma**passed for base in self.base_lrs]


class ConstantLR(LRScheduler):
    """The initial rate times ``factor`` for ``total_iters`` steps.

    Raises:
        ValueError: ``factor`` is not between 0 and 1.
    """

    def __init__(
        self, optimizer: Optimizer, factor: float = 1.0 / 3, total_iters: int = 5, last_epoch: int = -1
    ) -> None:
        if factor > 1.0 or factor < 0:
            raise ValueError("Constant multiplicative factor expected to be between 0 and 1.")
        self.factor, self.total_iters = factor, total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """The current rates, less at the start, and as before at the end."""
        self._warn_outside()
        if self.last_epoch == 0:
            return [group["lr"] * self.factor for group in self.optimizer.param_groups]
        if self.last_epoch != self.total_iters:
            return self._current()
        return [group["lr"] * (1.0 / self.factor) for group in self.optimizer.param_groups]

    def _get_closed_form_lr(self) -> list[Any]:
        is_over = self.last_epoch >= self.total_iters
        return [base * (self.factor + is_over * (1 - self.factor)) for base in self.base_lrs]


class LinearLR(LRScheduler):
    """The initial rate times a factor that goes from ``start_factor`` to ``end_factor`` in ``total_iters`` steps.

    Raises:
        ValueError: a factor that is not between 0 and 1.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        start_factor: float = 1.0 / 3,
        end_factor: float = 1.0,
        total_iters: int = 5,
        last_epoch: int = -1,
    ) -> None:
        if start_factor > 1.0 or start_factor <= 0:
            raise ValueError("Starting multiplicative factor expected to be greater than 0 and less or equal to 1.")
        if end_factor > 1.0 or end_factor < 0:
            raise ValueError("Ending multiplicative factor expected to be between 0 and 1.")
        self.start_factor, self.end_factor, self.total_iters = start_factor, end_factor, total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """The rates on the way."""
        self._warn_outside()
        start, rise, n = self.start_factor, self.end_factor - self.start_factor, self.total_iters
        if self.last_epoch == 0:
            return [group["lr"] * start for group in self.optimizer.param_groups]
        if self._is_initial or self.last_epoch > n:
            return self._current()
        change = 1.0 + rise / (n * start + (self.last_epoch - 1) * rise)
        return [group["lr"] * change for group in self.optimizer.param_groups]

    def _get_closed_form_lr(self) -> list[Any]:
        part = min(self.total_iters, self.last_epoch) / self.total_iters
        return [base * (self.start_factor + (self.end_factor - self.start_factor) * part) for base in self.base_lrs]


class ExponentialLR(LRScheduler):
    """Times ``gamma`` every step."""

    def __init__(self, optimizer: Optimizer, gamma: float, last_epoch: int = -1) -> None:
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """The current rates times ``gamma``."""
        self._warn_outside()
        if self._is_initial:
            return self._current()
        return [group["lr"] * self.gamma for group in self.optimizer.param_groups]

    def _get_closed_form_lr(self) -> list[Any]:
        return [base * self.gamma**self.last_epoch for base in self.base_lrs]


class CosineAnnealingLR(LRScheduler):
    """Half a wave of a cosine, from the initial rate to ``eta_min`` in ``T_max`` steps, and back."""

    def __init__(
        self,
        optimizer: Optimizer,
        T_max: int,  # noqa: N803 - PyTorch's name
        eta_min: float = 0.0,
        last_epoch: int = -1,
    ) -> None:
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """The rates on the way; computed from the current ones, so that schedules can be combined."""
        self._warn_outside()
        groups, low, n, now = self.optimizer.param_groups, self.eta_min, self.T_max, self.last_epoch
        if self._is_initial:
            return self._current()
        if self._step_count == 1 and now > 0:
            return self._get_closed_form_lr()
        if (now - 1 - n) % (2 * n) == 0:
            return [
                group["lr"] + (base - low) * (1 - math.cos(math.pi / n)) / 2
                for base, group in zip(self.base_lrs, groups, strict=True)
            ]
        ratio = (1 + math.cos(math.pi * now / n)) / (1 + math.cos(math.pi * (now - 1) / n))
        return [ratio * (group["lr"] - low) + low for group in groups]

    def _get_closed_form_lr(self) -> list[Any]:
        part = (1 + math.cos(math.pi * self.last_epoch / self.T_max)) / 2
        return [self.eta_min + (base - self.eta_min) * part for base in self.base_lrs]
