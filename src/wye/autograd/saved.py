"""Tensors that a node keeps for backward: outputs without a cycle, hooks that pack them, and errors about them."""

from __future__ import annotations

import threading
import weakref
from typing import TYPE_CHECKING, Any, Final

from wye import shown
from wye._engine import engine
from wye.autograd import anomaly
from wye.autograd.state import TensorState
from wye.keys import DispatchKeySet
from wye.tensors.wrapped_array import WrappedArray

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.autograd.node import Node, OperatorNode
    from wye.autograd.rules import Recipe
    from wye.tensors import Tensor

__all__ = [
    "SavedTensor",
    "SavedTensors",
    "attached",
    "check_detached",
    "freed",
    "hooks_are_allowed",
    "hooks_in_effect",
    "look_up",
    "modified",
    "save_input",
    "save_list",
    "save_output",
    "saved_tensors_hooks",
]


_COUNTED: Final = DispatchKeySet("ADInplaceOrView").bits


class _Hooks(threading.local):
    """The pairs of functions that pack and unpack what is saved, the innermost last; why there may be none."""

    def __init__(self) -> None:
        self.pairs: list[tuple[Callable[[Any], Any], Callable[[Any], Any]]] = []
        self.forbidden: str | None = None

    def push(self, pair: tuple[Callable[[Any], Any], Callable[[Any], Any]]) -> None:
        """Let these functions pack and unpack from now on."""
        self.pairs.append(pair)
        engine.set_careful(engine.CAREFUL_HOOKS, True)

    def pop(self) -> None:
        """Let those before them do it again; nothing where a program has left a block twice."""
        if self.pairs:
            self.pairs.pop()
        engine.set_careful(engine.CAREFUL_HOOKS, bool(self.pairs))


hooks_in_effect = _Hooks()


def hooks_are_allowed() -> bool:
    """May `saved_tensors_hooks` be used here?"""
    return hooks_in_effect.forbidden is None


class saved_tensors_hooks:  # noqa: N801 - PyTorch's name
    """Inside, what is saved for backward is packed by one function, and unpacked by another when it is needed."""

    def __init__(self, pack_hook: Callable[[Tensor], Any], unpack_hook: Callable[[Any], Tensor]) -> None:
        self.pack_hook, self.unpack_hook = pack_hook, unpack_hook

    def __enter__(self) -> None:
        if hooks_in_effect.forbidden is not None:
            raise RuntimeError(hooks_in_effect.forbidden)
        hooks_in_effect.push((self.pack_hook, self.unpack_hook))

    def __exit__(self, *exc: object) -> None:
        hooks_in_effect.pop()


def freed() -> RuntimeError:
    """The error for a graph that has been run."""
    return RuntimeError(
        "Trying to backward through the graph a second time (or directly access saved tensors after they have already "
        "been freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). "
        "Specify retain_graph=True if you need to backward through the graph a second time or if you need to access "
        "saved tensors after calling backward."
    )


def modified(tensor: Any, expected: int, node: Node | None = None, number: int = 0) -> RuntimeError:
    """The error for a saved tensor that was written to."""
    if node is None and tensor.grad_fn is not None:
        node, number = tensor.grad_fn, tensor.output_nr
    whose = "" if node is None else f", which is output {number} of {node.short_name()},"
    kind = f"{_type_text(tensor)} {list(tensor.shape)}"
    hint = (
        "Hint: the backtrace further above shows the operation that failed to compute its gradient. The variable in "
        "question was changed in there or anywhere later. Good luck!"
        if anomaly.is_enabled()
        else "Hint: enable anomaly detection to find the operation that failed to compute its gradient, with "
        f"{shown.package}.autograd.set_detect_anomaly(True, check_nan=False)."
    )
    return RuntimeError(
        "one of the variables needed for gradient computation has been modified by an inplace operation: "
        f"[{kind}]{whose} is at version {tensor._version}; expected version {expected} instead. {hint}"
    )


def detached() -> RuntimeError:
    """The error for a saved tensor whose history is gone: second derivatives would lack a part."""
    return RuntimeError(
        "Trying to use a saved tensor that has been detached in-place, i.e. with .detach_(). This is not supported, "
        "please use out-of-place `.detach()` instead"
    )


def _has_node(tensor: Any) -> bool:
    state = tensor._autograd
    return state is not None and state.node is not None


