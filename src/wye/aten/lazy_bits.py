"""Fallbacks for lazy tensors: conjugates, negatives, and zeros that are not stored.

An operator that does not support them gets materialised copies; views keep the bit.
Sums, products and quotients of zeros are zeros again, or known without reading any element.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

from wye.aten.metadata import handled_in_python
from wye.call.packets import ops
from wye.keys import DispatchKey, DispatchKeySet
from wye.modes.stack import ModeKey, get_mode
from wye.registry import registry
from wye.registry.kernel import fallthrough
from wye.schema.queries import is_view_schema
from wye.schema.values import device as device_type
from wye.tensors import Tensor
from wye.tensors.meta_array import describe
from wye.tensors.numpy_engine import np
from wye.tensors.replacing import resize_array
from wye.tensors.wrapped_array import WrappedArray

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.aten.rows import Row
    from wye.registry.low_level_library import Library

__all__ = ["install_fallbacks", "register_bits"]

_COPYING: Final = ("aten::clone", "aten::copy_")
_HERE: Final = "registered at wye/aten/lazy_bits.py"
_CONJUGATE: Final = DispatchKeySet("Conjugate").bits
_NEGATIVE: Final = DispatchKeySet("Negative").bits
_ALL: Final = DispatchKeySet("Conjugate", "Negative", "ZeroTensor").bits


@lru_cache(maxsize=1024)
def _arguments_of(definition: Any) -> tuple[list[str], frozenset[str]]:
    """The names of an operator's arguments, and of those that it writes to."""
    arguments = definition.schema.arguments
    written = frozenset(a.name for a in arguments if a.alias_info is not None and a.alias_info.is_write)
    return [a.name for a in arguments], written


