"""`torch.testing._internal.common_methods_invocations`: operators with samples.  Aliases only."""

from __future__ import annotations

from typing import Any

from wye.compat.modules import names_of
from wye.testing.elementwise_samples import binary_broadcasting as generate_elementwise_binary_broadcasting_tensors
from wye.testing.elementwise_samples import binary_extremal as generate_elementwise_binary_extremal_value_tensors
from wye.testing.elementwise_samples import binary_large as generate_elementwise_binary_large_value_tensors
from wye.testing.elementwise_samples import binary_small as generate_elementwise_binary_small_value_tensors
from wye.testing.elementwise_samples import binary_usual as generate_elementwise_binary_tensors
from wye.testing.elementwise_samples import (
    binary_with_promoted_scalars as generate_elementwise_binary_with_scalar_and_type_promotion_samples,
)
from wye.testing.elementwise_samples import binary_with_scalars as generate_elementwise_binary_with_scalar_samples
from wye.testing.elementwise_samples import unary_extremal as generate_elementwise_unary_extremal_value_tensors
from wye.testing.elementwise_samples import unary_large as generate_elementwise_unary_large_value_tensors
from wye.testing.elementwise_samples import unary_small as generate_elementwise_unary_small_value_tensors
from wye.testing.elementwise_samples import unary_usual as generate_elementwise_unary_tensors
from wye.testing.foreach_operators import BINARY as foreach_binary_op_db  # noqa: N811 - PyTorch's name
from wye.testing.foreach_operators import OTHERS as foreach_other_op_db  # noqa: N811 - PyTorch's name
from wye.testing.foreach_operators import POINTWISE as foreach_pointwise_op_db  # noqa: N811 - PyTorch's name
from wye.testing.foreach_operators import REDUCING as foreach_reduce_op_db  # noqa: N811 - PyTorch's name
from wye.testing.foreach_operators import UNARY as foreach_unary_op_db  # noqa: N811 - PyTorch's name
from wye.testing.foreach_operators import ForeachFuncInfo, ForeachSampleInput
from wye.testing.make_tensor import mask_not_all_zeros
from wye.testing.op_entries import OPERATORS as op_db  # noqa: N811 - PyTorch's name
from wye.testing.op_info import DecorateInfo, ErrorInput, OpInfo, SampleInput, skip, xfail
from wye.testing.op_info import skip_ops as skipOps  # noqa: N812 - PyTorch's name
from wye.testing.op_kinds import (
    BinaryUfuncInfo,
    ReductionOpInfo,
    ReductionPythonRefInfo,
    SpectralFuncInfo,
    SpectralFuncType,
    UnaryUfuncInfo,
)
from wye.testing.op_references import REFERENCES as python_ref_db  # noqa: N811 - PyTorch's name
from wye.testing.surroundings import called_with_a_fixed_seed as wrapper_set_seed

__all__ = [
    "BinaryUfuncInfo",
    "DecorateInfo",
    "ErrorInput",
    "ForeachFuncInfo",
    "ForeachSampleInput",
    "OpInfo",
    "ReductionOpInfo",
    "ReductionPythonRefInfo",
    "SampleInput",
    "SpectralFuncInfo",
    "SpectralFuncType",
    "UnaryUfuncInfo",
    "binary_ufuncs",
    "binary_ufuncs_and_refs",
    "foreach_binary_op_db",
    "foreach_other_op_db",
    "foreach_pointwise_op_db",
    "foreach_reduce_op_db",
    "foreach_unary_op_db",
    "generate_elementwise_binary_broadcasting_tensors",
    "generate_elementwise_binary_extremal_value_tensors",
    "generate_elementwise_binary_large_value_tensors",
    "generate_elementwise_binary_small_value_tensors",
    "generate_elementwise_binary_tensors",
    "generate_elementwise_binary_with_scalar_and_type_promotion_samples",
    "generate_elementwise_binary_with_scalar_samples",
    "generate_elementwise_unary_extremal_value_tensors",
    "generate_elementwise_unary_large_value_tensors",
    "generate_elementwise_unary_small_value_tensors",
    "generate_elementwise_unary_tensors",
    "mask_not_all_zeros",
    "op_db",
    "ops_and_refs",
    "python_ref_db",
    "reduction_ops",
    "reference_masked_ops",
    "shape_funcs",
    "skip",
    "skipOps",
    "spectral_funcs",
    "unary_ufuncs",
    "wrapper_set_seed",
    "xfail",
]

ops_and_refs: list[OpInfo] = [*op_db, *python_ref_db]
unary_ufuncs = [op for op in ops_and_refs if isinstance(op, UnaryUfuncInfo)]
binary_ufuncs = binary_ufuncs_and_refs = [op for op in ops_and_refs if isinstance(op, BinaryUfuncInfo)]
reduction_ops = [op for op in ops_and_refs if isinstance(op, ReductionOpInfo)]
spectral_funcs = [op for op in ops_and_refs if isinstance(op, SpectralFuncInfo)]
shape_funcs = [op for op in op_db if op.name in ("repeat", "tile")]
reference_masked_ops: list[OpInfo] = []  # of a module that wye does not have: torch.masked
__getattr__: Any = names_of(__name__)
