"""What PyTorch calls the types of tensors: ``torch.FloatTensor``, one for each dtype and kind of device."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import wye.shown as shown
from wye._engine import engine
from wye.schema.dtype_table import ROWS
from wye.schema.values import DTYPES, dtype

if TYPE_CHECKING:
    from wye.tensors.dense import Tensor

__all__ = ["TYPE_NAMES", "dtype_of_name", "type_name", "typename"]

TYPE_NAMES: Final = {f"{row.title}Tensor": row.name for row in ROWS.values() if row.title and row.itemsize}
_BY_DTYPE: Final = {DTYPES[of]: name for name, of in TYPE_NAMES.items()}


def dtype_of_name(name: str) -> dtype:
    """The dtype in the name of a type of tensors.

    Raises:
        ValueError: there is no such type.
    """
    short = name.rpartition(".")[2]
    if short not in TYPE_NAMES:
        raise ValueError(f"invalid type: '{name}'")
    return DTYPES[TYPE_NAMES[short]]


def type_name(value: Tensor) -> str:
    """The name of a tensor's type.

    >>> import wye
    >>> type_name(wye.tensor([1.0]))
    'wye.FloatTensor'
    """
    kind = "" if value.device.type == "cpu" else f"{value.device.type}."
    return f"{shown.package}.{kind}{_BY_DTYPE.get(value.dtype, f'{value.dtype.name.title()}Tensor')}"


def typename(value: Any) -> str:
    """What messages call a value: `type_name` of tensors, the own full name of functions and classes, else their class.

    >>> typename(3), typename(int)
    ('int', 'int')
    """
    if isinstance(value, engine.TensorBase):
        return type_name(value)  # type: ignore[arg-type]  # all of them are tensors
    of, name = value, getattr(value, "__qualname__", None) or getattr(value, "__name__", None)
    if name is None:
        of, name = type(value), type(value).__qualname__
    module = getattr(of, "__module__", None)
    return str(name) if module in {None, "", "builtins"} else f"{module}.{name}"
