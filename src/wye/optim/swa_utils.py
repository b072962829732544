"""Averages of a model over its training, and the schedule that goes with them."""

from __future__ import annotations

import math
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from wye.grad_mode import no_grad
from wye.nn.modules.batchnorm import _BatchNorm
from wye.nn.modules.module import Module
from wye.optim.one_cycle import of_groups
from wye.optim.schedules import LRScheduler
from wye.tensors.making import tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from wye.optim.optimizer import Optimizer
    from wye.tensors import Tensor

__all__ = [
    "SWALR", "AveragedModel", "get_ema_avg_fn", "get_ema_multi_avg_fn", "get_swa_avg_fn", "get_swa_multi_avg_fn",
    "update_bn",
]  # fmt: skip


def _check_decay(decay: float) -> None:
    if decay < 0.0 or decay > 1.0:
        raise ValueError(f"Invalid decay value {decay} provided. Please provide a value in [0,1] range.")


def get_ema_avg_fn(decay: float = 0.999) -> Callable[[Tensor, Tensor, Any], Tensor]:
    """A function that keeps a part of the average, and takes the rest of the newest value.

    Raises:
        ValueError: the part is not between 0 and 1.
    """
    _check_decay(decay)

    def average(ema_param: Tensor, current_param: Tensor, num_averaged: Any) -> Tensor:
        with no_grad():
            return decay * ema_param + (1 - decay) * current_param

    return average


def get_ema_multi_avg_fn(decay: float = 0.999) -> Callable[[Sequence[Tensor], Sequence[Tensor], Any], None]:
    """The same for lists of tensors, in place.

    Raises:
        ValueError: the part is not between 0 and 1.
    """
    _check_decay(decay)

    def average(ema_param_list: Sequence[Any], current_param_list: Sequence[Tensor], _: Any) -> None:
        with no_grad():
            for kept, new in zip(ema_param_list, current_param_list, strict=True):
                if kept.is_floating_point() or kept.is_complex():
                    kept.lerp_(new, 1 - decay)
                else:
                    kept.copy_(kept * decay + new * (1 - decay))

    return average


def get_swa_avg_fn() -> Callable[[Tensor, Tensor, Any], Tensor]:
    """A function that gives all values the same weight."""

    def average(averaged_param: Tensor, current_param: Tensor, num_averaged: Any) -> Tensor:
        with no_grad():
            made: Tensor = averaged_param + (current_param - averaged_param) / (num_averaged + 1)
            return made

    return average


def get_swa_multi_avg_fn() -> Callable[[Sequence[Tensor], Sequence[Tensor], Any], None]:
    """The same for lists of tensors, in place."""

    def average(averaged_param_list: Sequence[Any], current_param_list: Sequence[Tensor], num_averaged: Any) -> None:
        with no_grad():
            for kept, new in zip(averaged_param_list, current_param_list, strict=True):
                if kept.is_floating_point() or kept.is_complex():
                    kept.lerp_(new, float(1 / (num_averaged + 1)))
                else:
                    kept.copy_(kept + (new - kept) / (num_averaged + 1))

    return average


