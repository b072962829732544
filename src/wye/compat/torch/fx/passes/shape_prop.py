"""`torch.fx.passes.shape_prop`.  Aliases only."""

from __future__ import annotations

from wye.fx.passes.shape_prop import ShapeProp, TensorMetadata
from wye.fx.values import tensor_metadata as _extract_tensor_metadata

__all__ = ["ShapeProp", "TensorMetadata", "_extract_tensor_metadata"]
