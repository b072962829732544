"""`torch.testing`.  Aliases only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.compat.modules import names_of
from wye.testing import assert_close
from wye.testing.file_check import FileCheck

if TYPE_CHECKING:
    from wye.testing.make_tensor import make_tensor

__all__ = ["FileCheck", "assert_close", "make_tensor"]

_coming = names_of(__name__)


def __getattr__(name: str) -> Any:
    if name != "make_tensor":
        return _coming(name)
    from wye.testing.make_tensor import make_tensor  # here: with it come NumPy and the operators

    globals()[name] = make_tensor
    return make_tensor
