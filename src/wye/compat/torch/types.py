"""`torch.types`: names for annotations.  Aliases only."""

from __future__ import annotations

import builtins as _builtins
import os as _os
from collections.abc import Sequence
from typing import IO, Any, Union

from wye.annotation_table import Number
from wye.compat.torch import SymBool, SymFloat, SymInt
from wye.keys import DispatchKey
from wye.schema import values as _values
from wye.tensors import Size, Tensor
from wye.tensors.storage import Storage

__all__ = ["Device", "FileLike", "Number", "Storage"]

_device, _dtype, _layout = _values.device, _values.dtype, _values.layout
_int, _float, _bool, _str = _builtins.int, _builtins.float, _builtins.bool, _builtins.str
_bytes, _complex = _builtins.bytes, _builtins.complex
_Number = (int, float, bool)
_TensorOrTensors = _TensorOrOptionalTensors = _TensorOrTensorsOrGradEdge = Union[Tensor, Sequence[Tensor]]  # noqa: UP007
_size = Union[Size, list[int], tuple[int, ...]]  # noqa: UP007 - as PyTorch writes it
_symsize = Union[Size, Sequence[Union[int, SymInt]]]  # noqa: UP007
_dispatchkey = Union[str, DispatchKey]  # noqa: UP007
_qscheme = Any
Device = Union[_values.device, str, int, None]  # noqa: UP007
FileLike = Union[str, _os.PathLike[str], IO[bytes]]  # noqa: UP007
IntLikeType = Union[int, SymInt]  # noqa: UP007
FloatLikeType = Union[float, SymFloat]  # noqa: UP007
BoolLikeType = Union[bool, SymBool]  # noqa: UP007
PySymType = Union[SymInt, SymFloat, SymBool]  # noqa: UP007
py_sym_types = (SymInt, SymFloat, SymBool)
