"""FakeCopyMode: `copy.deepcopy` and `clone` of real tensors make fakes.

Cold path: for copies of modules whose parameters need no memory.
"""

from __future__ import annotations

from typing import Any

from wye.modes.function import FunctionMode, run_without_functions
from wye.tensors import Tensor

__all__ = ["FakeCopyMode"]


class FakeCopyMode(FunctionMode):
    """While it is active, copies of tensors are fakes of a mode, and copies of fakes are the same fakes.

    Attributes:
        fake_mode: The mode that the copies belong to.
    """

    def __init__(self, fake_mode: Any) -> None:
        """Copy tensors to fakes of this mode."""
        self.fake_mode = fake_mode

    def __wye_function__(self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None) -> Any:
        """Handle a call of a function."""
        kwargs = kwargs or {}
        if func is Tensor.clone or getattr(func, "__name__", "") == "clone":
            with self.fake_mode:
                return func(self.fake_mode.from_tensor(args[0], static_shapes=True), *args[1:], **kwargs)
        if func is Tensor.__deepcopy__:
            tensor, memo = args
            if id(tensor) not in memo:
                memo[id(tensor)] = self.fake_mode.from_tensor(tensor, static_shapes=True)
            return memo[id(tensor)]
        return run_without_functions(func, args, kwargs)
