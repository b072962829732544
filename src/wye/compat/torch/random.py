"""`torch.random`: the generator of the process.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.tensors.generator import (
    Generator,
    default_generator,
    fork_rng,
    get_rng_state,
    initial_seed,
    manual_seed,
    seed,
    set_rng_state,
)

__all__ = [
    "Generator",
    "default_generator",
    "fork_rng",
    "get_rng_state",
    "initial_seed",
    "manual_seed",
    "seed",
    "set_rng_state",
]

__getattr__ = names_of(__name__)
