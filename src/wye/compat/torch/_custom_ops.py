"""`torch._custom_ops`: operators whose parts are registered one after the other.  Aliases only."""

from __future__ import annotations

from wye.deprecated.custom_op import destroy as _destroy
from wye.deprecated.custom_op_by_name import (
    custom_op,
    impl,
    impl_abstract,
    impl_backward,
    impl_save_for_backward,
)
from wye.library import get_ctx

__all__ = ["_destroy", "custom_op", "get_ctx", "impl", "impl_abstract", "impl_backward", "impl_save_for_backward"]