def check_detached(node: OperatorNode, place: int, item: int, tensor: Any) -> None:
    """Refuse a tensor that was detached in place after the node had kept it.

    Raises:
        RuntimeError: it was computed when the node was made, and has no history now.
    """
    recipe = node.recipe
    if _has_node(tensor) or place not in recipe.differentiable:
        return
    from wye.autograd.node import AccumulateGrad  # here: it imports this module

    number, edges = recipe.differentiable.index(place), node.next_functions
    if len(node.plan.needs) != len(edges):
        number = node._lengths()[number][0] + max(item, 0)
    following = edges[number][0]
    if following is not None and not isinstance(following, AccumulateGrad):
        raise detached()


_TYPE_NAMES = {
    "float32": "FloatTensor", "float64": "DoubleTensor", "float16": "HalfTensor", "bfloat16": "BFloat16Tensor",
    "complex64": "ComplexFloatTensor", "complex128": "ComplexDoubleTensor", "int64": "LongTensor",
    "int32": "IntTensor", "int16": "ShortTensor", "int8": "CharTensor", "uint8": "ByteTensor", "bool": "BoolTensor",
}  # fmt: skip


def _type_text(tensor: Any) -> str:
    return f"{shown.package}.{_TYPE_NAMES.get(tensor.dtype.name, 'Tensor')}"


def _without_node(tensor: Any) -> Any:
    """The same tensor for its own level of autograd, without its node there.

    Inside a transform `detach` would take the tensor out of the levels below as well, and with it their derivatives.
    """
    if not isinstance(tensor._data, WrappedArray) or not tensor._data.level:
        return tensor.detach()
    made = engine.view(tensor, tensor._data, type(tensor), tensor._keys, False)
    if made._device is not tensor._device:
        made._device = tensor._device
    return made


class SavedTensor:
    """A tensor that is kept in another form: without its node, because it is the node's own output, or packed."""

    __slots__ = (
        "_computed", "_content", "_edge", "_unpack", "_version", "is_output", "number", "outer", "requires_grad",
        "tangent",
    )  # fmt: skip

    def __init__(self, tensor: Tensor | None = None, *, is_output: bool = False, number: int = 0) -> None:
        if tensor is None:
            raise RuntimeError("Trying to create a SavedTensor object from Python is forbidden")
        self.is_output, self.number = is_output, number
        self.requires_grad = tensor._requires_grad
        self._version = tensor._version
        self._computed = _has_node(tensor)
        self.tangent: Any = None  # of an output: the level it belongs to, and the tangent
        self.outer: Callable[[], Node] | None = None  # of a view that was written to: its node, made from the base's
        self._unpack: Any = None
        self._edge: Any = None  # of a tensor that is packed: the node that its gradient goes to, and which output it is
        self._content: Any = _without_node(tensor) if is_output and self.requires_grad else tensor
        if hooks_in_effect.pairs:
            self._pack(*hooks_in_effect.pairs[-1])

    def _pack(self, pack: Callable[[Any], Any], unpack: Callable[[Any], Any]) -> None:
        tensor = self._content
        if not self.is_output and self.requires_grad:
            from wye.autograd.edges import edge_of  # here: hooks are rare

            self._edge = edge_of(tensor)
        self._content, self._unpack = _packed(pack, tensor), unpack

    def register_hooks(
        self, pack: Callable[[Any], Any] | None = None, unpack: Callable[[Any], Any] | None = None
    ) -> None:
        """Pack the tensor now, and unpack it when it is needed.

        Raises:
            TypeError: these are no functions.
            RuntimeError: there are hooks, or there is no tensor any more.
        """
        if not (callable(pack) and callable(unpack)):
            raise TypeError("register_hooks(): incompatible function arguments. It takes two functions: pack, unpack")
        if self._content is None:
            raise RuntimeError(
                "Calling register_hooks on a saved tensor after it has been freed. Saved intermediate values of the "
                "graph are freed when you call .backward() or autograd.grad(). Specify retain_graph=True if you need "
                "to backward through the graph a second time or if you need to access saved variables after calling "
                "backward."
            )
        if self._unpack is not None:
            raise RuntimeError(
                "Calling register_hooks on a saved tensor whose hooks have already been set. Hint: only one pair of "
                "hooks is allowed at a time."
            )
        self._pack(pack, unpack)

    def release(self) -> None:
        """Let go of the tensor."""
        self._content = self._edge = None

    def unpack(self, node: Node | None) -> Any:
        """The tensor.

        Raises:
            RuntimeError: it was written to since.
            TypeError: the hook returned something else.
        """
        if self._unpack is not None:
            from wye.tensors import Tensor  # here: hooks are rare

            found = _unpacked(self._unpack, self._content)
            if not isinstance(found, Tensor):
                raise TypeError(
                    "Output of saved tensor unpack_hook expected to be a Tensor but got result of type "
                    f"{type(found).__name__}"
                )
            return self._attached(found, node) if self.is_output else self._joined(found)
        tensor = self._content
        if tensor._version != self._version:
            raise modified(tensor, self._version, node if self.is_output else None, self.number)
        if tensor._detached and self._computed and not self.is_output and not _has_node(tensor):
            raise detached()
        return self._attached(tensor, node) if self.is_output else tensor

    def _joined(self, tensor: Tensor) -> Tensor:
        """What a hook has unpacked, with the history of the tensor that was packed."""
        if self._edge is None or self._edge[0] is None:
            return tensor
        from wye.autograd.node import AccumulateGrad  # here: hooks are rare

        seen: Tensor = _without_node(tensor)
        node, number = self._edge
        seen._autograd = state = TensorState()
        if isinstance(node, AccumulateGrad):
            state.accumulator = weakref.ref(node)
        else:
            state.node, state.number = node, number
        seen._requires_grad = True
        return seen

    def _attached(self, tensor: Tensor, node: Node | None) -> Tensor:
        """The node's own output again, with the node; made anew each time, so that there is no cycle."""
        if not self.requires_grad or node is None:
            return tensor
        if isinstance(tensor._data, WrappedArray) and not tensor._data.is_current:
            return tensor  # the transform that recorded it has ended: it counts as the tensor inside
        seen: Tensor = _without_node(tensor)
        seen._autograd = TensorState(node if self.outer is None else self.outer(), self.number)
        seen._requires_grad = True
        if self.tangent is not None:
            from wye.autograd.forward_mode import current_level, set_tangent  # here: they import what this is a part of

            level, tangent = self.tangent
            if level is current_level():
                set_tangent(seen, tangent)
        return seen


