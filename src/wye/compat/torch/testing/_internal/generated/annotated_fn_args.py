"""`torch.testing._internal.generated.annotated_fn_args`: arguments without defaults.  Aliases only."""

from __future__ import annotations

from wye.testing.required_arguments import REQUIRED_ARGUMENTS as annotated_args  # noqa: N811 - PyTorch's name

__all__ = ["annotated_args"]
