"""Gradients that are not too large."""

from __future__ import annotations

import warnings
from types import GeneratorType
from typing import TYPE_CHECKING

from wye.functional.operators import of
from wye.grad_mode import no_grad
from wye.tensors import Tensor
from wye.tensors.making import tensor

if TYPE_CHECKING:
    from collections.abc import Iterable

    _Tensors = Tensor | Iterable[Tensor]

__all__ = ["clip_grad_norm", "clip_grad_norm_", "clip_grad_value_", "clip_grads_with_norm_", "get_total_norm"]


def _listed(tensors: _Tensors) -> list[Tensor]:
    return [tensors] if isinstance(tensors, Tensor) else [*tensors]


def _grads(parameters: _Tensors) -> list[Tensor]:
    return [value.grad for value in _listed(parameters) if value.grad is not None]


@no_grad()
def get_total_norm(
    tensors: _Tensors, norm_type: float = 2.0, error_if_nonfinite: bool = False, foreach: bool | None = None
) -> Tensor:
    """The norm of all elements of several tensors.

    Args:
        tensors: The tensors.
        norm_type: Which norm; ``inf`` for the greatest absolute value.
        error_if_nonfinite: Raise an error where it is infinite or NaN.
        foreach: Accepted for PyTorch's sake.

    Raises:
        RuntimeError: it is not finite.
    """
    norm_type, listed = float(norm_type), _listed(tensors)
    if not listed:
        return tensor(0.0)
    place = listed[0].device
    norms = [of.linalg_vector_norm(one, norm_type) for one in listed]
    total = of.linalg_vector_norm(of.stack([one.to(place) for one in norms]), norm_type)
    if error_if_nonfinite and not total.isfinite():
        raise RuntimeError(
            f"The total norm of order {norm_type} for gradients from `parameters` is non-finite, so it cannot be "
            "clipped. To disable this error and scale the gradients by the non-finite norm anyway, set "
            "`error_if_nonfinite=False`"
        )
    return total


@no_grad()
def clip_grads_with_norm_(
    parameters: _Tensors, max_norm: float, total_norm: Tensor, foreach: bool | None = None
) -> None:
    """Scale the gradients of parameters, whose norm is ``total_norm``, to at most ``max_norm``, in place."""
    grads = _grads(parameters)
    if not grads:
        return
    factor = (float(max_norm) / (total_norm + 1e-6)).clamp(max=1.0)
    for grad in grads:
        grad.mul_(factor.to(grad.device))


@no_grad()
def clip_grad_norm_(
    parameters: _Tensors,
    max_norm: float,
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Tensor:
    """Scale the gradients of parameters so that the norm of all of them is at most ``max_norm``, in place.

    Args:
        parameters: The parameters.
        max_norm: The bound.
        norm_type: Which norm; ``inf`` for the greatest absolute value.
        error_if_nonfinite: Raise an error where the norm is infinite or NaN.
        foreach: Accepted for PyTorch's sake.

    Returns:
        The norm before.

    Raises:
        RuntimeError: the norm is not finite.
    """
    listed = _listed(parameters)
    if isinstance(parameters, GeneratorType) and not listed:
        warnings.warn("`parameters` is an empty generator, no gradient clipping will occur.", stacklevel=3)
    total = get_total_norm(_grads(listed), norm_type, error_if_nonfinite)
    clip_grads_with_norm_(listed, max_norm, total)
    return total  # type: ignore[no-any-return]  # a decorated function


def clip_grad_norm(
    parameters: _Tensors,
    max_norm: float,
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Tensor:
    """The former name of `clip_grad_norm_`."""
    warnings.warn(
        "`torch.nn.utils.clip_grad_norm` is now deprecated in favor of `torch.nn.utils.clip_grad_norm_`.",
        FutureWarning,
        stacklevel=2,
    )
    return clip_grad_norm_(parameters, max_norm, norm_type, error_if_nonfinite)  # type: ignore[no-any-return]


@no_grad()
def clip_grad_value_(parameters: _Tensors, clip_value: float, foreach: bool | None = None) -> None:
    """Bring every element of the gradients between ``-clip_value`` and ``clip_value``, in place."""
    bound = float(clip_value)
    for grad in _grads(parameters):
        grad.clamp_(-bound, bound)
