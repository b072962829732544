"""Layer 6: tensors. May import: modes and everything below, and NumPy (when a tensor is made).

The package is called `tensors` because `wye.tensor` is the function that makes one.
"""

from __future__ import annotations

from wye.schema.annotations import register_annotation
from wye.tensors.dense import Tensor
from wye.tensors.making import as_tensor, from_numpy, tensor
from wye.tensors.size import Size
from wye.tensors.subclass import as_subclass, make_subclass, make_wrapper_subclass

__all__ = ["Size", "Tensor", "as_tensor", "from_numpy", "tensor"]

register_annotation(Tensor, "Tensor")
# PyTorch's names; here, as that module is about this class.
Tensor.as_subclass = as_subclass
Tensor._make_subclass = staticmethod(make_subclass)
Tensor._make_wrapper_subclass = staticmethod(make_wrapper_subclass)
