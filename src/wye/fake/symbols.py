"""The seam to symbolic sizes: what fake tensors ask of a ``ShapeEnv``, whichever class it has.

Warm, and only for modes that have a ``shape_env``.
"""

from __future__ import annotations

import sys
from typing import Any, Final

from wye.fake.exceptions import DynamicOutputShapeException
from wye.schema.symbolic import settled
from wye.tensors import Tensor
from wye.tensors.meta_array import MetaArray

__all__ = [
    "base_source",
    "geometry_of",
    "key_of_number",
    "new_size",
    "run_with_symbols",
    "unbacked_size",
    "unknown_source",
]

_MOST: Final = sys.maxsize - 1


def geometry_of(
    env: Any, tensor: Any, source: Any = None, symbolic_context: Any = None
) -> tuple[tuple[Any, ...], tuple[Any, ...], Any]:
    """The sizes, strides and offset that a tensor's fake has: symbols where they may change.

    Args:
        env: The ``ShapeEnv``.
        tensor: The real tensor.
        source: Where the program has it from, which names the symbols.
        symbolic_context: Which dimensions are dynamic.
    """
    sizes, strides, offset = env.create_symbolic_sizes_strides_storage_offset(
        tensor, source, symbolic_context=symbolic_context
    )
    return tuple(sizes), tuple(strides), offset


def unknown_source(count: int) -> Any:
    """The source of a tensor that came without one; ``count`` tensors have been converted before."""
    from wye.symbolic.sources import ConstantSource  # here: only modes with symbols need it

    return ConstantSource(f"__meta_utils_unknown_tensor{count}")


def base_source(source: Any) -> Any:
    """The source of the tensor that another is a view of."""
    from wye.symbolic.sources import AttrSource  # here: only modes with symbols need it

    return AttrSource(source, "_base")


def new_size(env: Any, least: int = 0, most: int | None = None) -> Any:
    """A size that only data says, between two bounds."""
    made = env.create_unbacked_symint()
    env.constrain_size(made, least, most)
    return made


def unbacked_size(mode: Any, func: Any, least: int = 0, most: Any = None) -> Any:
    """A size of a result that only data says.

    Args:
        mode: The `FakeTensorMode` of the call.
        func: The operator.
        least: It is not smaller.
        most: It is not larger, where this is a number and larger than 2.

    Raises:
        DynamicOutputShapeException: the mode does not allow it.
    """
    env = mode.shape_env
    if env is None or not env.allow_dynamic_output_shape_ops:
        raise DynamicOutputShapeException(func)
    return new_size(env, least, most if type(most) is int and most > 2 else _MOST)


def key_of_number(number: Any) -> Any:
    """What says that two symbolic numbers are the same, for the cache; a plain number is its own."""
    node = getattr(number, "node", None)
    return number if node is None else ("symbol", getattr(node, "expr", node))


def run_with_symbols(plan: Any, mode: Any, args: tuple[Any, ...], kwargs: dict[str, Any], fakes: Any) -> Any:
    """Run a plan where sizes may be symbols: kernels of the set take sizes that depend on data for neither 0 nor 1."""
    if plan.func.defined_in_python:  # a program's own kernel decides for itself
        return plan.run(plan, mode, args, kwargs, fakes)
    with mode.shape_env.in_kernel():
        result = plan.run(plan, mode, args, kwargs, fakes)
    for one in result if type(result) in (list, tuple) else (result,):
        if isinstance(one, Tensor) and type(one._data) is MetaArray:
            _settle(one._data)
    return result


def _settle(array: MetaArray) -> None:
    """Show sizes whose values are known as numbers."""
    array.shape = tuple(map(settled, array.shape))
    array.offset = settled(array.offset)
    if not array.is_row_major:
        array.settle_steps()
