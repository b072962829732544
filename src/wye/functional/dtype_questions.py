"""Questions about dtypes as public functions: function modes and arguments that handle functions see their calls."""

from __future__ import annotations

from wye.overrides import overridable
from wye.tensors import limits

__all__ = ["can_cast", "promote_types", "result_type"]

can_cast = overridable(limits.can_cast)
promote_types = overridable(limits.promote_types)
result_type = overridable(limits.result_type)
