"""`torch._functorch.eager_transforms`: function transforms.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.transforms.functional_level import functionalize
from wye.transforms.gradient_levels import create_differentiable as _create_differentiable
from wye.transforms.gradient_levels import enable_in_place_requires_grad as enable_inplace_requires_grad
from wye.transforms.gradient_levels import enter_grad as _grad_increment_nesting
from wye.transforms.gradient_levels import enter_jvp as _jvp_increment_nesting
from wye.transforms.gradient_levels import grad_nesting as grad_increment_nesting
from wye.transforms.gradient_levels import jvp_nesting as jvp_increment_nesting
from wye.transforms.gradient_levels import leave_grad as _grad_decrement_nesting
from wye.transforms.gradient_levels import leave_jvp as _jvp_decrement_nesting
from wye.transforms.gradient_levels import primal_and_tangent as safe_unpack_dual
from wye.transforms.gradient_levels import undo_create_differentiable as _undo_create_differentiable
from wye.transforms.gradient_levels import unwrap_for_grad as _unwrap_for_grad
from wye.transforms.gradient_levels import wrap_for_grad as _wrap_for_grad
from wye.transforms.gradients import in_tuple as _as_tuple
from wye.transforms.gradients import jacrev, vjp
from wye.transforms.gradients import slice_arguments as _slice_argnums
from wye.transforms.linear import linearize
from wye.transforms.tangents import hessian, jacfwd, jvp

__all__ = [
    "_as_tuple",
    "_create_differentiable",
    "_grad_decrement_nesting",
    "_grad_increment_nesting",
    "_jvp_decrement_nesting",
    "_jvp_increment_nesting",
    "_slice_argnums",
    "_undo_create_differentiable",
    "_unwrap_for_grad",
    "_wrap_for_grad",
    "enable_inplace_requires_grad",
    "functionalize",
    "grad_increment_nesting",
    "hessian",
    "jacfwd",
    "jacrev",
    "jvp",
    "jvp_increment_nesting",
    "linearize",
    "safe_unpack_dual",
    "vjp",
]  # fmt: skip

__getattr__ = names_of(__name__)
