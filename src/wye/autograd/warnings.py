"""Warnings of autograd, with PyTorch's texts."""

from __future__ import annotations

import warnings
from typing import Any

from wye.warn_always import warn_once

__all__ = ["warn_create_graph", "warn_layout", "warn_no_leaf"]


def warn_layout(grad: Any, variable: Any) -> None:
    """A gradient that was assigned lies in memory otherwise than its variable; told once."""
    warn_once(
        "gradient layout",
        "grad and param do not obey the gradient layout contract. This is not an error, but may impair performance.\n"
        f"grad.sizes() = {list(grad.shape)}, strides() = {list(grad.stride())}\n"
        f"param.sizes() = {list(variable.shape)}, strides() = {list(variable.stride())}",
        stacklevel=5,
    )


def warn_no_leaf() -> None:
    """`grad` of a tensor that is no leaf is never set."""
    warnings.warn(
        "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute won't be "
        "populated during autograd.backward(). If you indeed want the .grad field to be populated for a non-leaf "
        "Tensor, use .retain_grad() on the non-leaf Tensor. If you access the non-leaf Tensor by mistake, make sure "
        "you access the leaf Tensor instead. See github.com/pytorch/pytorch/pull/30531 for more information.",
        stacklevel=3,
    )


def warn_create_graph() -> None:
    """`backward(create_graph=True)` makes a cycle of a leaf and its gradient."""
    warnings.warn(
        "Using backward() with create_graph=True will create a reference cycle between the parameter and its gradient "
        "which can cause a memory leak. We recommend using autograd.grad when creating the graph to avoid this. If "
        "you have to use this function, make sure to reset the .grad fields of your parameters to None after use to "
        "break the cycle and avoid the leak.",
        stacklevel=4,
    )
