"""`torch.utils`, as far as it is about dispatch.  Aliases only."""

from __future__ import annotations

from wye.autograd.swapping import swap_tensors
from wye.compat.modules import names_of
from wye.compat.torch.utils import _mode_utils, _python_dispatch, _pytree, weak
from wye.keys import rename_private_backend as rename_privateuse1_backend

__all__ = ["_mode_utils", "_python_dispatch", "_pytree", "rename_privateuse1_backend", "swap_tensors", "weak"]

__getattr__ = names_of(__name__)
