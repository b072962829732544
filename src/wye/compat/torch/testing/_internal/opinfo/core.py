"""`torch.testing._internal.opinfo.core`: operators as test cases.  Aliases only."""

from __future__ import annotations

from typing import Any

from wye.compat.modules import names_of
from wye.testing.op_info import AliasInfo, DecorateInfo, ErrorInput, OpInfo, SampleInput
from wye.testing.sample_rules import SampleRule, SkipRule, XFailRule, sample_skips_and_xfails

__all__ = [
    "AliasInfo", "DecorateInfo", "ErrorInput", "OpInfo", "SampleInput", "SampleRule", "SkipRule", "XFailRule",
    "sample_skips_and_xfails",
]  # fmt: skip

__getattr__: Any = names_of(__name__)
