"""`out_dtype`: an operator computed in a wider dtype, its result in a dtype that is named.

Warm: the operator's call, and casts.  In: an operator of the set, a dtype, the operator's arguments.
"""

from __future__ import annotations

from typing import Any, Final

from wye.call import OpOverload
from wye.call.packets import ops
from wye.higher_order.operator import HigherOrderOperator
from wye.pytree import tree_leaves, tree_map
from wye.schema.types import TensorType
from wye.tensors import Tensor
from wye.tensors.dtypes import from_numpy_dtype, to_numpy_dtype
from wye.tensors.meta_array import MetaArray

__all__ = ["OutDtype", "out_dtype", "run_out_dtype"]

_ALLOWED: Final = frozenset(
    ["aten::linear", "aten::mm", "aten::conv2d", "aten::convolution", "aten::mul.Tensor", "aten::mul.Scalar",
     "aten::div.Tensor", "aten::div.Scalar"]
)  # fmt: skip


class OutDtype(HigherOrderOperator):
    """``out_dtype(op, dtype, *args)``: the arguments are promoted together with the dtype, the result is cast to it."""

    def __init__(self) -> None:
        super().__init__("out_dtype")

    def __call__(self, op: Any, output_dtype: Any, *args: Any) -> Any:
        """Call an operator with promoted arguments.

        Raises:
            ValueError: it is no overload, writes, returns other than a tensor, or is not one of those that this is for.
        """
        if not isinstance(op, OpOverload):
            raise ValueError("out_dtype's first argument must be an OpOverload")
        if op.schema.is_mutable:
            raise ValueError("out_dtype's first argument needs to be a functional operator")
        if len(op.schema.returns) != 1 or type(op.schema.returns[0].type) is not TensorType:
            raise ValueError(
                f"out_dtype's can only apply to ops that return a single tensor, not {op}, which returns "
                f"{[returned.type.str() for returned in op.schema.returns]}"
            )
        if op.name() not in _ALLOWED:
            raise ValueError(f"out_dtype only allows the following operators: {sorted(_ALLOWED)}.")
        return super().__call__(op, output_dtype, *args)


out_dtype: Final = OutDtype()
out_dtype.fallthrough("AutogradCPU")  # what runs inside is recorded
out_dtype.fallthrough("AutogradCUDA")


@out_dtype.py_impl("CompositeExplicitAutograd")
def run_out_dtype(op: OpOverload, output_dtype: Any, *args: Any) -> Any:
    """What a call does."""
    from wye.tensors.promotion import result_type  # here: it loads NumPy, which only calls need

    leaves = tree_leaves(args)
    operands = [one._data for one in leaves if isinstance(one, Tensor)]
    operands += [one for one in leaves if isinstance(one, (bool, int, float, complex))]
    wide = from_numpy_dtype(result_type(*operands, MetaArray((1,), to_numpy_dtype(output_dtype))))
    cast = ops.aten.to.dtype
    promoted = tree_map(lambda one: cast(one, wide) if isinstance(one, Tensor) else one, args)
    return cast(op(*promoted), output_dtype)
