"""`torch.utils`, as far as it is about dispatch.  Aliases only."""

from __future__ import annotations

from wye.compat.torch.utils import _mode_utils, _python_dispatch, _pytree, weak

__all__ = ["_mode_utils", "_python_dispatch", "_pytree", "weak"]
