"""Views and writes: what an in-place operation does to the history of a tensor, its base and its other views.

Note [Views and history]
A view knows its base (`_base`) and its place in memory.  A write to a view is a write to its base: the base gets a
`CopySlices` node, and every view of it gets, when next asked, a node that says "a part of the base as it is now"
(`AsStridedBackward0`).  A view's state holds the version it belongs to; another version means that its node is old.
`made` says how a view was made: a write that would need the history of one of several results, or of a view made while
nothing was recorded, is an error.
Guarded by: tests/unit/autograd/test_views.py
"""

from __future__ import annotations

import weakref
from math import prod
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.autograd.node import Node, accumulator_of
from wye.autograd.state import TensorState, state_of
from wye.call.packets import ops
from wye.schema.symbolic import or_false
from wye.tensors import Tensor
from wye.tensors.layout import contiguous_strides

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


__all__ = [
    "IN_FUNCTION",
    "AsStridedBackward0",
    "CopySlices",
    "Geometry",
    "Part",
    "check_in_place",
    "current_state",
    "fact_of",
    "overlaps",
    "rebase",
    "spread",
]

_FEW_PLACES: Final = 1 << 12  # in memory, for a gradient in one step
_SEVERAL: Final = (
    "This view is the output of a function that returns multiple views. Such functions do not allow the output views "
    "to be modified inplace. You should replace the inplace operation by an out-of-place one."
)
_MODE: Final = (
    "Given that this use case is ambiguous and error-prone, it is forbidden. You can clarify your code by moving both "
    "the view and the inplace either both inside the {mode} block (if you don't want the inplace to be tracked) or "
    "both outside (if you want the inplace to be tracked)."
)
_IN_FUNCTION: Final = (
    "This view was created inside a custom Function (or because an input was returned as-is) and the autograd logic to "
    "handle view+inplace would override the custom backward associated with the custom Function, leading to incorrect "
    "gradients. This behavior is forbidden. You can fix this by cloning the output of the custom Function."
)
IN_FUNCTION: Final = 8  # in `_made`: a view that was made inside of a function


