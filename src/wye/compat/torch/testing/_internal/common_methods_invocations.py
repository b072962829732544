"""`torch.testing._internal.common_methods_invocations`: operators with samples, fewer than PyTorch's.  Aliases only."""

from __future__ import annotations

from typing import Any

from wye.compat.modules import names_of
from wye.testing.op_info import DecorateInfo, ErrorInput, OpInfo, SampleInput
from wye.testing.op_names import ALL_OPERATORS as op_db  # noqa: N811 - PyTorch's name
from wye.testing.op_samples import BINARY as binary_ufuncs  # noqa: N811 - PyTorch's name
from wye.testing.op_samples import REDUCTIONS as reduction_ops  # noqa: N811 - PyTorch's name
from wye.testing.op_samples import UNARY as unary_ufuncs  # noqa: N811 - PyTorch's name

__all__ = [
    "DecorateInfo",
    "ErrorInput",
    "OpInfo",
    "SampleInput",
    "binary_ufuncs",
    "op_db",
    "ops_and_refs",
    "python_ref_db",
    "reduction_ops",
    "unary_ufuncs",
]

ops_and_refs: list[OpInfo] = op_db
python_ref_db: list[OpInfo] = []
__getattr__: Any = names_of(__name__)
