"""Unknown numbers: elements of fake tensors as Python has them."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.fake.exceptions import DataDependentOutputException

__all__ = ["UNBACKED"]

UNBACKED = Rules()


@UNBACKED("_local_scalar_dense")
def local_scalar(mode: Any, func: Any, self: Any) -> Any:
    """The only element: an unknown number, the same one until the tensor is written to."""
    found = self.item_memo
    if found is not None:
        return found
    env = mode.shape_env
    if env is None or not (env.allow_scalar_outputs or mode.allow_scalar_outputs):
        raise DataDependentOutputException(func)
    kind = self._data.dtype.kind
    if kind == "b":
        found = env.create_unbacked_symbool()
    elif kind in "iu":
        found = env.create_unbacked_symint()
    elif kind == "c":
        raise NotImplementedError(f"local_scalar_dense/item NYI for {self.dtype}")
    else:
        found = env.create_unbacked_symfloat()
    self.item_memo = found
    return found
