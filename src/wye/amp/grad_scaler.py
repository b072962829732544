"""`GradScaler`: losses are scaled up, so that small gradients in narrow dtypes do not become zero."""

from __future__ import annotations

import warnings
from collections import defaultdict
from collections.abc import Iterable
from enum import Enum
from inspect import signature
from typing import TYPE_CHECKING, Any, TypeVar

from wye.functional.operators import of
from wye.grad_mode import no_grad
from wye.schema.values import DTYPES
from wye.tensors import Tensor

if TYPE_CHECKING:
    from wye.schema.values import device as Device  # noqa: N812 - a class

__all__ = ["GradScaler", "OptState", "ready"]

_T = TypeVar("_T")
_FIX = "This may indicate your script did not use scaler.scale(loss or outputs) earlier in the iteration."
_WRONG_SCALE = (
    "new_scale should be a float or a 1-element torch.cuda.FloatTensor or torch.FloatTensor with requires_grad=False."
)


class OptState(Enum):
    """What has been done with an optimizer since the last `update`."""

    READY = 0
    UNSCALED = 1
    STEPPED = 2


def ready() -> dict[str, Any]:
    """What is known of an optimizer before anything was done with it."""
    return {"stage": OptState.READY, "found_inf_per_device": {}}


class GradScaler:
    """Scales losses, and steps optimizers by gradients that are scaled back; steps with infinities are left out.

    Args:
        device: The type of the device; without CUDA, a scaler for it is disabled.
        init_scale: The factor at first.
        growth_factor: What it grows by after ``growth_interval`` steps that were all finite.
        backoff_factor: What it is multiplied with after a step that was not.
        growth_interval: How many steps these are.
        enabled: False: all methods leave everything as it is.

    Raises:
        AssertionError: factors that do not grow or do not shrink.
    """

    def __init__(
        self,
        device: str = "cuda",
        init_scale: float = 2.0**16,
        growth_factor: float = 2.0,
        backoff_factor: float = 0.5,
        growth_interval: int = 2000,
        enabled: bool = True,
    ) -> None:
        self._device, self._enabled = device, enabled
        if enabled and device == "cuda":
            warnings.warn("torch.cuda.amp.GradScaler is enabled, but CUDA is not available.  Disabling.", stacklevel=2)
            self._enabled = False
        if not self._enabled:
            return
        if growth_factor <= 1.0:
            raise AssertionError("The growth factor must be > 1.0.")
        if backoff_factor >= 1.0:
            raise AssertionError("The backoff factor must be < 1.0.")
        self._init_scale, self._init_growth_tracker = init_scale, 0
        self._scale: Tensor | None = None  # made by the first `scale`, where the loss is
        self._growth_tracker: Tensor | None = None
        self._growth_factor, self._backoff_factor, self._growth_interval = (
            growth_factor,
            backoff_factor,
            growth_interval,
        )
        self._per_optimizer_states: defaultdict[int, dict[str, Any]] = defaultdict(ready)

    def _lazy_init_scale_growth_tracker(self, dev: Device | str) -> None:
        if self._growth_tracker is not None:
            raise AssertionError("_growth_tracker initialized before _scale")
        self._scale = of.full((), self._init_scale, dtype=DTYPES["float32"], device=dev)
        self._growth_tracker = of.full((), self._init_growth_tracker, dtype=DTYPES["int32"], device=dev)

    def _check_scale_growth_tracker(self, funcname: str) -> tuple[Tensor, Tensor]:
        if self._scale is None:
            raise AssertionError(f"Attempted {funcname} but _scale is None.  {_FIX}")
        if self._growth_tracker is None:
            raise AssertionError(f"Attempted {funcname} but _growth_tracker is None.  {_FIX}")
        return self._scale, self._growth_tracker

    def scale(self, outputs: _T) -> _T:
        """A tensor times the factor, or lists and tuples of tensors.

        Raises:
            ValueError: something else.
        """
        return self._scaled(outputs) if self._enabled else outputs

    def _scaled(self, value: Any) -> Any:
        if isinstance(value, Tensor):
            if self._scale is None:
                self._lazy_init_scale_growth_tracker(value.device)
            return value * self._scale.to(device=value.device)  # type: ignore[union-attr]
        if not isinstance(value, Iterable):
            raise ValueError("outputs must be a Tensor or an iterable of Tensors")
        scaled = map(self._scaled, value)
        return type(value)(scaled) if isinstance(value, (list, tuple)) else scaled

    def _unscale_grads_(
        self, optimizer: Any, inv_scale: Tensor, found_inf: Tensor, allow_fp16: bool
    ) -> dict[Any, Tensor]:
        """Multiply all gradients with a factor; by device, 1 where an element is not finite."""
        found: dict[Any, Tensor] = {}
        with no_grad():
            for value in (value for group in optimizer.param_groups for value in group["params"]):
                if not isinstance(value, Tensor):
                    raise AssertionError(f"expected param to be torch.Tensor, got {type(value).__name__}")
                grad = value.grad
                if grad is None:
                    continue
                if not allow_fp16 and grad.dtype == DTYPES["float16"]:
                    raise ValueError("Attempting to unscale FP16 gradients.")
                place = found.setdefault(grad.device, found_inf.to(device=grad.device, copy=True))
                if not grad.isfinite().all():
                    place.fill_(1.0)
                grad.mul_(inv_scale.to(device=grad.device))
        return found

    def unscale_(self, optimizer: Any) -> None:
        """Scale the gradients of an optimizer's parameters back, before they are clipped, say; once in a step.

        Raises:
            RuntimeError: it has been done, or the optimizer has made its step.
            ValueError: gradients in float16.
        """
        if not self._enabled:
            return
        scale, _ = self._check_scale_growth_tracker("unscale_")
        state = self._per_optimizer_states[id(optimizer)]
        if state["stage"] is OptState.UNSCALED:
            raise RuntimeError("unscale_() has already been called on this optimizer since the last update().")
        if state["stage"] is OptState.STEPPED:
            raise RuntimeError("unscale_() is being called after step().")
        inverse = scale.double().reciprocal().float()
        zero = of.full((), 0.0, dtype=DTYPES["float32"], device=scale.device)
        state["found_inf_per_device"] = self._unscale_grads_(optimizer, inverse, zero, False)
        state["stage"] = OptState.UNSCALED

    def step(self, optimizer: Any, *args: Any, **kwargs: Any) -> Any:
        """Scale gradients back where that is to be done, and make a step where all of them are finite.

        Returns:
            What the optimizer's ``step`` returned; None where there was none.

        Raises:
            RuntimeError: a closure is given, or the step has been made.
        """
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        if "closure" in kwargs:
            raise RuntimeError("Closure use is not currently supported if GradScaler is enabled.")
        self._check_scale_growth_tracker("step")
        state = self._per_optimizer_states[id(optimizer)]
        if state["stage"] is OptState.STEPPED:
            raise RuntimeError("step() has already been called since the last update().")
        if getattr(optimizer, "_step_supports_amp_scaling", False):
            result = self._hand_scale(optimizer, state, args, kwargs)
            state["stage"] = OptState.STEPPED
            return result
        if state["stage"] is OptState.READY:
            self.unscale_(optimizer)
        if not state["found_inf_per_device"]:
            raise AssertionError("No inf checks were recorded for this optimizer.")
        result = None
        if not sum(found.item() for found in state["found_inf_per_device"].values()):
            result = optimizer.step(*args, **kwargs)
        state["stage"] = OptState.STEPPED
        return result

    def _hand_scale(self, optimizer: Any, state: dict[str, Any], args: Any, kwargs: dict[str, Any]) -> Any:
        """The step of an optimizer that scales back itself: it is told the factor and whether there are infinities."""
        if "grad_scaler" in signature(optimizer.step).parameters:
            warnings.warn(
                "GradScaler is going to stop passing itself as a keyword argument to the passed optimizer. In the near "
                "future GradScaler registers `grad_scale: Tensor` and `found_inf: Tensor` to the passed optimizer and "
                "let the optimizer use them directly.",
                FutureWarning,
                stacklevel=3,
            )
            return optimizer.step(*args, **kwargs, grad_scaler=self)
        if state["stage"] is OptState.READY:
            self._check_inf_per_device(optimizer)
        scale, _ = self._check_scale_growth_tracker("step")
        found = [one.to(device=scale.device) for one in state["found_inf_per_device"].values()]
        if not found:
            raise AssertionError("No inf checks were recorded for this optimizer.")
        factor = None if state["stage"] is OptState.UNSCALED else scale
        held = getattr(optimizer, "grad_scale", None)
        if held is not None:
            factor = held if factor is None else factor * held
        optimizer.grad_scale, optimizer.found_inf = factor, sum(found[1:], found[0])
        try:
            return optimizer.step(*args, **kwargs)
        finally:
            del optimizer.grad_scale, optimizer.found_inf

    def _check_inf_per_device(self, optimizer: Any) -> dict[Any, Tensor]:
        """Note, for each device, whether gradients of an optimizer's parameters are infinite; they stay as they are."""
        scale, _ = self._check_scale_growth_tracker("_check_inf_per_device")
        one, zero = (of.full((), value, dtype=DTYPES["float32"], device=scale.device) for value in (1.0, 0.0))
        found = self._unscale_grads_(optimizer, one, zero, True)
        self._per_optimizer_states[id(optimizer)]["found_inf_per_device"] = found
        return found

    def update(self, new_scale: float | Tensor | None = None) -> None:
        """Let the factor grow or shrink after the steps of all optimizers, or make it ``new_scale``.

        Raises:
            AssertionError: no step was made, or ``new_scale`` is no number.
        """
        if not self._enabled:
            return
        scale, tracker = self._check_scale_growth_tracker("update")
        if isinstance(new_scale, float):
            scale.fill_(new_scale)
        elif new_scale is not None:
            if new_scale.device.type != self._device or new_scale.numel() != 1 or new_scale.requires_grad:
                raise AssertionError(_WRONG_SCALE)
            scale.copy_(new_scale)
        else:
            self._grow(scale, tracker)
        self._per_optimizer_states = defaultdict(ready)

    def _grow(self, scale: Tensor, tracker: Tensor) -> None:
        states = self._per_optimizer_states.values()
        found = [one.item() for state in states for one in state["found_inf_per_device"].values()]
        if not found:
            raise AssertionError("No inf checks were recorded prior to update.")
        if any(found):
            scale.mul_(self._backoff_factor)
            tracker.fill_(0)
        elif int(tracker) + 1 < self._growth_interval:
            tracker.add_(1)
        else:
            grown = scale * self._growth_factor
            if grown.isfinite():
                scale.copy_(grown)
            tracker.fill_(0)

    # ---- the numbers ----

    def get_scale(self) -> float:
        """The factor; 1 where the scaler is disabled."""
        if not self._enabled:
            return 1.0
        return self._init_scale if self._scale is None else float(self._scale)

    def _get_growth_tracker(self) -> int:
        if not self._enabled:
            return 0
        return self._init_growth_tracker if self._growth_tracker is None else int(self._growth_tracker)

    def get_growth_factor(self) -> float:
        """What the factor grows by."""
        return self._growth_factor

    def set_growth_factor(self, new_factor: float) -> None:
        """Set what the factor grows by."""
        self._growth_factor = new_factor

    def get_backoff_factor(self) -> float:
        """What the factor is multiplied with after a step that was not finite."""
        return self._backoff_factor

    def set_backoff_factor(self, new_factor: float) -> None:
        """Set what the factor is multiplied with after a step that was not finite."""
        self._backoff_factor = new_factor

    def get_growth_interval(self) -> int:
        """After how many steps the factor grows."""
        return self._growth_interval

    def set_growth_interval(self, new_interval: int) -> None:
        """Set after how many steps the factor grows."""
        self._growth_interval = new_interval

    def is_enabled(self) -> bool:
        """Is the scaler enabled?"""
        return self._enabled

    def state_dict(self) -> dict[str, Any]:
        """The numbers by name; none where the scaler is disabled."""
        if not self._enabled:
            return {}
        return {
            "scale": self.get_scale(),
            "growth_factor": self._growth_factor,
            "backoff_factor": self._backoff_factor,
            "growth_interval": self._growth_interval,
            "_growth_tracker": self._get_growth_tracker(),
        }

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take what `state_dict` returned back.

        Raises:
            RuntimeError: it is empty.
        """
        if not self._enabled:
            return
        if not state_dict:
            raise RuntimeError(
                "The source state dict is empty, possibly because it was saved from a disabled instance of GradScaler."
            )
        self._init_scale, self._init_growth_tracker = state_dict["scale"], state_dict["_growth_tracker"]
        self._growth_factor, self._backoff_factor = state_dict["growth_factor"], state_dict["backoff_factor"]
        self._growth_interval = state_dict["growth_interval"]
        if self._scale is not None:
            self._scale.fill_(state_dict["scale"])
        if self._growth_tracker is not None:
            self._growth_tracker.fill_(state_dict["_growth_tracker"])

    def __getstate__(self) -> dict[str, Any]:
        state = {**self.__dict__}
        if self._enabled:
            if self._per_optimizer_states:
                raise AssertionError(
                    "A GradScaler instance may only be pickled at the beginning of an iteration, or at the end after "
                    "scaler.update()."
                )
            state |= {"_init_scale": self.get_scale(), "_init_growth_tracker": self._get_growth_tracker()}
            state |= {"_scale": None, "_growth_tracker": None}
        return state
