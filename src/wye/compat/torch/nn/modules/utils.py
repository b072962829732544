"""`torch.nn.modules.utils`.  Aliases only."""

from __future__ import annotations

from wye.nn.modules.sizes import parser as _ntuple
from wye.nn.modules.sizes import reverse_repeat as _reverse_repeat_tuple
from wye.nn.modules.state import consume_prefix_in_state_dict_if_present

_single, _pair, _triple, _quadruple = (
    _ntuple(n, name) for n, name in enumerate(("_single", "_pair", "_triple", "_quadruple"), 1)
)

__all__ = [
    "_ntuple", "_pair", "_quadruple", "_reverse_repeat_tuple", "_single", "_triple",
    "consume_prefix_in_state_dict_if_present",
]  # fmt: skip
