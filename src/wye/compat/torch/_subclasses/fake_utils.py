"""`torch._subclasses.fake_utils`: fake results beside real ones.  Aliases only."""

from __future__ import annotations

from wye.fake.comparing import (
    CrossRefFakeMode,
    outputs_alias_inputs,
    outputs_are_inputs,
)
from wye.fake.comparing import check_aliases as _check_alias_info
from wye.fake.comparing import check_metadata as _check_fake_real_tensors
from wye.fake.comparing import outputs_alias_each_other as output_alias_each_other
from wye.fake.comparing import real_like as try_convert_fake_to_real

__all__ = [
    "CrossRefFakeMode",
    "_check_alias_info",
    "_check_fake_real_tensors",
    "output_alias_each_other",
    "outputs_alias_inputs",
    "outputs_are_inputs",
    "try_convert_fake_to_real",
]
