"""Fallbacks for tensors that are not stored as they are read: conjugates, negatives, zeros.

Any operator that does not know of such tensors gets copies that are stored as they are read; views keep the bit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.keys import DispatchKey, DispatchKeySet
from wye.registry import registry
from wye.registry.kernel import fallthrough
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.aten.grid import Row
    from wye.registry.library import Library

__all__ = ["install_lazy_bits"]

# Operators that take such tensors as they are: they look at no element, or know the bits.
_AWARE: Final = (
    "resize_", "set_", "set_.source_Tensor", "empty_like", "full_like", "zeros_like", "_is_zerotensor", "is_conj",
    "is_neg", "is_complex", "is_floating_point", "sym_size.int", "sym_stride.int", "sym_numel", "sym_storage_offset",
    "sym_is_contiguous", "size.int", "stride.int", "numel", "_efficientzerotensor",
)  # fmt: skip


def _fallback(key: DispatchKey) -> Callable[..., Any]:
    bit = DispatchKeySet(key)
    below = DispatchKeySet.full_after(key)

    def resolve(op: Any, keyset: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        written = {a.name for a in op.schema.arguments if a.alias_info is not None and a.alias_info.is_write}
        names = [argument.name for argument in op.schema.arguments]
        stored: list[tuple[Tensor, Tensor]] = []  # what is written to, and its copy

        def plain(value: Any, name: str) -> Any:
            if type(value) is list:
                return [plain(item, name) for item in value]
            if not isinstance(value, Tensor) or not value._keys.bits & bit.bits:
                return value
            if name in written and key == DispatchKey.ZeroTensor:
                raise RuntimeError(
                    "ZeroTensors are immutable. Please use the materialized zero tensor obtained using .clone() if you "
                    "want a mutable tensor."
                )
            copy = _without(value, bit)
            if name in written:
                stored.append((value, copy))
            return copy

        values = tuple(plain(value, name) for value, name in zip(args, names, strict=False))
        by_name = {name: plain(value, name) for name, value in kwargs.items()}
        result = op.redispatch(keyset & below, *values, **by_name)
        for target, copy in stored:
            target._data[...] = _without(copy, bit, flip=True)._data
        return _replaced(result, stored)

    return resolve


def _without(tensor: Tensor, bit: DispatchKeySet, *, flip: bool = False) -> Tensor:
    """A copy of a tensor, stored as it is read; with ``flip`` one that is stored as it would be read with the bit."""
    key = bit.highest_priority()
    data = tensor._data
    if tensor.is_meta:
        made = Tensor._over(data, tensor.device)
    elif key == DispatchKey.Conjugate:
        made = Tensor._over(data.conj())
    elif key == DispatchKey.Negative:
        made = Tensor._over(-data)
    else:
        made = Tensor._over(data.copy())
    rest = tensor._keys.bits & (DispatchKeySet("Conjugate", "Negative", "ZeroTensor").bits & ~bit.bits)
    if not flip:
        made._keys = made._keys | DispatchKeySet.raw(rest)
    return made


def _replaced(result: Any, stored: list[tuple[Tensor, Tensor]]) -> Any:
    """A result in which copies of written tensors are the tensors again."""
    for target, copy in stored:
        if result is copy:
            return target
    return tuple(_replaced(item, stored) for item in result) if type(result) is tuple else result


def install_lazy_bits(library: Library, rows: dict[str, Row]) -> None:
    """Give the three keys their fallbacks, and let views and those who know the bits pass them."""
    for key in (DispatchKey.Conjugate, DispatchKey.Negative, DispatchKey.ZeroTensor):
        registry.give_engine(key, _fallback(key))
        for row in rows.values():
            is_view = any(r.alias_info is not None and not r.alias_info.is_write for r in row.schema.returns)
            if (is_view or row.name in _AWARE or "inplace_view" in row.tags) and not row.outs:
                library.impl(row.name, fallthrough, key, debug="registered at wye/aten/lazy_bits.py")
