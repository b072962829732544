"""PyTorch's first `vmap` (`torch._vmap_internals`): inputs are trees, outputs are tensors or tuples of them.

Cold path: it checks what the former one checked; the rest is `wye.transforms.vmap`.
"""

from __future__ import annotations

import functools
import warnings
from typing import TYPE_CHECKING, Any

from wye.autograd.apply_hooks import as_former
from wye.tensors import Tensor
from wye.transforms.vmap import flatten_inputs, name_of, run_flat, unbatch

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["bare_vmap", "vmap"]


def vmap(func: Callable[..., Any], in_dims: Any = 0, out_dims: Any = 0) -> Callable[..., Any]:
    """Map a function over a dimension of its inputs; use `wye.vmap`."""
    warnings.warn(
        "Please use `torch.vmap` instead of `torch._vmap_internals.vmap`.", category=FutureWarning, stacklevel=2
    )
    return bare_vmap(func, in_dims, out_dims)


def bare_vmap(
    func: Callable[..., Any], in_dims: Any = 0, out_dims: Any = 0, allow_none_pass_through: bool = False
) -> Callable[..., Any]:
    """The same without a warning; with ``allow_none_pass_through`` an output may be None."""

    @functools.wraps(func)
    def mapped(*args: Any) -> Any:
        name = name_of(func)
        dims = out_dims if isinstance(out_dims, tuple) else (out_dims,)
        if not all(isinstance(dim, int) for dim in dims):
            raise ValueError(
                f"vmap({name}, ..., out_dims={out_dims}): `out_dims` must be an int or a tuple of int representing "
                "where in the outputs the vmapped dimension should appear."
            )
        flat, flat_dims, spec, size = flatten_inputs(func, in_dims, args, from_end=False)
        with as_former():
            level, result = run_flat(func, flat, flat_dims, spec, size)
        if not allow_none_pass_through:
            _check_outputs(name, result)
        outputs = result if isinstance(result, tuple) else (result,)
        if not isinstance(out_dims, tuple):
            dims *= len(outputs)
        if len(dims) != len(outputs):
            raise ValueError(
                f"vmap({name}, ..., out_dims={out_dims}): `out_dims` must have one dim per output (got {len(outputs)} "
                f"outputs) of {name}."
            )
        found = tuple(
            None if out is None else unbatch(out, level, size, dim) for out, dim in zip(outputs, dims, strict=True)
        )
        return found if isinstance(result, tuple) else found[0]

    return mapped


def _check_outputs(name: str, result: Any) -> None:
    start = f"vmap({name}, ...): `{name}` must only return Tensors, got type "
    if isinstance(result, Tensor):
        return
    if not isinstance(result, tuple):
        raise ValueError(f"{start}{type(result)} as the return.")
    for place, output in enumerate(result):
        if not isinstance(output, Tensor):
            raise ValueError(f"{start}{type(output)} for return {place}.")
