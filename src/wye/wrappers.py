"""Tensor subclasses that wrap other tensors: taking them apart, and returning what an operator's schema promises.

Cold path: transforms and handlers written in Python.
A wrapper lists its inner tensors in ``__tensor_flatten__`` and is rebuilt by ``__tensor_unflatten__``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

from wye.call import excluded_keys, force, included_keys
from wye.keys import DispatchKey, DispatchKeySet, key_for_device
from wye.registry.introspect import has_kernel_for_key
from wye.schema.queries import pair_with_values
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wye.call import OpOverload
    from wye.call.guards import Guard

__all__ = [
    "TraceableWrapperSubclass",
    "autograd_would_have_decomposed",
    "is_traceable_wrapper_subclass",
    "is_traceable_wrapper_subclass_type",
    "reentrant_dispatch",
    "return_and_correct_aliasing",
    "transform_subclass",
]


class TraceableWrapperSubclass(Protocol):
    """The protocol of a wrapper: how to flatten it and how to rebuild it."""

    def __tensor_flatten__(self) -> tuple[list[str], Any]:
        """The names of the attributes that hold tensors, and what else it takes to make the wrapper again."""

    @staticmethod
    def __tensor_unflatten__(inner: dict[str, Any], context: Any, outer_size: Any, outer_stride: Any) -> Any:
        """A wrapper around these tensors."""


# What handlers run below, as bits of functionality: backends stay.
_ABOVE_PYTHON: Final = DispatchKeySet.raw(
    DispatchKeySet.full().raw_repr() & ~0xFFFF & ~(DispatchKeySet.full_after("Python").bits | DispatchKey.Python.bits)
)


def _has_protocol(value: object) -> bool:
    return hasattr(value, "__tensor_flatten__") and hasattr(value, "__tensor_unflatten__")


def is_traceable_wrapper_subclass(value: object) -> bool:
    """Is it a tensor that can be taken apart into the tensors it wraps?"""
    return isinstance(value, Tensor) and type(value) is not Tensor and _has_protocol(value)


def is_traceable_wrapper_subclass_type(cls: type) -> bool:
    """Is it a class of such tensors?"""
    return issubclass(cls, Tensor) and cls is not Tensor and _has_protocol(cls)


def transform_subclass(
    t: Any, callback: Callable[[str, Any], Any], outer_size: Any = None, outer_stride: Any = None
) -> Any:
    """A wrapper like ``t`` around ``callback(name, tensor)`` for each tensor that ``t`` wraps.

    Args:
        t: The wrapper.
        callback: Called with the attribute's name and the tensor inside.
        outer_size: The shape of the result; that of ``t`` by default.
        outer_stride: Its strides; those of ``t`` by default.

    Raises:
        AssertionError: ``__tensor_unflatten__`` made a wrapper of another shape or other strides.
    """
    size = t.size() if outer_size is None else outer_size
    stride = t.stride() if outer_stride is None else outer_stride
    names, context = t.__tensor_flatten__()
    inner = {name: callback(name, getattr(t, name)) for name in names}
    made = type(t).__tensor_unflatten__(inner, context, size, stride)
    for what, wanted, found in (("shape", size, made.shape), ("stride", stride, made.stride())):
        if found != wanted:
            raise AssertionError(
                f"Expected return value from {type(t)}__tensor_unflatten__() to have {what} equal to {wanted}, but "
                f"got: {found}"
            )
    return made


def return_and_correct_aliasing(
    func: OpOverload, args: tuple[Any, ...], kwargs: dict[str, Any] | None, out: Any
) -> Any:
    """What a wrapper's handler of ``func`` has to return when it computed ``out``.

    An argument that the operator writes to and returns is returned itself, as the caller expects of ``add_`` and
    ``out=``. The result of a view must be a wrapper of the class of its argument, and shares its storage from then on.

    Raises:
        AssertionError: a view of a wrapper is not such a wrapper.
        RuntimeError: some of the returns are arguments and some are not.
    """
    schema = func.schema
    returns = schema.returns
    writes = [r.alias_info is not None and r.alias_info.is_write for r in returns]
    if any(writes) and not all(writes):
        raise RuntimeError(f"Unsupported schema: {schema}")
    given = list(pair_with_values(schema, args, kwargs or {}))
    if not any(writes):
        _join_views(func, given, out if isinstance(out, tuple) and len(returns) > 1 else (out,))
        return out
    found = [_argument_of(given, r.alias_info.before_set) for r in returns if r.alias_info is not None]
    return found[0] if len(found) == 1 else type(out)(found)


def _argument_of(given: list[tuple[Any, Any]], sets: frozenset[str]) -> Any:
    values = [value for a, value in given if a.alias_info is not None and a.alias_info.before_set & sets]
    if len(values) != 1:
        raise AssertionError("Expected exactly one argument index for the given output alias")
    return values[0]


def _join_views(func: OpOverload, given: list[tuple[Any, Any]], outputs: tuple[Any, ...]) -> None:
    for argument, value in given:
        for returned, output in zip(func.schema.returns, outputs, strict=False):
            ours, theirs = argument.alias_info, returned.alias_info
            if ours is None or theirs is None or ours.is_write or not ours.before_set & theirs.all_sets:
                continue
            for one in output if isinstance(output, (list, tuple)) else [output]:
                wrapped = is_traceable_wrapper_subclass(value) or is_traceable_wrapper_subclass(one)
                if wrapped and type(one) is not type(value):
                    raise AssertionError(
                        f"Called {func} with input of type {type(value)}\nand output of type {type(one)}. But expected "
                        "types to match."
                    )
                if isinstance(one, Tensor) and isinstance(value, Tensor) and type(one)._handles_calls:
                    _share_storage(one, value)


def _share_storage(view: Tensor, base: Tensor) -> None:
    """Give a wrapper, which has no memory of its own, the storage and the version counter of another tensor."""
    view._join(base)
    view._show(view._data, base._storage)


def autograd_would_have_decomposed(func: OpOverload, flat_args: Iterable[object]) -> bool:
    """Would autograd have used the composite kernel of ``func``: has the first tensor's backend none of its own?"""
    tensor = next((value for value in flat_args if isinstance(value, Tensor)), None)
    return tensor is None or not has_kernel_for_key(func.name(), key_for_device(tensor.device.type))


def reentrant_dispatch() -> Guard:
    """A guard for handlers: the calls they make pass autograd and everything else above subclasses again."""
    return force(included_keys(), excluded_keys() - _ABOVE_PYTHON)
