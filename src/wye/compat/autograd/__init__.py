"""HIPS autograd's names over wye: `grad`, `jacobian`, `autograd.numpy` and the others.  Aliases and short composites.

`python -m wye.compat.autograd program.py` runs a program with this package in the place of `autograd`.
"""

from wye.compat.autograd.builtins import dict, isinstance, list, tuple, type
from wye.compat.autograd.core import primitive_with_deprecation_warnings as primitive
from wye.compat.autograd.differential_operators import (
    checkpoint,
    deriv,
    elementwise_grad,
    grad,
    grad_and_aux,
    grad_named,
    hessian,
    hessian_tensor_product,
    hessian_vector_product,
    holomorphic_grad,
    hvp,
    jacobian,
    make_ggnvp,
    make_hvp,
    make_jvp,
    make_jvp_reversemode,
    make_vjp,
    multigrad_dict,
    tensor_jacobian_product,
    value_and_grad,
    vector_jacobian_product,
)

__all__ = [
    "checkpoint", "deriv", "dict", "elementwise_grad", "grad", "grad_and_aux", "grad_named", "hessian",
    "hessian_tensor_product", "hessian_vector_product", "holomorphic_grad", "hvp", "isinstance", "jacobian", "list",
    "make_ggnvp", "make_hvp", "make_jvp", "make_jvp_reversemode", "make_vjp", "multigrad_dict", "primitive",
    "tensor_jacobian_product", "tuple", "type", "value_and_grad", "vector_jacobian_product",
]  # fmt: skip
