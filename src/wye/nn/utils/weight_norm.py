"""Weight normalisation by a hook: a weight is its length times its direction, computed before each call.

Deprecated in PyTorch: `wye.nn.utils.parametrizations.weight_norm` does the same by a parametrization.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, TypeVar

import wye.shown as shown
from wye.functional.operators import of
from wye.nn.parameter import Parameter
from wye.nn.uninitialized import is_lazy

if TYPE_CHECKING:
    from wye.nn.modules.module import Module
    from wye.tensors import Tensor

__all__ = ["WeightNorm", "norm_except_dim", "remove_weight_norm", "scaled", "weight_norm"]

_M = TypeVar("_M", bound="Module")


def norm_except_dim(v: Tensor, pow: int = 2, dim: int = 0) -> Tensor:
    """The norm of each part of a tensor along a dimension, with all dimensions kept; -1: of all of it."""
    return of.norm_except_dim(v, pow, dim)


def scaled(v: Tensor, g: Tensor, dim: int) -> Tensor:
    """The direction of ``v`` with the lengths ``g``."""
    return v * (g / norm_except_dim(v, 2, dim))


class WeightNorm:
    """The hook: computes ``name`` from ``name_g`` and ``name_v``.

    Attributes:
        name: The attribute.
        dim: Along which dimension there are lengths; -1: there is one.
    """

    def __init__(self, name: str, dim: int | None) -> None:
        self.name, self.dim = name, -1 if dim is None else dim

    def compute_weight(self, module: Module) -> Tensor:
        """The weight, from its length and its direction."""
        return scaled(getattr(module, f"{self.name}_v"), getattr(module, f"{self.name}_g"), self.dim)

    @staticmethod
    def apply(module: Module, name: str, dim: int | None) -> WeightNorm:
        """Add the hook to a module.

        Raises:
            RuntimeError: the module has one for this weight.
            ValueError: the weight has no shape yet.
        """
        for hook in module._forward_pre_hooks.values():
            if isinstance(hook, WeightNorm) and hook.name == name:
                raise RuntimeError(f"Cannot register two weight_norm hooks on the same parameter {name}")
        made, weight = WeightNorm(name, dim), getattr(module, name)
        if is_lazy(weight):
            raise ValueError(
                "The module passed to `WeightNorm` can't have uninitialized parameters. Make sure to run the dummy "
                "forward before applying weight normalization"
            )
        del module._parameters[name]
        module.register_parameter(f"{name}_g", Parameter(norm_except_dim(weight, 2, made.dim).data))
        module.register_parameter(f"{name}_v", Parameter(weight.data))
        setattr(module, name, made.compute_weight(module))
        module.register_forward_pre_hook(made)
        return made

    def remove(self, module: Module) -> None:
        """Make the weight a parameter again."""
        weight = self.compute_weight(module)
        delattr(module, self.name)
        for part in ("g", "v"):
            del module._parameters[f"{self.name}_{part}"]
        setattr(module, self.name, Parameter(weight.data))

    def __call__(self, module: Module, inputs: Any) -> None:
        """Compute the weight, before a call."""
        setattr(module, self.name, self.compute_weight(module))


def weight_norm(module: _M, name: str = "weight", dim: int | None = 0) -> _M:
    """Let a parameter of a module be its length times its direction.

    Args:
        module: Whose parameter it is.
        name: The parameter.
        dim: There is a length for each part along this dimension; None: one for all.

    Raises:
        RuntimeError: it is so already.
        ValueError: the parameter has no shape yet.
    """
    place = f"`{shown.package}.nn.utils"
    warnings.warn(
        f"{place}.weight_norm` is deprecated in favor of {place}.parametrizations.weight_norm`.",
        FutureWarning,
        stacklevel=2,
    )
    WeightNorm.apply(module, name, dim)
    return module


def remove_weight_norm(module: _M, name: str = "weight") -> _M:
    """Make a parameter with `weight_norm` plain again.

    Raises:
        ValueError: it has none.
    """
    for key, hook in module._forward_pre_hooks.items():
        if isinstance(hook, WeightNorm) and hook.name == name:
            hook.remove(module)
            del module._forward_pre_hooks[key]
            return module
    raise ValueError(f"weight_norm of '{name}' not found in {module}")
