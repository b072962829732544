"""`torch._library.autograd`: kernels at Autograd made of formulas.  Aliases only."""

from __future__ import annotations

from wye.autograd.formula_kernels import (
    Info,
    InfoProtocol,
    make_autograd_impl,
    not_list_of_optional_tensor,
    not_list_of_tensor,
    supports_tensorlist,
)

__all__ = [
    "Info",
    "InfoProtocol",
    "make_autograd_impl",
    "not_list_of_optional_tensor",
    "not_list_of_tensor",
    "supports_tensorlist",
]