def _fallback(key: DispatchKey) -> Callable[..., Any]:
    bit = DispatchKeySet(key)
    below = DispatchKeySet.full_after(key)

    def resolve(op: Any, keyset: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        copies = op.name() in _COPYING
        if copies and (get_mode(ModeKey.PROXY) is not None or _handle_calls(args)):
            # traces show the tensor itself, and a fake tensor or a wrapper has no elements of its own
            return op.redispatch(keyset & below, *args, **kwargs)
        names, written = _arguments_of(op.definition)
        stored: list[tuple[Tensor, Tensor]] = []  # what is written to, and its copy
        # As in PyTorch, a handler sees the copies as calls of operators; `clone` and `copy_` know the bits.
        seen = not copies and handled_in_python()

        def plain(value: Any, name: str) -> Any:
            if not isinstance(value, Tensor) or not value._keys.bits & bit.bits:
                return value
            if name in written and key == DispatchKey.ZeroTensor:
                raise RuntimeError(
                    "ZeroTensors are immutable. Please use the materialized zero tensor obtained using .clone() if you "
                    "want a mutable tensor."
                )
            copy = ops.aten.clone.default(value) if seen or _is_wrapper(value) else _without(value, bit)
            if name in written:
                stored.append((value, copy))
            return copy

        def each(value: Any, name: str) -> Any:
            return [plain(item, name) for item in value] if type(value) is list else plain(value, name)

        values = tuple(each(value, name) for value, name in zip(args, names, strict=False))
        by_name = {name: each(value, name) for name, value in kwargs.items()}
        result = op.redispatch(keyset & below, *values, **by_name)
        for target, copy in stored:
            if (seen or _is_wrapper(target)) and target.shape == copy.shape:
                ops.aten.copy_.default(target, copy)
            else:
                _write(target, copy, bit)
        return _replaced(result, stored)

    return resolve


def _handle_calls(args: tuple[Any, ...]) -> bool:
    return any(isinstance(value, Tensor) and _is_wrapper(value) for value in args)


def _is_wrapper(value: Tensor) -> bool:
    """Are the elements those of other tensors, which operators alone know?"""
    return value._handles_calls or isinstance(value._data, WrappedArray)


def _without(tensor: Tensor, bit: DispatchKeySet, *, flip: bool = False) -> Tensor:
    """A materialised copy of a tensor; with ``flip``, one that is materialised as if the bit were set."""
    data = tensor._data
    if tensor.is_meta:
        made = Tensor._over(data, tensor.device)
    elif bit.bits == _CONJUGATE:
        made = Tensor._over(np.asarray(data.conj()))  # NumPy turns 0-dim arrays into scalars
    elif bit.bits == _NEGATIVE:
        made = Tensor._over(np.asarray(-data))
    else:
        made = Tensor._over(data.copy())
    rest = tensor._keys.bits & _ALL & ~bit.bits
    if rest and not flip:
        made._keys = made._keys | DispatchKeySet.raw(rest)
    return made


def _write(target: Tensor, copy: Tensor, bit: DispatchKeySet) -> None:
    """Store what was written to a copy of a tensor, which may have changed its shape."""
    if target._data.shape != copy._data.shape:
        resize_array(target, copy._data.shape)  # row-major, whatever the copy is
    if not target.is_meta:
        target._data[...] = _without(copy, bit, flip=True)._data


def _replaced(result: Any, stored: list[tuple[Tensor, Tensor]]) -> Any:
    """A result in which copies of written tensors are the tensors again."""
    for target, copy in stored:
        if result is copy:
            return target
    return tuple(_replaced(item, stored) for item in result) if type(result) is tuple else result


# ---- views that cannot keep a bit ----


def _refuse(keyset: DispatchKeySet, self: Tensor, *args: Any) -> Any:
    raise RuntimeError(
        "view_as_real doesn't work on unresolved conjugated tensors. To resolve the conjugate tensor so you can view "
        "it as real, use self.resolve_conj(); the resulting tensor does not share memory with the original."
    )


def _view_dtype(key: DispatchKey) -> Callable[..., Any]:
    """`view` to another dtype: bits say nothing about parts of elements."""
    below = DispatchKeySet.full_after(key)
    kind, resolve = (
        ("conjugate view tensors", "conj") if key == DispatchKey.Conjugate else ("tensors with negative bit set", "neg")
    )

    def view(keyset: DispatchKeySet, self: Tensor, dtype: Any) -> Any:
        if dtype is not self.dtype:
            raise RuntimeError(
                f"torch.Tensor.view is not supported for {kind} when converting to a different dtype; "
                f"call resolve_{resolve}() first."
            )
        return ops.aten.view.dtype.redispatch(keyset & below, self, dtype)

    return view


# ---- arithmetic of zeros ----


def _without_data(value: Any) -> Any:
    return Tensor._over(describe(value._data), _META) if isinstance(value, Tensor) else value


def _result_of(op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The shape and dtype of what an operator would give."""
    return op(*map(_without_data, args), **kwargs)


def _zeros(like: Any) -> Any:
    return ops.aten._efficientzerotensor(like.shape, dtype=like.dtype)


def _is_zero(value: Any) -> bool:
    return isinstance(value, Tensor) and value._is_zerotensor()


def _product(op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Zero, whatever the other factor is."""
    return _zeros(_result_of(op, args, kwargs))


def _sum(op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Zero if both are; otherwise the one that is not, as if it had been added."""
    first, second = args[:2]
    result = _result_of(op, args, kwargs)
    if not _is_zero(first):
        return _filling(result, first).clone()
    if _is_zero(second):
        return _zeros(result)
    sign = 1 if op is ops.aten.add.Tensor else -1
    return _filling(result, second).mul(sign * kwargs.get("alpha", 1))


def _filling(result: Any, value: Any) -> Any:
    """A tensor or number with the shape and dtype of the result."""
    if not isinstance(value, Tensor):
        return ops.aten.full(result.shape, value, dtype=result.dtype)
    return value.to(result.dtype).expand(result.shape)


def _quotient(op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Division by zero: infinite, or NaN if both are zero.  Otherwise zero."""
    result = _result_of(op, args, kwargs)
    if not _is_zero(args[1]):
        return _zeros(result)
    return ops.aten.full(result.shape, float("nan" if _is_zero(args[0]) else "inf"), dtype=result.dtype)


_META: Final = device_type("meta")
_OF_ZEROS: Final[dict[str, Callable[..., Any]]] = {
    "add.Tensor": _sum, "sub.Tensor": _sum, "mul.Tensor": _product, "div.Tensor": _quotient, "dot": _product,
    "vdot": _product, "linalg_cross": _product,
}  # fmt: skip


def _on_zeros(name: str, rule: Callable[..., Any]) -> Callable[..., Any]:
    packet, _, overload = name.partition(".")

    def kernel(keyset: DispatchKeySet, *args: Any, **kwargs: Any) -> Any:
        return rule(getattr(getattr(ops.aten, packet), overload or "default"), args, kwargs)

    return kernel


@cache
def _own_rules() -> dict[str, dict[DispatchKey, Callable[..., Any]]]:
    conjugate, negative, zero = DispatchKey.Conjugate, DispatchKey.Negative, DispatchKey.ZeroTensor
    return {
        "view_as_real": {conjugate: _refuse},
        "view.dtype": {conjugate: _view_dtype(conjugate), negative: _view_dtype(negative)},
        **{name: {zero: _on_zeros(name, rule)} for name, rule in _OF_ZEROS.items()},
    }


_KEYS: Final = (DispatchKey.Conjugate, DispatchKey.Negative, DispatchKey.ZeroTensor)


def install_fallbacks() -> None:
    """Give the three keys their fallbacks."""
    for key in _KEYS:
        registry.give_engine(key, _fallback(key))


def register_bits(library: Library, row: Row) -> None:
    """Register an operator's own rules for the three keys; views and operators that support the bits skip them."""
    passes = is_view_schema(row.schema) or "passes_lazy_bits" in row.facts or "inplace_view" in row.tags
    own = _own_rules().get(row.name, {})
    for key in _KEYS:
        if key in own:
            library.impl(row.name, own[key], key, with_keyset=True, debug=_HERE)
        elif passes and not row.outs:
            library.impl(row.name, fallthrough, key, debug=_HERE)
