"""The transforms under the names that they had in `functorch`: each says where it is now.

Cold path.
"""

from __future__ import annotations

import functools
import warnings
from typing import TYPE_CHECKING, Any

import wye.deprecated.make_functional as modules
import wye.transforms as transforms

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "combine_state_for_ensemble", "functionalize", "grad", "grad_and_value", "hessian", "jacfwd", "jacrev", "jvp",
    "make_functional", "make_functional_with_buffers", "vjp", "vmap",
]  # fmt: skip


def _warning(func: Callable[..., Any], now: str) -> Callable[..., Any]:
    text = (
        f"We've integrated functorch into PyTorch. As the final step of the integration, `functorch.{func.__name__}` "
        "is deprecated as of PyTorch 2.0 and will be deleted in a future version of PyTorch >= 2.3. Please use "
        f"`{now}` instead; see the PyTorch 2.0 release notes and/or the `torch.func` migration guide for more details "
        "https://pytorch.org/docs/main/func.migrating.html"
    )

    @functools.wraps(func)
    def warn_and_call(*args: Any, **kwargs: Any) -> Any:
        warnings.warn(text, FutureWarning, stacklevel=2)
        return func(*args, **kwargs)

    return warn_and_call


vmap = _warning(transforms.vmap, "torch.vmap")
functionalize = _warning(transforms.functionalize, "torch.func.functionalize")
grad = _warning(transforms.grad, "torch.func.grad")
grad_and_value = _warning(transforms.grad_and_value, "torch.func.grad_and_value")
hessian = _warning(transforms.hessian, "torch.func.hessian")
jacfwd = _warning(transforms.jacfwd, "torch.func.jacfwd")
jacrev = _warning(transforms.jacrev, "torch.func.jacrev")
jvp = _warning(transforms.jvp, "torch.func.jvp")
vjp = _warning(transforms.vjp, "torch.func.vjp")
combine_state_for_ensemble = _warning(modules.combine_state_for_ensemble, "torch.func.stack_module_state")
make_functional = _warning(modules.make_functional, "torch.func.functional_call")
make_functional_with_buffers = _warning(modules.make_functional_with_buffers, "torch.func.functional_call")
