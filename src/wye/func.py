"""Function transforms, and calls of modules as functions of their parameters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from wye.array_transforms import (
    functionalize,
    grad,
    grad_and_value,
    hessian,
    jacfwd,
    jacobian,
    jacrev,
    jvp,
    linearize,
    value_and_grad,
    vjp,
    vmap,
)
from wye.nn.modules.batchnorm import _BatchNorm
from wye.nn.utils.stateless import call_with, stack_module_state
from wye.transforms.levels import debug_unwrap

if TYPE_CHECKING:
    from wye.nn.modules.module import Module
    from wye.tensors import Tensor

__all__ = [
    "debug_unwrap", "functional_call", "functionalize", "grad", "grad_and_value", "hessian", "jacfwd", "jacobian",
    "jacrev", "jvp", "linearize", "replace_all_batch_norm_modules_", "stack_module_state",
    "value_and_grad", "vjp", "vmap",
]  # fmt: skip

_Tensors = dict[str, "Tensor"]


def functional_call(
    module: Module,
    parameter_and_buffer_dicts: _Tensors | Sequence[_Tensors],
    args: Any = None,
    kwargs: dict[str, Any] | None = None,
    *,
    tie_weights: bool = True,
    strict: bool = False,
) -> Any:
    """Call a module with other parameters and buffers than its own.

    Args:
        module: The module; it is as before afterwards.
        parameter_and_buffer_dicts: Tensors by full name, in one dictionary or in several.
        args: The argument, or a tuple of arguments.
        kwargs: Arguments by name.
        tie_weights: A tensor that the module has under several names is replaced under all of them.
        strict: The names must be exactly those of the module.

    Raises:
        ValueError: a name in two dictionaries, or two values for one tensor.
        RuntimeError: names that are missing or not known, where ``strict``.

    >>> import wye
    >>> double = {"weight": wye.full((1, 1), 2.0), "bias": wye.zeros(1)}
    >>> functional_call(wye.nn.Linear(1, 1), double, wye.ones(1))
    tensor([2.])
    """
    given: Any = parameter_and_buffer_dicts
    if isinstance(given, dict):
        values = given
    elif isinstance(given, Sequence):
        values = _merged(given)
    else:
        raise ValueError(
            f"Expected parameter_and_buffer_dicts to be a dict, or a list/tuple of dicts, but got {type(given)}"
        )
    return call_with(module, values, args, kwargs, tie_weights=tie_weights, strict=strict)


def _merged(given: Sequence[_Tensors]) -> _Tensors:
    if not all(isinstance(one, dict) for one in given):
        raise ValueError("Expected all elements of parameter_and_buffer_dicts to be dictionaries")
    keys = [key for one in given for key in one]
    if len({*keys}) < len(keys):
        repeated = [key for key in dict.fromkeys(keys) if keys.count(key) > 1]
        raise ValueError(f"{repeated} appeared in multiple dictionaries; behavior of functional call is ambiguous")
    return {key: value for one in given for key, value in one.items()}


def replace_all_batch_norm_modules_(root: Module) -> Module:
    """Let batch normalisations keep no running statistics, in place: `vmap` cannot write to them."""
    for module in root.modules():
        if isinstance(module, _BatchNorm) and module.track_running_stats:
            module.track_running_stats = False
            module.running_mean = module.running_var = module.num_batches_tracked = None
    return root
