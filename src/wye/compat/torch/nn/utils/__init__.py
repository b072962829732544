"""`torch.nn.utils`.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.nn.utils import *  # noqa: F403 - one module under two names
from wye.nn.utils import __all__ as __all__
from wye.nn.utils import parametrizations as parametrizations
from wye.nn.utils import parametrize as parametrize
from wye.nn.utils import rnn as rnn

# Their modules have the same names, and would be found under them.
from wye.compat.torch.nn.utils.spectral_norm import spectral_norm as spectral_norm  # isort: skip
from wye.compat.torch.nn.utils.weight_norm import weight_norm as weight_norm  # isort: skip

__getattr__ = names_of(__name__)
