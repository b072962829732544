"""`torch.distributions`.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.compat.torch.distributions import constraints as constraints
from wye.compat.torch.distributions import kl as kl
from wye.compat.torch.distributions import transforms as transforms
from wye.distributions import *  # noqa: F403 - one module under two names
from wye.distributions import __all__ as __all__

__getattr__ = names_of(__name__)