class AveragedModel(Module):
    """A copy of a model whose parameters are averages of those that the model has had.

    Args:
        model: The model; it is copied.
        device: Where the copy is.
        avg_fn: The new average from the old one, the newest value and how many values there were.
        multi_avg_fn: The same for lists of tensors, in place.  By default all values have the same weight.
        use_buffers: Average buffers, too; otherwise they are copied.

    Raises:
        AssertionError: both functions are given.
    """

    n_averaged: Tensor

    def __init__(
        self,
        model: Module,
        device: Any = None,
        avg_fn: Callable[[Any, Any, Any], Any] | None = None,
        multi_avg_fn: Callable[[Any, Any, Any], None] | None = None,
        use_buffers: bool = False,
    ) -> None:
        super().__init__()
        if avg_fn is not None and multi_avg_fn is not None:
            raise AssertionError("Only one of avg_fn and multi_avg_fn should be provided")
        self.module = deepcopy(model)
        if device is not None:
            self.module = self.module.to(device)
        self.register_buffer("n_averaged", tensor(0, device=device))
        self.avg_fn, self.multi_avg_fn, self.use_buffers = avg_fn, multi_avg_fn, use_buffers

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """What the copy computes."""
        return self.module(*args, **kwargs)

    def _averaged(self, model: Any) -> list[Tensor]:
        return [*model.parameters(), *(model.buffers() if self.use_buffers else ())]

    def update_parameters(self, model: Module) -> None:
        """Take the values that a model has now into the averages."""
        pairs = [*zip(self._averaged(self.module), self._averaged(model), strict=True)]
        kept, new = [one.detach() for one, _ in pairs], [one.detach().to(to.device) for to, one in pairs]
        with no_grad():
            if self.n_averaged == 0:
                for to, one in zip(kept, new, strict=True):
                    to.copy_(one)
            elif self.avg_fn is not None:
                for to, one in zip(kept, new, strict=True):
                    to.copy_(self.avg_fn(to, one, self.n_averaged.to(to.device)))
            else:
                average = self.multi_avg_fn or get_swa_multi_avg_fn()
                average(kept, new, self.n_averaged)
            if not self.use_buffers:
                for to, one in zip(self.module.buffers(), model.buffers(), strict=True):
                    to.detach().copy_(one.detach().to(to.device))
        self.n_averaged += 1


def update_bn(loader: Iterable[Any], model: Module, device: Any = None) -> None:
    """Compute the running statistics of batch normalisations anew, for a model with averaged parameters.

    Args:
        loader: Batches; of a list or tuple the first part is the input.
        model: The model.
        device: Where inputs are moved to.
    """
    norms: list[Any] = [one for one in model.modules() if isinstance(one, _BatchNorm)]
    if not norms:
        return
    momenta = [one.momentum for one in norms]
    for one in norms:
        one.reset_running_stats()
        one.momentum = None
    was_training = model.training
    model.train()
    with no_grad():
        for batch in loader:
            input = batch[0] if isinstance(batch, (list, tuple)) else batch
            model(input if device is None else input.to(device))
    for one, momentum in zip(norms, momenta, strict=True):
        one.momentum = momentum
    model.train(was_training)


class SWALR(LRScheduler):
    """Rates go to a fixed value in some steps, and stay there.

    Args:
        optimizer: Whose learning rates change.
        swa_lr: The value, of all groups or of each.
        anneal_epochs: The number of steps.
        anneal_strategy: ``"cos"`` or ``"linear"``.
        last_epoch: The last step that was done; -1 for none.

    Raises:
        ValueError: an option that makes no sense.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        swa_lr: float,
        anneal_epochs: int = 10,
        anneal_strategy: str = "cos",
        last_epoch: int = -1,
    ) -> None:
        for lr, group in zip(of_groups("swa_lr", optimizer, swa_lr), optimizer.param_groups, strict=True):
            group["swa_lr"] = lr
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}")
        self._anneal_strategy = anneal_strategy
        if not isinstance(anneal_epochs, int) or anneal_epochs < 0:
            raise ValueError(f"anneal_epochs must be equal or greater than 0, got {anneal_epochs}")
        self.anneal_epochs = anneal_epochs
        super().__init__(optimizer, last_epoch)

    def _part(self, step: int) -> float:
        """How much of the way is done."""
        done = max(0, min(1, step / max(1, self.anneal_epochs)))
        return (1 - math.cos(math.pi * done)) / 2 if self._anneal_strategy == "cos" else done

    def get_lr(self) -> list[Any]:
        """The rates on the way."""
        self._warn_outside()
        step = self._step_count - 1
        if self.anneal_epochs == 0:
            step = max(1, step)
        before, now = self._part(max(0, min(step - 1, max(1, self.anneal_epochs)))), self._part(step)
        found = []
        for group in self.optimizer.param_groups:
            goal, lr = group["swa_lr"], group["lr"]
            start = goal if before == 1 else (lr - before * goal) / (1 - before)
            found.append(goal * now + start * (1 - now))
        return found
