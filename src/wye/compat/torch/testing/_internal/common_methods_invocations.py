"""`torch.testing._internal.common_methods_invocations`: PyTorch's list of operators with samples is not here.

The names can be imported; tests over an empty list of operators are no tests.
"""

from __future__ import annotations

from typing import Any

from wye.compat.modules import names_of
from wye.testing.op_info import DecorateInfo, ErrorInput, OpInfo, SampleInput

__all__ = ["DecorateInfo", "ErrorInput", "OpInfo", "SampleInput", "op_db", "ops_and_refs", "python_ref_db"]

op_db: list[OpInfo] = []
ops_and_refs: list[OpInfo] = []
python_ref_db: list[OpInfo] = []
unary_ufuncs: list[OpInfo] = []
binary_ufuncs: list[OpInfo] = []
__getattr__: Any = names_of(__name__)
