"""Operators that change a tensor's memory or geometry refuse plain arrays, which cannot change theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.aten.declare import Rules

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["ON_ARRAYS", "refusing"]

ON_ARRAYS = Rules()


def refusing(name: str) -> Callable[..., Any]:
    """The rule for arrays, which refuses, of an operator that changes a tensor's storage."""

    def refuse(self: Any, *args: Any, **kwargs: Any) -> Any:
        raise TypeError(
            f"aten::{name}: argument 'self' is a NumPy array, which cannot show its memory in another way; "
            "call it with a tensor: wye.from_numpy(array) shares the memory"
        )

    return refuse


for _name in (
    "as_strided", "as_strided_", "squeeze_", "squeeze_.dim", "squeeze_.dims",
    "unsqueeze_", "t_", "transpose_", "swapaxes_", "swapdims_", "resize_", "resize_as_", "set_", "set_.source_Tensor",
    "set_.source_Tensor_storage_offset", "set_.source_Storage_storage_offset", "set_.source_Storage",
):  # fmt: skip
    ON_ARRAYS[_name] = refusing(_name)


@ON_ARRAYS("detach_")
def _detach(self: Any) -> Any:
    return self  # arrays have no history
