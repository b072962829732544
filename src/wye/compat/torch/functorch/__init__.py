"""`functorch`: the transforms under their former name.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.deprecated.functorch_names import (
    combine_state_for_ensemble,
    functionalize,
    grad,
    grad_and_value,
    hessian,
    jacfwd,
    jacrev,
    jvp,
    make_functional,
    make_functional_with_buffers,
    vjp,
    vmap,
)
from wye.deprecated.make_functional import FunctionalModule, FunctionalModuleWithBuffers
from wye.fx.tracing import make_fx

__all__ = [
    "FunctionalModule", "FunctionalModuleWithBuffers", "combine_state_for_ensemble", "functionalize", "grad",
    "grad_and_value", "hessian", "jacfwd", "jacrev", "jvp", "make_functional", "make_functional_with_buffers",
    "make_fx", "vjp", "vmap",
]  # fmt: skip

__getattr__ = names_of(__name__)
