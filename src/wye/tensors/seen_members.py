"""What handlers of functions see of the members of tensors, and questions of wye's own that they do not see.

See Note [What handlers are told] (wye/modes/function.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from wye._engine import engine
from wye.keys import DispatchKeySet
from wye.tensors.dtypes import from_numpy_dtype
from wye.tensors.read_only import read_only

if TYPE_CHECKING:
    from wye.schema.values import dtype
    from wye.tensors.dense import Tensor

__all__ = ["dtype_of", "gives_another", "install", "is_tracked"]

_COUNTS_WRITES: Final = DispatchKeySet("ADInplaceOrView").bits
# Members that handlers see, as in PyTorch.  Most of them the engine answers for plain tensors, without a Python frame.
_SEEN: Final = (
    "shape", "dtype", "ndim", "itemsize", "nbytes", "dim", "ndimension", "size", "stride", "numel", "nelement",
    "element_size", "storage_offset", "is_contiguous", "is_floating_point", "is_complex", "__len__", "_version",
    "is_conj", "is_neg", "is_inference",
    "device", "layout", "is_cpu", "is_cuda", "is_meta", "get_device", "data_ptr", "numpy", "tolist",
    "is_signed", "_is_view", "untyped_storage", "data", "__repr__", "__format__",
    "is_sparse", "is_quantized", "is_nested", "is_mkldnn", "is_xla", "is_mps",
)  # fmt: skip
_SEEN_OF_INTERCHANGE: Final = ("__array__", "__array_wrap__", "__dlpack__", "__dlpack_device__")


def dtype_of(tensor: Tensor) -> dtype:
    """The dtype of a tensor, for wye's own functions: handlers do not see them ask."""
    return from_numpy_dtype(tensor._data.dtype)


def is_tracked(tensor: Tensor) -> bool:
    """Has it a version counter?  Not in inference mode.  Handlers do not see the question."""
    return bool(tensor._keys.bits & _COUNTS_WRITES)


def gives_another(func: Any) -> bool:
    """Does an attribute give another tensor, which has a class of its own?"""
    read = getattr(func, "__self__", None) if getattr(func, "__name__", None) == "__get__" else None
    return getattr(read, "__name__", None) in ("grad", "_grad")


def install(tensors: type, interchange: type) -> None:
    """Let handlers see members of the class of tensors, and of the base that has what other libraries ask."""
    for name, member in [*tensors.__dict__.items()]:
        if type(member) is property and member.fset is None:
            setattr(tensors, name, read_only(name, cast("Any", member.fget)))
    for cls, names in ((tensors, _SEEN), (interchange, _SEEN_OF_INTERCHANGE)):
        for name in names:
            setattr(cls, name, engine.member(name, cls.__dict__[name]))
    for method in (tensors.__dict__["dim"], tensors.__dict__["numel"]):  # also told by their other names
        method.__wrapped__.told = method
