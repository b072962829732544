"""`torch.nn._reduction`: reductions of losses as numbers.  Aliases only."""

from wye.nn.functional.reductions import former_number as legacy_get_enum
from wye.nn.functional.reductions import former_word as legacy_get_string
from wye.nn.functional.reductions import number_of as get_enum

__all__ = ["get_enum", "legacy_get_enum", "legacy_get_string"]
