"""auto_functionalized_v2: the same for arguments that share memory, by way of the tensors that they are views of.

Warm.  In: an operator, its other arguments, the bases of those that it writes to, and how each is seen from its base.
Out: its results, then a new value of each base.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.call.packets import ops
from wye.higher_order.auto_functionalize import check_suitable, copy_of, get_mutable_args
from wye.higher_order.operator import HigherOrderOperator
from wye.schema.queries import is_tensorlist_like_type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wye.call import OpOverload

__all__ = ["AutoFunctionalizedV2", "auto_functionalized_v2", "describe_view"]


class AutoFunctionalizedV2(HigherOrderOperator):
    """``auto_functionalized_v2(op, **others, **views, _all_bases=[...])`` gives ``(results..., new bases...)``."""

    def __init__(self) -> None:
        super().__init__("auto_functionalized_v2", cacheable=True)

    def __call__(self, _mutable_op: Any, /, **kwargs: Any) -> tuple[Any, ...]:
        """Call an operator without letting it write to its arguments.

        Args:
            _mutable_op: The operator; see `can_auto_functionalize`.
            **kwargs: The arguments that it does not write to; ``_all_bases``, a list of tensors; and for each argument
                ``x`` that it writes to ``_x_base_index``, a place in that list, and how to see it from there:
                ``_x_slice_dim``, ``_x_slice_start`` and ``_x_slice_end``; or ``_x_size``, ``_x_stride`` and
                ``_x_storage_offset``; or ``_x_alias``; or nothing, if it is the base.  For a list ``xs``:
                ``_xs_length``, and the same for ``_xs_0`` and so on.

        Raises:
            UnsuitableOperatorError: the operator cannot be called like this.
        """
        check_suitable(_mutable_op)
        result: tuple[Any, ...] = super().__call__(_mutable_op, **kwargs)
        return result


auto_functionalized_v2: Final = AutoFunctionalizedV2()
auto_functionalized_v2.fallthrough("AutogradCPU")
auto_functionalized_v2.fallthrough("AutogradCUDA")


def describe_view(name: str, tensor: Any, base: Any) -> dict[str, Any]:
    """How an argument is seen from its base, as keywords of `auto_functionalized_v2`."""
    if tensor is base:
        return {}
    sizes, strides, offset = list(tensor.shape), list(tensor.stride()), tensor.storage_offset()
    whole, steps, start = list(base.shape), list(base.stride()), base.storage_offset()
    if (sizes, strides, offset) == (whole, steps, start):
        return {f"_{name}_alias": True}
    cut = [dim for dim, (n, of) in enumerate(zip(sizes, whole, strict=False)) if n != of]
    if len(sizes) == len(whole) and strides == steps and len(cut) == 1 and steps[cut[0]]:
        dim = cut[0]
        first, rest = divmod(offset - start, steps[dim])
        if not rest and 0 <= first <= whole[dim] - sizes[dim]:
            return {f"_{name}_slice_dim": dim, f"_{name}_slice_start": first, f"_{name}_slice_end": first + sizes[dim]}
    return {f"_{name}_size": sizes, f"_{name}_stride": strides, f"_{name}_storage_offset": offset}


def _seen(name: str, given: dict[str, Any], bases: Sequence[Any]) -> Any:
    """An argument, seen from its base; its description leaves the keywords."""
    index = given.pop(f"_{name}_base_index")
    if index is None:
        return None
    base, aten = bases[index], ops.aten
    if given.pop(f"_{name}_alias", False):
        return aten.alias.default(base)
    if f"_{name}_slice_dim" in given:
        dim, start, end = (given.pop(f"_{name}_slice_{part}") for part in ("dim", "start", "end"))
        return aten.slice.Tensor(base, dim, start, end)
    if f"_{name}_size" in given:
        size, stride, offset = (given.pop(f"_{name}_{part}") for part in ("size", "stride", "storage_offset"))
        return aten.as_strided.default(base, size, stride, offset)
    return base


@auto_functionalized_v2.py_impl("CompositeExplicitAutograd")
def run_with_bases(
    _mutable_op: OpOverload, /, _only_clone_these_bases: Sequence[int] | None = None, **kwargs: Any
) -> tuple[Any, ...]:
    """Call the operator with views of copies.

    Args:
        _mutable_op: The operator.
        _only_clone_these_bases: The bases to copy; a compiler knows which of the others are not used later.
        **kwargs: See `AutoFunctionalizedV2`.
    """
    given = dict(kwargs)
    bases = list(given.pop("_all_bases", ()))
    which = range(len(bases)) if _only_clone_these_bases is None else _only_clone_these_bases
    new = [copy_of(base) if at in which else base for at, base in enumerate(bases)]
    for name, kind in zip(*get_mutable_args(_mutable_op), strict=True):
        if is_tensorlist_like_type(kind) and f"_{name}_base_index" not in given:
            given[name] = [_seen(f"{name}_{at}", given, new) for at in range(given.pop(f"_{name}_length"))]
        else:
            given[name] = _seen(name, given, new)
    result = _mutable_op(**given)
    return (*result, *new) if isinstance(result, tuple) else (result, *new)
