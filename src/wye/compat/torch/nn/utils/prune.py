"""`torch.nn.utils.prune`.  Aliases only."""

from __future__ import annotations

from wye.nn.utils.prune import *  # noqa: F403 - one module under two names
from wye.nn.utils.prune import __all__ as __all__
from wye.nn.utils.prune import (
    _compute_norm,
    _compute_nparams_toprune,
    _validate_pruning_amount,
    _validate_pruning_amount_init,
    _validate_pruning_dim,
    _validate_structured_pruning,
)

__all__ += [
    "_compute_norm",
    "_compute_nparams_toprune",
    "_validate_pruning_amount",
    "_validate_pruning_amount_init",
    "_validate_pruning_dim",
    "_validate_structured_pruning",
]