class SavedNothing(SavedTensor):
    """What stands for None among the tensors that a node has kept, where they are looked at."""

    __slots__ = ()

    def __init__(self) -> None:
        """Keep nothing."""

    def register_hooks(
        self, pack: Callable[[Any], Any] | None = None, unpack: Callable[[Any], Any] | None = None
    ) -> None:
        """Refuse them.

        Raises:
            RuntimeError: always.
        """
        raise RuntimeError("Calling register_hooks on a saved tensor with value None is forbidden")


def raw(items: Sequence[Any]) -> tuple[Any, ...]:
    """What a node has kept, as objects that can be looked at: None has one, too."""
    return tuple(SavedNothing() if item is None else item for item in items)


def attached(node: Node, tensor: Any, number: int) -> Any:
    """A node's own output, which is kept without the node, with it; made anew each time, so that there is no cycle."""
    seen = _without_node(tensor)
    seen._autograd = TensorState(node, number)
    seen._requires_grad = True
    return seen


class SavedTensors:
    """The tensors of a list, each kept as a `SavedTensor`; other values as they are."""

    __slots__ = ("_items",)

    def __init__(self, values: list[Any]) -> None:
        from wye.tensors import Tensor  # here: lists are rare

        self._items = [save(value) if isinstance(value, Tensor) else value for value in values]

    def unpack(self, node: Node | None) -> list[Any]:
        """The list; see `SavedTensor.unpack`."""
        return [item.unpack(node) if type(item) is SavedTensor else item for item in self._items]

    def raw(self) -> tuple[Any, ...]:
        """The items as they are kept."""
        return raw(self._items)

    def release(self) -> None:
        """Let go of the tensors."""
        for item in self._items:
            if type(item) is SavedTensor:
                item.release()


def _packed(pack: Callable[[Any], Any], tensor: Any) -> Any:
    version = tensor._version
    from wye.grad_mode import no_grad  # here: hooks are rare

    with no_grad():
        packed = pack(tensor)
    if tensor._version != version:
        raise RuntimeError(
            "A saved tensor pack hook is modifying its input in place. Tensors provided as input to pack hook cannot "
            "be modified by in-place operations as this can lead to unexpected side-effects. Please open an issue if "
            "you need to perform in-place operations on the input to a pack hook."
        )
    return packed


def _unpacked(unpack: Callable[[Any], Any], content: Any) -> Any:
    """What a hook makes of its content; blocks that it enters and does not leave end with it."""
    count = len(hooks_in_effect.pairs)
    try:
        return unpack(content)
    finally:
        while len(hooks_in_effect.pairs) > count:
            hooks_in_effect.pop()


