"""`torch.testing._internal.opinfo.core`: operators as test cases.  Aliases only."""

from __future__ import annotations

from typing import Any

from wye.compat.modules import names_of
from wye.testing.op_info import AliasInfo, DecorateInfo, ErrorInput, OpInfo, SampleInput

__all__ = ["AliasInfo", "DecorateInfo", "ErrorInput", "OpInfo", "SampleInput"]

__getattr__: Any = names_of(__name__)
