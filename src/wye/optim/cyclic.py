"""A schedule that rises and falls again and again, between two rates."""

from __future__ import annotations

import math
import types
from typing import TYPE_CHECKING, Any

from wye.optim.one_cycle import CyclesMomentum, of_groups
from wye.optim.optimizer import Optimizer
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["CyclicLR"]


class CyclicLR(CyclesMomentum):
    """Rates go from the lower bound to the upper one and back, in cycles.

    Args:
        optimizer: Whose learning rates change.
        base_lr: The lower bound, of all groups or of each.
        max_lr: The upper bound.
        step_size_up: The steps up.
        step_size_down: The steps down; by default as many.
        mode: ``"triangular"``, ``"triangular2"`` (half as high in each cycle) or ``"exp_range"`` (by powers of
            ``gamma``).
        gamma: For ``"exp_range"``.
        scale_fn: How high a cycle is, as a function of its number or of the step, instead of ``mode``.
        scale_mode: ``"cycle"`` or ``"iterations"``: which of both ``scale_fn`` gets.
        cycle_momentum: Does momentum fall and rise against rates?
        base_momentum: The least momentum.
        max_momentum: The greatest.
        last_epoch: The last step that was done; -1 for none.

    Raises:
        TypeError: no optimizer.
        ValueError: an unknown mode, or an optimizer without momentum.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        base_lr: float | list[float],
        max_lr: float | list[float],
        step_size_up: int = 2000,
        step_size_down: int | None = None,
        mode: str = "triangular",
        gamma: float = 1.0,
        scale_fn: Callable[[float], float] | None = None,
        scale_mode: str = "cycle",
        cycle_momentum: bool = True,
        base_momentum: float = 0.8,
        max_momentum: float = 0.9,
        last_epoch: int = -1,
    ) -> None:
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        self.optimizer = optimizer
        if last_epoch == -1:
            for low, group in zip(of_groups("base_lr", optimizer, base_lr), optimizer.param_groups, strict=True):
                if isinstance(group["lr"], Tensor):
                    group["lr"].fill_(low.item() if isinstance(low, Tensor) else low)
                else:
                    group["lr"] = low
        self.max_lrs = of_groups("max_lr", optimizer, max_lr)
        self.max_lrs = [high.clone() if isinstance(high, Tensor) else high for high in self.max_lrs]
        up, down = float(step_size_up), float(step_size_up if step_size_down is None else step_size_down)
        self.total_size, self.step_ratio = up + down, up / (up + down)
        if mode not in ("triangular", "triangular2", "exp_range") and scale_fn is None:
            raise ValueError("mode is invalid and scale_fn is None")
        self.mode, self.gamma = mode, gamma
        self._scale_fn_custom: Any = scale_fn
        self.scale_mode = scale_mode
        if scale_fn is None:
            self.scale_mode = "iterations" if mode == "exp_range" else "cycle"
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self._begin_momentum(base_momentum, max_momentum, last_epoch == -1)
        super().__init__(optimizer, last_epoch)
        self.base_lrs = of_groups("base_lr", optimizer, base_lr)

    def _begin_momentum(self, base: Any, most: Any, is_new: bool) -> None:
        self._check_momentum()
        self.base_momentums = of_groups("base_momentum", self.optimizer, base)
        self.max_momentums = of_groups("max_momentum", self.optimizer, most)
        for high, low, group in zip(self.max_momentums, self.base_momentums, self.optimizer.param_groups, strict=True):
            if is_new:
                self._set_momentum(group, high)
            group |= {"max_momentum": high, "base_momentum": low}

    def scale_fn(self, x: float) -> float:
        """How high a cycle, or a step, is: 1 for the upper bound."""
        if self._scale_fn_custom is not None:
            return self._scale_fn_custom(x)  # type: ignore[no-any-return]  # the program's
        if self.mode == "triangular":
            return 1.0
        return 0.5 ** (x - 1) if self.mode == "triangular2" else float(self.gamma**x)

    def get_lr(self) -> list[Any]:
        """The rates on the way; sets momentum too."""
        self._warn_outside()
        cycle = math.floor(1 + self.last_epoch / self.total_size)
        part = 1.0 + self.last_epoch / self.total_size - cycle
        height = part / self.step_ratio if part <= self.step_ratio else (part - 1) / (self.step_ratio - 1)
        scale = self.scale_fn(cycle if self.scale_mode == "cycle" else self.last_epoch)
        found = [low + (high - low) * height * scale for low, high in zip(self.base_lrs, self.max_lrs, strict=True)]
        if self.cycle_momentum:
            pairs = zip(self.base_momentums, self.max_momentums, self.optimizer.param_groups, strict=True)
            for low, high, group in pairs:
                self._set_momentum(group, high - (high - low) * height * scale)
        return found

    def state_dict(self) -> dict[str, Any]:
        """All of it but the optimizer; of an object that scales its attributes, and nothing of a function."""
        state = super().state_dict()
        scaling = state["_scale_fn_custom"]
        is_object = scaling is not None and not isinstance(scaling, types.FunctionType)
        state["_scale_fn_custom"] = scaling.__dict__.copy() if is_object else None
        return state

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take what `state_dict` returned back."""
        rest = dict(state_dict)
        scaling = rest.pop("_scale_fn_custom")
        super().load_state_dict(rest)
        if scaling is not None:
            self._scale_fn_custom.__dict__.update(scaling)
