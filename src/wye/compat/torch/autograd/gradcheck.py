"""`torch.autograd.gradcheck`, the module.  Aliases only."""

from __future__ import annotations

from wye.autograd.checking import GradcheckError, gradcheck, gradgradcheck
from wye.compat.modules import names_of

__all__ = ["GradcheckError", "gradcheck", "gradgradcheck"]

__getattr__ = names_of(__name__)
