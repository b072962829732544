"""Layer 6: tensors. May import: modes and everything below, and NumPy (when a tensor is made).

The package is called `tensors` because `wye.tensor` is the function that makes one.
"""

from __future__ import annotations

import wye.tensors.subclass  # gives the class its constructors of subclasses
from wye.schema.annotations import register_annotation
from wye.tensors.dense import Tensor
from wye.tensors.making import as_tensor, from_numpy, tensor
from wye.tensors.size import Size

__all__ = ["Size", "Tensor", "as_tensor", "from_numpy", "tensor"]

register_annotation(Tensor, "Tensor")
