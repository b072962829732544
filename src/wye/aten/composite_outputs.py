"""How composites store their results in ``out``: the last operator on the way stores it, as in PyTorch.

A composite with a keyword ``out`` (None, or a tensor; a tuple where there are several results) serves its ``.out``
variant too; results of any other are copied.  See Note [The last operator stores].
"""

from __future__ import annotations

import warnings
from functools import cache
from typing import Any

from wye.aten.lines import group_of
from wye.aten.metadata import device_of, dtype_of, handled_in_python, numel_of
from wye.aten.rows import group
from wye.call.packets import ops
from wye.schema.values import LAYOUTS
from wye.tensors.replacing import resize_array

__all__ = ["into", "new_output", "resize_output"]

# Note [The last operator stores]
# A handler sees of `fft_fft.out` what PyTorch shows: the steps, then `_fft_r2c.out` with the caller's tensor.  So a
# composite hands ``out`` on to its last operator (`into`), which checks, resizes and counts the write.  Only tensors
# are handed on: an array class needs no ``.out`` kernels, its results are copied.
# Broken by: a composite with ``out`` that ends in another way when it is None.
# Guarded by: tests/conformance/test_seen_calls.py::test_a_composite_decomposes_into_the_same_operators


def into(out: Any, op: Any, *args: Any, **kwargs: Any) -> Any:
    """Call an operator; with ``out`` the variant of it that stores there.

    Args:
        out: None, a tensor, or one tensor for each result.
        op: The functional overload, like ``aten.mul.Tensor``.
        args: Its arguments.
        kwargs: Its keyword arguments.
    """
    if out is None:
        return op(*args, **kwargs)
    variant, names = _variant(op)
    targets = (out,) if len(names) == 1 else out
    return variant(*args, **kwargs, **dict(zip(names, targets, strict=True)))


@cache
def _variant(op: Any) -> tuple[Any, tuple[str, ...]]:
    """The overload that stores the results of a functional one, and the names of its outputs."""
    name = op.name().removeprefix("aten::")
    row = next(row for row in group(group_of(name)) if row.outs and row.functional and row.functional.name == name)
    packet, _, overload = row.name.partition(".")
    return getattr(getattr(ops.aten, packet), overload), row.outs


def new_output(like: Any, dtype: Any = None) -> Any:
    """An empty tensor for a result that the caller does not want."""
    how = {"dtype": dtype_of(like) if dtype is None else dtype, "layout": LAYOUTS["strided"], "device": device_of(like)}
    return ops.aten.empty.memory_format([0], **how)


def resize_output(out: Any, shape: Any) -> Any:
    """Give an output the shape of the result, with an operator that handlers see; a warning if it had elements."""
    if tuple(out.shape) == tuple(shape):
        return out
    if numel_of(out):
        warnings.warn(
            f"An output with one or more elements was resized since it had shape {list(out.shape)}, which does not "
            f"match the required output shape {list(shape)}. This behavior is deprecated, and in a future PyTorch "
            "release outputs will not be resized unless they have zero elements. You can explicitly reuse an out "
            "tensor t by resizing it, inplace, to zero elements with t.resize_(0).",
            stacklevel=4,
        )
    if handled_in_python(out):
        return ops.aten.resize_.default(out, list(shape))
    resize_array(out, tuple(shape), None)  # no write of its own
    return out
