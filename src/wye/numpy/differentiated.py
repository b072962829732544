"""Elementwise functions with derivatives that are given: of operators that have none, and of universal functions.

Each call is one call of an `autograd.Function`.  Derivatives are functions of tensors, so they have derivatives again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye.autograd.function import Function
from wye.call.packets import ops
from wye.errors import NoRuleError
from wye.fx.proxy_mode import get_proxy_mode
from wye.numpy.arrays import as_ndarray, as_tensor, has_layer
from wye.tensors.meta_array import MetaArray
from wye.transforms.grad_level import untracked

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Differentiated"]

aten: Any = ops.aten
_NO_RULE: Final = "register it with wye.numpy.implements, or keep the layer away from it: wye.numpy.stop_gradient(x)"


class Differentiated:
    """An elementwise function of tensors.

    Attributes:
        ufunc: The universal function that computes it on data.
        derivatives: One for each argument: takes the arguments; None: there is none.
        operator: Computes the same, for traces; None: there is none.
    """

    __slots__ = ("derivatives", "operator", "ufunc")

    def __init__(
        self,
        ufunc: Any,
        derivatives: tuple[Callable[..., Any] | None, ...],
        operator: Callable[..., Any] | None = None,
    ) -> None:
        self.ufunc, self.derivatives, self.operator = ufunc, derivatives, operator

    def __call__(self, *tensors: Any) -> Any:
        """The function of tensors, which layers follow through the derivatives."""
        given = tuple(map(untracked, tensors))
        return _Applied.apply(self, *given) if has_layer(given) else self.values(*given)

    def values(self, *tensors: Any) -> Any:
        """The function of data; of fake tensors a tensor of the right shape.

        Raises:
            NoRuleError: the call is traced, and a trace holds operators.
        """
        if get_proxy_mode() is not None:
            if self.operator is not None:
                return self.operator(*tensors)
            raise self.no_rule("no operator that a trace could hold")
        if any(type(one._data) is MetaArray for one in tensors):
            return sum(tensors[1:], tensors[0]) * 1.0
        with np.errstate(all="ignore"):
            return as_tensor(self.ufunc(*map(as_ndarray, tensors)))

    def along(self, place: int, tensors: Any, factor: Any) -> Any:
        """A derivative by one argument, times a gradient or a tangent.

        Raises:
            NoRuleError: there is no such derivative.
        """
        derivative = self.derivatives[place]
        if derivative is None:
            raise self.no_rule(f"no derivative by its argument {place}")
        found = derivative(*tensors)
        return factor * (found.conj() if found.is_complex() else found)

    def no_rule(self, what: str) -> NoRuleError:
        """The error for a layer that the function has no rule for."""
        return NoRuleError(f"scipy.special.{self.ufunc.__name__} has {what}", fix=_NO_RULE)


class _Applied(Function):
    """A call of such a function, for the layers."""

    @staticmethod
    def forward(function: Any, *tensors: Any) -> Any:
        """The values."""
        return function.values(*tensors)

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        """Keep the arguments."""
        ctx.of, *tensors = inputs
        ctx.set_materialize_grads(False)  # arguments without a tangent need no derivative
        ctx.save_for_backward(*tensors)
        ctx.save_for_forward(*tensors)

    @staticmethod
    def backward(ctx: Any, grad: Any) -> Any:
        """The gradients of the arguments, summed over the dimensions in which they were stretched."""
        tensors, grad = tuple(map(untracked, ctx.saved_tensors)), untracked(grad)
        found = [None] * len(tensors)
        for place, one in enumerate(tensors):
            if grad is not None and ctx.needs_input_grad[place + 1]:
                found[place] = ctx.of.along(place, tensors, grad).sum_to_size(tuple(one.shape))
        return (None, *found)

    @staticmethod
    def jvp(ctx: Any, _: Any, *tangents: Any) -> Any:
        """The tangent of the result."""
        tensors = tuple(map(untracked, ctx.saved_tensors))
        parts = [ctx.of.along(n, tensors, untracked(one)) for n, one in enumerate(tangents) if one is not None]
        shape = np.broadcast_shapes(*[tuple(one.shape) for one in tensors])
        return sum(parts[1:], parts[0]).expand(shape)

    @staticmethod
    def vmap(info: Any, in_dims: Any, function: Any, *tensors: Any) -> Any:
        """All examples at once: batch dimensions first, and as many others for each argument."""
        pairs = list(zip(tensors, in_dims[1:], strict=True))
        rank = max(one.dim() - (dim is not None) for one, dim in pairs)
        return function(*[one if dim is None else _first(one, dim, rank) for one, dim in pairs]), 0


def _first(tensor: Any, dim: int, rank: int) -> Any:
    """A tensor with its batch dimension first, and ``rank`` others."""
    moved = aten.movedim.int(tensor, dim, 0)
    return moved.reshape((moved.shape[0],) + (1,) * (rank + 1 - moved.dim()) + tuple(moved.shape[1:]))
