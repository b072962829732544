"""Modules on several devices: here is one, so that a module runs as it is."""

from __future__ import annotations

from typing import Any

from wye.nn.modules.module import Module

__all__ = ["DataParallel", "data_parallel"]


class DataParallel(Module):
    """A module that would split batches over accelerators; without accelerators it runs the module that it has.

    Args:
        module: The module.
        device_ids: The accelerators; none.
        output_device: Where outputs are; nowhere else.
        dim: Along which dimension batches would be split.

    Raises:
        ValueError: accelerators are named.
    """

    def __init__(self, module: Module, device_ids: Any = None, output_device: Any = None, dim: int = 0) -> None:
        super().__init__()
        if device_ids:
            raise ValueError(f"there are no accelerators to run on, but device_ids={device_ids} were given")
        self.module, self.device_ids, self.dim = module, [], dim  # type: ignore[var-annotated]

    def forward(self, *inputs: Any, **kwargs: Any) -> Any:
        """What the module computes."""
        return self.module(*inputs, **kwargs)


def data_parallel(
    module: Module,
    inputs: Any,
    device_ids: Any = None,
    output_device: Any = None,
    dim: int = 0,
    module_kwargs: dict[str, Any] | None = None,
) -> Any:
    """Call a module once as `DataParallel` would; arguments as there, and those of the call.

    Raises:
        ValueError: accelerators are named.
    """
    given = inputs if isinstance(inputs, tuple) else () if inputs is None else (inputs,)
    return DataParallel(module, device_ids, output_device, dim)(*given, **(module_kwargs or {}))
