"""`torch.utils._mode_utils`.  Aliases only."""

from __future__ import annotations

from wye.compat.torch._C import _DisableTorchDispatch as no_dispatch
from wye.inspection.operators import are_all_equal as all_same_mode

__all__ = ["all_same_mode", "no_dispatch"]
