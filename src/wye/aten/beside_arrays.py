"""Calls of the operator set with tensors and NumPy's arrays among the arguments: the arrays are treated as tensors.

Importing it gives the key AutogradNumPy its fallback, which only such calls reach: arrays alone bring no autograd key,
tensors alone not the NumPy backend.  Imported before operators are registered, while there are few tables to renew.
"""

from __future__ import annotations

from typing import Any, Final

from wye._engine import engine
from wye.call.packets import ops
from wye.keys import DispatchKey, DispatchKeySet
from wye.registry import registry
from wye.tensors.making import unseen_from_numpy
from wye.tensors.numpy_engine import np

__all__ = ["with_tensors"]

_BELOW_AUTOGRAD: Final = DispatchKeySet.full_after(DispatchKey.AutogradOther)


def _as_operand(value: Any) -> Any:
    """A NumPy array as a tensor that shares its memory; a 0-dim one as a number.

    Anything else is returned unchanged.
    """
    if not isinstance(value, (np.generic, np.ndarray)):
        return value
    if value.ndim == 0:
        return value.item() if value.dtype.num < 256 else float(value)  # others are of ml_dtypes
    return unseen_from_numpy(value if all(stride >= 0 for stride in value.strides) else value.copy())


def _as_operands(value: Any) -> Any:
    return [_as_operand(item) for item in value] if type(value) in (list, tuple) else _as_operand(value)


def with_tensors(op: Any, keyset: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The same call with tensors in place of arrays, so that results are tensors; other operators continue."""
    if op.namespace != "aten":
        return op.redispatch(keyset & _BELOW_AUTOGRAD, *args, **kwargs)
    packet = getattr(ops.aten, op._opname)  # a number may mean another overload than an array
    return packet(*map(_as_operands, args), **{name: _as_operands(value) for name, value in kwargs.items()})


registry.give_engine(DispatchKey.AutogradNumPy, with_tensors)
engine.configure(number_type=np.generic)