class Geometry:
    """Where a tensor lies in its storage."""

    __slots__ = ("offset", "shape", "strides")

    def __init__(self, tensor: Any) -> None:
        self.shape: tuple[int, ...] = tuple(tensor.shape)
        self.strides: tuple[int, ...] = tuple(tensor.stride())
        self.offset: int = tensor.storage_offset()

    @classmethod
    def at(cls, shape: Sequence[int], strides: Sequence[int], offset: int) -> Geometry:
        """A place that no tensor needs to have."""
        self = cls.__new__(cls)
        self.shape, self.strides, self.offset = tuple(shape), tuple(strides), offset
        return self

    def is_at(self, other: Geometry) -> bool:
        """Is it the same place?"""
        return (self.shape, self.strides, self.offset) == (other.shape, other.strides, other.offset)

    def as_real(self) -> Geometry:
        """The same elements as pairs of real numbers."""
        return Geometry.at((*self.shape, 2), (*(2 * stride for stride in self.strides), 1), 2 * self.offset)

    def as_complex(self) -> Geometry:
        """Pairs of real numbers, the last dimension, as complex ones."""
        return Geometry.at(self.shape[:-1], [stride // 2 for stride in self.strides[:-1]], self.offset // 2)

    def of(self, tensor: Any) -> Any:
        """The part of a tensor's storage that lies there."""
        return ops.aten.as_strided.default(tensor, list(self.shape), list(self.strides), self.offset)


def _lies_in_columns(value: Any) -> bool:
    if value.ndim != 2:
        return False
    down, across = value.stride()
    return or_false(down == 1) and or_false(across == value.shape[0])


_FACT_OF: Final[dict[str, Callable[[Any], Any]]] = {
    "shape": lambda value: tuple(value.shape),
    "dtype": lambda value: value.dtype,
    "geometry": Geometry,
    "columns": _lies_in_columns,
}


def fact_of(kind: str, value: Any) -> Any:
    """A fact about a tensor; of a list, for each of its items."""
    if isinstance(value, (list, tuple)):
        return [fact_of(kind, item) for item in value]
    if not isinstance(value, Tensor):
        return () if kind == "shape" else None
    return _FACT_OF[kind](value)


def _spread_on_arrays(grad: Any, part: Geometry, whole: Geometry, reach: int) -> Any:
    """As `spread`; None: there are many places."""
    if reach > _FEW_PLACES or not grad.size or grad.size > _FEW_PLACES or prod(whole.shape) > _FEW_PLACES:
        return None
    from wye.aten.arrays.scattering import moved  # here: it loads NumPy

    given, read = (part.shape, part.strides, part.offset), (whole.shape, whole.strides, whole.offset)
    return moved(grad, given, read, reach, shares=_overlaps(whole))


def spread(grad: Any, part: Geometry, whole: Geometry) -> Any:
    """The gradient of a whole, given that of a part of it; elements that the part has several times are added."""
    reach = max(_reach(part), _reach(whole))
    unseen = engine.compute_unseen(_spread_on_arrays, grad, part, whole, reach)
    if unseen is not None:
        return unseen
    aten: Any = ops.aten
    places = aten.arange.default(reach, device=grad.device)
    memory = aten.new_zeros.default(grad, [reach])
    picked = aten.reshape.default(part.of(places), [-1])
    memory = aten.index_add.default(memory, 0, picked, aten.reshape.default(grad, [-1]))
    if _overlaps(whole):
        counts = aten.new_zeros.default(grad, [reach])
        seen = aten.reshape.default(whole.of(places), [-1])
        counts = aten.index_add.default(counts, 0, seen, aten.ones_like.default(seen, dtype=grad.dtype))
        memory = aten.div.Tensor(memory, counts)  # elements that no one sees are 0/0, and not read
    return aten.reshape.default(
        aten.index_select.default(memory, 0, aten.reshape.default(whole.of(places), [-1])), list(whole.shape)
    )


def _reach(geometry: Geometry) -> int:
    if 0 in geometry.shape:
        return geometry.offset
    return 1 + geometry.offset + sum((n - 1) * s for n, s in zip(geometry.shape, geometry.strides, strict=True))


def _overlaps(geometry: Geometry) -> bool:
    step = 1
    for stride, size in sorted(zip(geometry.strides, geometry.shape, strict=True)):
        if size > 1:
            if stride < step:
                return True
            step = stride * size
    return False


def overlaps(tensor: Any) -> bool:
    """Does it have elements that lie in the same place?"""
    return _overlaps(Geometry(tensor))


class Part:
    """A view as a part of its base, also where one of them sees complex numbers as pairs of real ones."""

    __slots__ = ("base", "change", "conj", "neg", "view", "whole")

    def __init__(self, view: Any, base: Any) -> None:
        self.view, self.base = Geometry(view), Geometry(base)
        self.whole, self.change = self.base, ""
        self.neg = view.is_neg() != base.is_neg()
        self.conj = view.is_conj() != base.is_conj()
        if base.dtype.is_complex and not view.dtype.is_complex:
            self.whole, self.change = self.base.as_real(), "as_real"
        elif view.dtype.is_complex and not base.dtype.is_complex:
            self.whole, self.change = self.base.as_complex(), "as_complex"

    @classmethod
    def within(cls, view: Geometry, base: Geometry) -> Part:
        """A view with elements of its base's dtype, as they are."""
        self = cls.__new__(cls)
        self.view, self.base = view, base
        self.whole, self.change, self.neg, self.conj = base, "", False, False
        return self

    def turned(self, grad: Any) -> Any:
        """A gradient of the view, conjugated and negated as the view is against its base; and the reverse."""
        if self.conj and grad.dtype.is_complex:
            grad = ops.aten.conj.default(grad)
        return ops.aten.neg.default(grad) if self.neg else grad

    def whole_of(self, grad: Any) -> Any:
        """A gradient of the base, with elements of the view's dtype."""
        if not self.change:
            return grad
        return (
            ops.aten.view_as_real.default(grad) if self.change == "as_real" else ops.aten.view_as_complex.default(grad)
        )

    def base_of(self, grad: Any) -> Any:
        """The reverse."""
        if not self.change:
            return grad
        return (
            ops.aten.view_as_complex.default(grad) if self.change == "as_real" else ops.aten.view_as_real.default(grad)
        )


class AsStridedBackward0(Node):
    """A view as a part of its base."""

    __slots__ = ("_part",)

    def __init__(self, view: Tensor, base: Tensor, edge: Any) -> None:
        super().__init__((edge,))
        self._part = Part(view, base)
        self.outputs.append((self._part.view.shape, view.dtype, view.device))

    def maker(self) -> Callable[[], AsStridedBackward0]:
        """A function that makes a node like this one, and does not keep the base's node alive."""
        part, output, base_node = self._part, self.outputs[0], weakref.ref(self.next_functions[0][0])

        def make() -> AsStridedBackward0:
            made: AsStridedBackward0 = AsStridedBackward0.__new__(AsStridedBackward0)
            Node.__init__(made, ((base_node(), 0),))
            made._part = part
            made.outputs.append(output)
            return made

        return make

    def apply(self, grads: list[Any]) -> Sequence[Any]:
        """Spread the gradient over the base."""
        part = self._part
        if grads[0] is None:
            return (None,)
        return (part.base_of(spread(part.turned(grads[0]), part.view, part.whole)),)


class ConjBackward0(AsStridedBackward0):
    """The conjugate of a base."""

    __slots__ = ()


class ViewAsRealBackward0(AsStridedBackward0):
    """A base of complex numbers as pairs of real ones."""

    __slots__ = ()


class ViewAsComplexBackward0(AsStridedBackward0):
    """The reverse."""

    __slots__ = ()


class CopySlices(Node):
    """A base after a write to one of its views: the view's part comes from the write, the rest from the base before.

    ``values`` are the write's node and the `Part`; where C has made it, which it does where the base lies in rows: the
    node, and shape, strides and offset of the view in its base.
    """

    __slots__ = ()

    def name(self) -> str:
        """As PyTorch prints it."""
        return "torch::autograd::CopySlices"

    def __init__(self, base: Tensor, view: Tensor, fn: Node, edge: Any) -> None:
        super().__init__((edge, *fn.next_functions[1:]))
        part = Part(view, base)
        self.values = (fn, part)
        self.outputs.append((part.base.shape, base.dtype, base.device))

    @property
    def _part(self) -> Part:
        values = self.values
        if len(values) == 2:
            return values[1]  # type: ignore[no-any-return]  # made by __init__
        shape = self.outputs[0][0]
        return Part.within(Geometry.at(*values[1:]), Geometry.at(shape, contiguous_strides(shape), 0))

    def apply(self, grads: list[Any]) -> Sequence[Any]:
        """Run the write's node on the view's part of the gradient."""
        if grads[0] is None:
            return [None] * len(self.next_functions)
        aten: Any = ops.aten
        part = self._part
        base, view = part.base, part.view
        rest = aten.new_empty_strided.default(grads[0], list(base.shape), list(base.strides))
        rest.copy_(grads[0])
        seen = aten.as_strided.default(
            part.whole_of(rest), list(view.shape), list(view.strides), view.offset - part.whole.offset
        )
        found = list(self.values[0].apply([aten.clone.default(part.turned(seen))]))
        if found[0] is None:
            seen.zero_()
        else:
            seen.copy_(part.turned(found[0]))
        return [rest, *found[1:]]

    def release(self) -> None:
        """Let go of what the write has kept."""
        self.values[0].release()


def current_state(view: Tensor) -> TensorState | None:
    """The state of a view, with a node that belongs to its base's present history."""
    state: TensorState | None = view._autograd
    base: Any = view._base
    if state is None or state.node is None:
        if view._version & _LOW_BITS == view._seen or not base._requires_grad:
            return state
    elif state.version == view._version:
        return state
    if view._made:
        _refuse(view, "its base or another view of its base has been modified inplace")
    state = state_of(view)
    _replace(view, state, _node_of(view, base, _edge(base)))
    return state


_LOW_BITS: Final = 0xFFFFFFFF  # what a tensor remembers of the version it was made at


def _node_of(view: Any, base: Any, edge: Any) -> Node:
    """The node that says how a view is a part of its base."""
    part = Part(view, base)
    if part.view.is_at(part.whole):
        if part.conj and not part.change:
            return ConjBackward0(view, base, edge)
        if part.change and not part.neg:
            return (ViewAsRealBackward0 if part.change == "as_real" else ViewAsComplexBackward0)(view, base, edge)
    return AsStridedBackward0(view, base, edge)


def _edge(tensor: Any) -> Any:
    if not tensor._requires_grad:
        return None, 0
    state = tensor._autograd
    if state is None or state.node is None:
        return accumulator_of(tensor), 0
    return state.node, state.number


def _replace(tensor: Any, state: TensorState, node: Node, number: int = 0) -> None:
    """Give a tensor another node; that its gradient is retained follows the tensor, hooks stay with the old node."""
    old = state.node
    if state.retains and old is not None and old.extras is not None:
        kept = old.extras.retained.pop(state.number, None)
        if kept is not None:
            node.more().retained[number] = kept
    state.node, state.number, state.version = node, number, tensor._version


def _refuse(view: Any, what: str) -> None:
    """Raise the error for a view whose history would not be known."""
    made, state = view._made, view._autograd
    in_inference = made & engine.MADE_IN_INFERENCE
    of_mode = in_inference or made & engine.MADE_WITHOUT_GRAD
    created = f"created in {'inference' if in_inference else 'no_grad'} mode and {what}"
    where = "in normal mode" if in_inference else "with grad mode enabled"
    if state is None or state.node is None:
        beginning = f"A view was {created} {where}."
    elif of_mode and not made & IN_FUNCTION:
        name = state.node.short_name()
        beginning = f"Output {state.number} of {name} is a view of a view which was {created} {where}."
    else:
        beginning = f"Output {state.number} of {state.node.short_name()} is a view and {what}."
    if made & IN_FUNCTION:
        why = _IN_FUNCTION
    else:
        why = _MODE.format(mode="inference_mode" if in_inference else "no_grad") if of_mode else _SEVERAL
    raise RuntimeError(f"{beginning} {why}")


def check_in_place(tensor: Any, any_requires: bool) -> None:
    """Refuse a write to a leaf that requires grad, and to a view whose history would not be known.

    Raises:
        RuntimeError: it is one.
    """
    base = tensor._base
    if base is not None:
        if tensor._made and (tensor._requires_grad or any_requires):
            _refuse(tensor, "is being modified inplace")
        if tensor._requires_grad and _is_leaf(base):
            raise RuntimeError("a view of a leaf Variable that requires grad is being used in an in-place operation.")
    if tensor._requires_grad and base is None and _is_leaf(tensor):
        raise RuntimeError("a leaf Variable that requires grad is being used in an in-place operation.")


def _is_leaf(tensor: Any) -> bool:
    state = tensor._autograd
    return state is None or state.node is None


def rebase(tensor: Any, node: Node) -> None:
    """Give a tensor that was written to the write's node as its history."""
    base = tensor._base
    if base is None:
        _replace(tensor, state_of(tensor), node)
        tensor._requires_grad = True
        whole = tensor
    else:
        copy = CopySlices(base, tensor, node, _edge(base))
        _replace(base, state_of(base), copy)
        base._requires_grad = True
        whole = base
        tensor._requires_grad = True
        _replace(tensor, state_of(tensor), _node_of(tensor, base, (copy, 0)))
    _tell_views(whole, tensor)


def _tell_views(base: Any, written: Any) -> None:
    """Views of a tensor that begins to require grad require it, too; each finds its node when asked."""
    for other in base._storage._tensors:
        if other is not base and other is not written and other._base is base:
            other._requires_grad = True
