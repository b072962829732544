"""`Optimizer`: groups of parameters with their options, and what is remembered about each parameter."""

from __future__ import annotations

import warnings
from collections import defaultdict
from collections.abc import Iterable
from copy import deepcopy
from itertools import chain
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar, Final

from wye.functional.operators import of
from wye.grad_mode import enable_grad, set_grad_enabled
from wye.optim.hooks import Hooked, with_hooks
from wye.schema.values import DTYPES, MEMORY_FORMATS
from wye.tensors import Tensor
from wye.tensors.making import tensor
from wye.tensors.type_names import typename

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "Optimizer",
    "PerParameter",
    "as_real",
    "check_modes",
    "check_numbers",
    "number_of",
    "required",
    "root_of",
]


class _Required:
    """The default of an option that every group has to give."""

    def __repr__(self) -> str:
        return "<required parameter>"


required = _Required()


class Optimizer(Hooked):
    """The base of optimizers: a subclass has ``step``.

    Args:
        params: The parameters, or dictionaries of ``params`` and the options of a group, or pairs of a name and a
            parameter.
        defaults: The options of groups that do not give them.

    Raises:
        TypeError: one tensor, or something that is no tensor.
        ValueError: no parameters, a parameter twice, or one that is the result of a computation.
    """

    _counts_in_tensors: ClassVar[bool] = False  # is the number of steps a tensor?

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        own = cls.__dict__.get("step")
        if callable(own) and not hasattr(own, "hooked"):
            cls.step = with_hooks(own)  # type: ignore[method-assign]  # the method, with its hooks

    def __init__(self, params: Any, defaults: dict[str, Any]) -> None:
        self.defaults = defaults
        self._init_hooks()
        if isinstance(params, Tensor):
            raise TypeError(
                "params argument given to the optimizer should be an iterable of Tensors or dicts, but got "
                + typename(params)
            )
        self.state: defaultdict[Any, Any] = defaultdict(dict)
        self.param_groups: list[dict[str, Any]] = []
        groups = [*params]
        if not groups:
            raise ValueError("optimizer got an empty parameter list")
        for group in groups if isinstance(groups[0], dict) else [{"params": groups}]:
            self.add_param_group(group)

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Change the parameters; ``closure`` computes the loss and its gradients anew, and the loss is returned."""
        raise NotImplementedError  # abstract: each optimizer has its own, as in PyTorch

    # ---- groups ----

    def add_param_group(self, param_group: dict[str, Any]) -> None:
        """Add a group of parameters with options of their own.

        Raises:
            TypeError: no dictionary, a set, or something that is no tensor.
            ValueError: a missing option, a parameter that is in another group, or names for some only.
        """
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
        params = param_group["params"]
        if isinstance(params, set):
            raise TypeError(
                "optimizer parameters need to be organized in ordered collections, but the ordering of tensors in sets "
                "will change between runs. Please use a list instead."
            )
        listed = [params] if isinstance(params, Tensor) else [*params]
        if any(isinstance(one, tuple) for one in listed):
            if not all(isinstance(one, tuple) for one in listed):
                raise ValueError("all optimizer params should be with/without names. Some param names are missing")
            param_group["param_names"] = [name for name, _ in listed]
            listed = [value for _, value in listed]
        param_group["params"] = listed
        for value in listed:
            self._check_parameter(value)
        for name, default in self.defaults.items():
            if default is required and name not in param_group:
                raise ValueError(f"parameter group didn't specify a value of required optimization parameter {name}")
            param_group.setdefault(name, default)
        self._check_group(param_group)
        self.param_groups.append(param_group)

    def _check_parameter(self, value: Any) -> None:
        if not isinstance(value, Tensor):
            raise TypeError(f"optimizer can only optimize Tensors, but one of the params is {typename(value)}")
        if not self.defaults.get("differentiable") and not (value.is_leaf or getattr(value, "_retains_grad", False)):
            raise ValueError("can't optimize a non-leaf Tensor")

    def _check_group(self, group: dict[str, Any]) -> None:
        listed = {*map(id, group["params"])}
        if len(listed) != len(group["params"]):
            warnings.warn(
                "optimizer contains a parameter group with duplicate parameters; in future, this will cause an error; "
                "see github.com/pytorch/pytorch/issues/40967 for more information",
                stacklevel=4,
            )
        if self.param_groups and ("param_names" in group) != ("param_names" in self.param_groups[0]):
            kind = "with names" if "param_names" in group else "without names"
            raise ValueError(
                "all optimizer param groups should be with/without names. "
                f"cannot add param group {kind} to the optimizer"
            )
        if any(id(value) in listed for other in self.param_groups for value in other["params"]):
            raise ValueError("some parameters appear in more than one parameter group")

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Remove the gradients of all parameters, or make them zero."""
        for group in self.param_groups:
            for value in group["params"]:
                grad: Any = value.grad
                if set_to_none:
                    value.grad = None
                elif grad is not None:
                    if grad.grad_fn is not None:
                        grad.detach_()
                    else:
                        grad.requires_grad_(False)
                    grad.zero_()

    # ---- saving and loading ----

    def state_dict(self) -> dict[str, Any]:
        """What is remembered, by the number of the parameter, and the options of groups."""
        for hook in self._optimizer_state_dict_pre_hooks.values():
            hook(self)
        numbers: dict[int, int] = {}
        groups, start = [], 0
        for group in self.param_groups:
            for place, value in enumerate(group["params"], start):
                numbers.setdefault(id(value), place)
            start += len(group["params"])
            kept = {name: value for name, value in group.items() if name != "params"}
            groups.append({**kept, "params": [numbers[id(value)] for value in group["params"]]})
        state = {numbers[id(key)] if isinstance(key, Tensor) else key: kept for key, kept in self.state.items()}
        found: dict[str, Any] = {"state": state, "param_groups": groups}
        for hook in self._optimizer_state_dict_post_hooks.values():
            changed = hook(self, found)
            found = found if changed is None else changed
        return found

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take what `state_dict` returned back; the parameters are those that are here, in their order.

        Raises:
            ValueError: other groups than here.
        """
        state_dict = state_dict.copy()
        for hook in self._optimizer_load_state_dict_pre_hooks.values():
            changed = hook(self, state_dict)
            state_dict = state_dict if changed is None else changed
        groups, saved = self.param_groups, deepcopy(state_dict["param_groups"])
        if len(groups) != len(saved):
            raise ValueError("loaded state dict has a different number of parameter groups")
        if any(len(one["params"]) != len(other["params"]) for one, other in zip(groups, saved, strict=True)):
            raise ValueError(
                "loaded state dict contains a parameter group that doesn't match the size of optimizer's group"
            )
        numbers = chain.from_iterable(group["params"] for group in saved)
        here = dict(zip(numbers, chain.from_iterable(group["params"] for group in groups), strict=True))
        state: defaultdict[Any, Any] = defaultdict(dict)
        for key, kept in state_dict["state"].items():
            if key in here:
                state[here[key]] = _as_of(here[key], kept)
            else:
                state[key] = kept
        for group, new in zip(groups, saved, strict=True):
            new["params"] = group["params"]
            if "param_names" in group:
                new.setdefault("param_names", group["param_names"])
        self.__setstate__({"state": state, "param_groups": saved})
        for hook in self._optimizer_load_state_dict_post_hooks.values():
            hook(self)

    def __getstate__(self) -> dict[str, Any]:
        return {"defaults": self.defaults, "state": self.state, "param_groups": self.param_groups}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._init_hooks()
        for group in self.param_groups:
            for name, default in self.__dict__.get("defaults", {}).items():
                group.setdefault(name, default)  # options that are newer than what was saved
        for kept in self.state.values():
            if isinstance(kept, dict) and isinstance(kept.get("step"), int | float) and self._counts_in_tensors:
                kept["step"] = tensor(float(kept["step"]), dtype=DTYPES["float32"])  # as old files have it

    def __repr__(self) -> str:
        lines: list[str] = []
        for place, group in enumerate(self.param_groups):
            lines += [*([""] if lines else []), f"Parameter Group {place}"]
            lines += [f"    {name}: {group[name]}" for name in sorted(group) if name != "params"]
        return "\n".join([f"{type(self).__name__} (", *lines, ")"])


def _as_of(parameter: Tensor, value: Any, key: Any = None) -> Any:
    """What was saved about a parameter, with its dtype and on its device; counts of steps stay as they are."""
    if isinstance(value, Tensor):
        if key == "step":
            return value
        if parameter.is_floating_point():
            return value.to(dtype=parameter.dtype, device=parameter.device)
        return value.to(device=parameter.device)
    if isinstance(value, dict):
        return {name: _as_of(parameter, one, name) for name, one in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, str):
        return type(value)(_as_of(parameter, one) for one in value)  # type: ignore[call-arg]
    return value


class PerParameter(Optimizer):
    """An optimizer that changes one parameter after another."""

    _counts_in_tensors = True

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Change the parameters that have gradients; ``closure`` computes the loss anew, which is returned."""
        loss = None
        if closure is not None:
            with enable_grad():
                loss = closure()
        with set_grad_enabled(self.defaults.get("differentiable", False)):
            for group in self.param_groups:
                if group.get("fused"):
                    _check_fused(group["params"])
                for value in group["params"]:
                    if value.grad is not None:
                        self._update(value, -value.grad if group.get("maximize") else value.grad, group)
        return loss

    def _update(self, value: Tensor, grad: Tensor, group: dict[str, Any]) -> None:
        raise NotImplementedError  # abstract: how an optimizer changes one parameter

    def _started(self, value: Tensor, group: dict[str, Any], *zeros: str, **numbers: float) -> dict[str, Any]:
        """What is remembered about a parameter: at first no steps, these numbers, and tensors of zeros.

        Raises:
            AssertionError: the steps shall be counted on an accelerator.
        """
        state: dict[str, Any] = self.state[value]
        if not state:
            for name, first in {"step": 0.0, **numbers}.items():
                state[name] = tensor(first, dtype=DTYPES["float32"])
            for name in zeros:
                state[name] = of.zeros_like(value, memory_format=MEMORY_FORMATS["preserve_format"])
        if group.get("capturable"):
            named = self._capturable
            raise AssertionError(f"If capturable=True, {named} must be on supported devices: {self._devices}.")
        return state

    _capturable: ClassVar[str] = "params and state_steps"
    _devices: ClassVar[list[str]] = ["cuda", "xpu", "hpu", "privateuseone", "xla"]


