"""PyTorch's old classes of tensors, one for each dtype: ``FloatTensor``, ``LongTensor``, ...

Cold path.  No tensor is an object of one: the classes ask for the dtype, and calling one makes a `wye.Tensor`.
"""

from __future__ import annotations

from typing import Any, Final

import wye.shown as shown
from wye.schema.values import DTYPES, LAYOUTS, dtype
from wye.tensors import Tensor
from wye.tensors.dtypes import set_default_dtype
from wye.tensors.legacy import make
from wye.tensors.type_names import TYPE_NAMES, dtype_of_name
from wye.warn_always import warn_once

__all__ = ["TENSOR_CLASSES", "TENSOR_TYPES", "set_default_tensor_type"]


class _TensorType(type):
    """A class that stands for all tensors of a dtype on the CPU."""

    dtype: dtype
    layout = LAYOUTS["strided"]
    is_cuda = is_xpu = is_sparse = False

    def __new__(cls, name: str, bases: tuple[type, ...], members: dict[str, Any]) -> Any:
        for base in bases:
            if isinstance(base, _TensorType):
                raise TypeError(f"type '{base.__module__}.{base.__name__}' is not an acceptable base type")
        return super().__new__(cls, name, bases, members)

    def __call__(cls, *given: Any, **options: Any) -> Any:
        """A tensor of this dtype: of these values, or of these sizes and without values."""
        return make(cls.dtype, given, options)

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, Tensor) and value.dtype is cls.dtype and value.device.type == "cpu"


TENSOR_TYPES: Final = {
    name: _TensorType(name, (), {"dtype": DTYPES[of], "__module__": "torch", "__doc__": f"Tensors of {of}."})
    for name, of in TYPE_NAMES.items()
}


TENSOR_CLASSES: Final = frozenset(TENSOR_TYPES.values())


def set_default_tensor_type(t: Any) -> None:
    """Set the default dtype by a class of tensors, ``torch.DoubleTensor``, or by its name.

    Raises:
        TypeError: it is not a type of floating-point tensors.
    """
    warn_once(
        "set_default_tensor_type",
        f"{shown.package}.set_default_tensor_type() is deprecated as of PyTorch 2.1, please use "
        f"{shown.package}.set_default_dtype() and {shown.package}.set_default_device() as alternatives.",
    )
    of = dtype_of_name(t) if isinstance(t, str) else getattr(t, "dtype", None)
    if not isinstance(of, dtype) or not of.is_floating_point:
        raise TypeError("only floating-point types are supported as the default type")
    set_default_dtype(of)