def save_input(node: OperatorNode, place: int, tensor: Any, item: int = -1) -> Any:
    """What a node keeps for a tensor that it was given: the tensor, and its version beside it."""
    if hooks_in_effect.pairs:
        node.packed = True
        return save(tensor)
    if not tensor._keys.bits & _COUNTED:
        raise _inference()
    node.watch(place, tensor._version, item)
    return tensor


def save_list(node: OperatorNode, place: int, values: list[Any]) -> Any:
    """What a node keeps for a list with tensors: the list, and their versions beside it."""
    if hooks_in_effect.pairs:
        node.packed = True
        return SavedTensors(values)
    for item, value in enumerate(values):
        if isinstance(value, engine.TensorBase):
            save_input(node, place, value, item)
    return values[:]


def _inference() -> RuntimeError:
    return RuntimeError(
        "Inference tensors cannot be saved for backward. Please do not use Tensors created in inference mode in "
        "computation tracked by autograd. To work around this, you can make a clone to get a normal tensor and use it "
        f"in autograd, or use `{shown.package}.no_grad()` instead of `{shown.package}.inference_mode()`."
    )


def save(tensor: Any, *, is_output: bool = False, number: int = 0) -> SavedTensor:
    """Keep a tensor in another form."""
    if tensor.is_inference():
        raise _inference()
    return SavedTensor(tensor, is_output=is_output, number=number)


def save_output(node: OperatorNode, tensor: Any, number: int) -> SavedTensor:
    """What a node keeps for its own output."""
    node.packed = True
    return save(tensor, is_output=True, number=number)


def _place_of(recipe: Recipe, wanted: str) -> int | None:
    """Where nodes keep a value: only what a formula needs is kept."""
    names = [a.name for a in recipe.schema.arguments]
    n = recipe.n_args
    sized = wanted.removesuffix("_sym_sizes")
    if wanted in names:
        found = ("input", names.index(wanted)), names.index(wanted)
    elif wanted == "result" if recipe.n_results == 1 else wanted.removeprefix("result").isdigit():
        number = int(wanted.removeprefix("result") or 0)
        found = ("result", number), n + number
    elif sized != wanted and sized in names:
        found = ("shape", names.index(sized)), n + recipe.n_results + names.index(sized)
    else:
        return None
    return found[1] if found[0] in recipe.mentions() else None


def look_up(node: OperatorNode, name: str) -> Any:
    """A value that a node has kept, by PyTorch's name for it: ``_saved_self``, ``_saved_result``."""
    is_raw = name.startswith("_raw_")
    recipe = node.recipe
    place = _place_of(recipe, name.removeprefix("_raw").removeprefix("_saved_"))
    if place is None:
        raise AttributeError(f"{type(node).__name__!r} object has no attribute {name!r}")
    values = node.values
    if values is None:
        raise freed()
    value = values[place]
    if is_raw:
        return value if type(value) is SavedTensor else _raw(node, place, value)
    number = recipe.result_at(place)
    for kept, item, version in node.versions:
        one = value if kept != place or item < 0 else value[item]
        if kept == place and one._version != version:
            raise modified(one, version, None if number is None else node, number or 0)
        if kept == place and one._detached:
            check_detached(node, place, item, one)
    if type(value) is SavedTensors:
        return tuple(value.unpack(node))
    if type(value) is list or name.endswith("_sym_sizes"):
        return tuple(value)
    if node.owned >> place & 1:
        return attached(node, value, number or 0)
    return value.unpack(node) if type(value) is SavedTensor else value


def _raw(node: OperatorNode, place: int, value: Any) -> Any:
    """A saved tensor as an object that hooks can be registered on; the node keeps it from now on."""
    from wye.tensors import Tensor  # here: for users who look at a graph

    if value is None:
        return SavedNothing()
    if type(value) is list and any(isinstance(one, Tensor) for one in value) and node.values is not None:
        value = node.values[place] = SavedTensors(value)
        node.packed = True
        node.versions = [kept for kept in node.versions if kept[0] != place]
    if type(value) is SavedTensors:
        return value.raw()
    if not isinstance(value, Tensor) or node.values is None:
        return value
    own = bool(node.owned >> place & 1)
    number = place - node.recipe.n_args if own else 0
    made = node.values[place] = SavedTensor(value, is_output=own, number=number)
    made.requires_grad = made.requires_grad or own
    node.owned &= ~(1 << place)
    node.packed = True
    node.versions = [kept for kept in node.versions if kept[0] != place]
    return made
