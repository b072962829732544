"""`torch.func`: function transforms, of tensors alone as PyTorch's are.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.func import debug_unwrap, functional_call, replace_all_batch_norm_modules_, stack_module_state
from wye.transforms import functionalize, grad, grad_and_value, hessian, jacfwd, jacrev, jvp, linearize, vjp, vmap

__all__ = [
    "debug_unwrap", "functional_call", "functionalize", "grad", "grad_and_value", "hessian", "jacfwd", "jacrev", "jvp",
    "linearize", "replace_all_batch_norm_modules_", "stack_module_state", "vjp", "vmap",
]  # fmt: skip

__getattr__ = names_of(__name__)