def number_of(option: Any) -> Any:
    """An option as a number; one that gradients are computed for stays a tensor."""
    return option.item() if isinstance(option, Tensor) and not option.requires_grad else option


def root_of(square: Tensor, eps: float, group: dict[str, Any]) -> Tensor:
    """The root, and a little more.  Where steps are recorded it is a new tensor: the gradient of the root needs it."""
    root = square.sqrt()
    return root + eps if group["differentiable"] else root.add_(eps)


def as_real(*values: Tensor) -> tuple[Tensor, ...]:
    """Complex tensors as real ones with a dimension more; real ones as they are."""
    return tuple(of.view_as_real(value) if value.is_complex() else value for value in values)


def check_numbers(lr: Any, betas: tuple[Any, ...] = (), /, **least: Any) -> None:
    """Check options: the learning rate and the named ones, which are not negative, and betas, below 1.

    A pair is an option and the most that it may be.

    Raises:
        ValueError: one is not so.
    """
    if isinstance(lr, Tensor) and lr.numel() != 1:
        raise ValueError("Tensor lr must be 1-element")
    if not lr >= 0.0:
        raise ValueError(f"Invalid learning rate: {lr}")
    for name in [name for name in ("epsilon",) if name in least and betas]:
        _check_least(name, least.pop(name))
    for place, beta in enumerate(betas):
        if not 0.0 <= beta < 1.0:
            raise ValueError(f"Invalid beta parameter at index {place}: {beta}")
    for name, value in least.items():
        _check_least(name, value)


def _check_least(name: str, option: Any) -> None:
    value, most = option if isinstance(option, tuple) else (option, inf)
    if not 0.0 <= value <= most:
        raise ValueError(f"Invalid {name} value: {value}")


_FUSED_ON: Final = ("cpu", "cuda", "hpu", "mps", "mtia", "privateuseone", "xpu")


def _check_fused(params: Iterable[Tensor]) -> None:
    """Check parameters that a fused implementation changes.

    Raises:
        RuntimeError: one without a fraction, or on a device that has no such implementation.
    """
    for value in params:
        if value.grad is not None and not (value.is_floating_point() and value.device.type in _FUSED_ON):
            raise RuntimeError(
                "`fused=True` requires all the params to be floating point Tensors of supported devices: "
                f"{[*_FUSED_ON]} but {value.dtype} and {value.device.type}"
            )


def check_modes(differentiable: bool, foreach: bool | None, fused: bool | None) -> None:
    """Check options that exclude each other.

    Raises:
        RuntimeError: two of them are given.
    """
    if fused and differentiable:
        raise RuntimeError("`fused` does not support `differentiable`")
    if fused and foreach:
        raise RuntimeError("`fused` and `foreach` cannot be `True` together.")
