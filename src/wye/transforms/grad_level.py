"""The level of a gradient transform: autograd on tensors that wrap those of the level below.

Hot path inside `grad`.  In: a call of an operator.  Out: its result, wrapped at this level and recorded by autograd.
"""

# Note [A call inside grad]
# Autograd's own kernels and engine do the work; a level only gives them tensors of their own:
#   1. `process` wraps the arguments that do not belong to the level (captured tensors: they need no gradient here), and
#      calls the operator with the front key excluded, so that the kernel at Autograd runs: it records the wrappers.
#   2. What it calls below autograd comes to the key FuncTorchDynamicLayerBackMode, and so to `leave`: the tensors
#      inside go to the level below, in the thread state that the call began with, and the results are wrapped.
# So history at a level consists of wrappers of that level alone, and the level below, which may record too, never sees
# them.  The backward pass runs while the level is on the stack: it is recorded in the same way, for higher order.
# A wrapper whose transform has ended counts as the tensor inside.
# Broken by: an autograd kernel that reads the elements of its arguments instead of calling operators.
# Guarded by: tests/unit/transforms/test_grad.py

from __future__ import annotations

from textwrap import indent
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.aten.composites.view_in_place import detach_
from wye.autograd.apply_hooks import apply_hooks
from wye.call.py_impl import TransformType
from wye.grad_mode import is_grad_enabled, levels
from wye.keys import FUNCTION, DispatchKey, DispatchKeySet
from wye.registry import registry
from wye.tensors import Tensor
from wye.tensors.dense import CPU, keys_for_device
from wye.tensors.wrapped_array import WrappedArray
from wye.transforms.interpreters import BOTH, PLAIN, VIEW, Interpreter, hooks_of_grad

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["AT_LEVEL", "GradArray", "GradInterpreter", "is_alive", "track", "untracked", "wrapper_at", "writes"]

_WRAPPER: Final = DispatchKeySet("FuncTorchGradWrapper")
_INSIDE: Final = DispatchKeySet(
    "Python", "PythonTLSSnapshot", "ZeroTensor", "FuncTorchBatched", "FuncTorchGradWrapper", "Functionalize",
) | FUNCTION  # fmt: skip
# While the kernels of autograd run, the keys of other levels and those of the tensors inside are left out.
_AT_LEVEL_INCLUDED: Final = DispatchKeySet("FuncTorchDynamicLayerBackMode")
_AT_LEVEL_EXCLUDED: Final = DispatchKeySet(
    "FuncTorchDynamicLayerFrontMode", "FuncTorchBatched", "FuncTorchVmapMode", "FuncTorchGradWrapper",
    "Functionalize", "Conjugate", "Negative", "ZeroTensor",
)  # fmt: skip
AT_LEVEL: Final = engine.StateGuard(_AT_LEVEL_INCLUDED, _AT_LEVEL_EXCLUDED)
_BIT: Final = DispatchKeySet.raw(engine.REQUIRES_GRAD)
_PLAIN: Final = keys_for_device(CPU)
_PLAIN_OUTSIDE: Final = _PLAIN | _WRAPPER
_keys_outside: dict[Any, Any] = {}
_wrap: Final = engine.wrap


class GradArray(WrappedArray):
    """Stands for the array of a tensor that a gradient transform follows.

    Attributes:
        inner: The tensor of the level below.
        owner: The transform's interpreter.
    """

    __slots__ = ()
    place = "inside functorch transform"
    owner: GradInterpreter

    def __init__(self, inner: Any, owner: GradInterpreter) -> None:
        self.inner, self.owner, self.level = inner, owner, owner._level

    @property
    def is_current(self) -> bool:
        """Is its transform running?"""
        return self.owner.is_running

    def around(self, inner: Any) -> Any:
        """Another tensor that the same transform follows."""
        return track(inner, self.owner)

    def text(self) -> str:
        """The tensor as `repr` shows it."""
        level = self.level if self.owner.is_running else -2
        return f"GradTrackingTensor(lvl={level}, value=\n{indent(repr(self.inner), '    ')}\n)"


def track(inner: Any, owner: GradInterpreter) -> Any:
    """A tensor of the level below as one of a gradient transform's level."""
    keys = inner._keys
    if keys == _PLAIN:
        return _wrap(GradArray(inner, owner), Tensor, _PLAIN_OUTSIDE)
    outside = _keys_outside.get(keys)
    if outside is None:
        outside = _keys_outside[keys] = (keys - _INSIDE) | _WRAPPER
    made = _wrap(GradArray(inner, owner), Tensor, outside)
    if inner._device is not CPU:
        made._device = inner._device
    return made


def is_alive(tensor: Any) -> bool:
    """Is it a wrapper of a gradient transform that is running?"""
    data = tensor._data
    return type(data) is GradArray and data.owner.is_running


def wrapper_at(tensor: Any, owner: GradInterpreter) -> GradArray | None:
    """The wrapper of a tensor that belongs to a transform; None for other tensors."""
    data = tensor._data
    return data if type(data) is GradArray and data.owner is owner else None


def untracked(value: Any) -> Any:
    """A tensor without the wrappers of transforms that have ended."""
    while isinstance(value, Tensor):
        data = value._data
        if type(data) is not GradArray or data.owner.is_running:
            break
        value = data.inner
    return value


class GradInterpreter(Interpreter):
    """The level of `grad`, `vjp` and what is made of them.

    Attributes:
        is_running: Has the transform not ended?
    """

    __slots__ = ()
    kind = TransformType.Grad
    knows_no_wrappers = False

    def __init__(self, stack: list[Interpreter]) -> None:
        self._stack = stack
        self._level = len(stack) + 1
        self._grad_mode: bool = is_grad_enabled()
        self._saved: Any = None  # the thread's keys where the call that is being handled began
        self.is_running = True

    def prev_grad_mode(self) -> bool:
        """Were gradients recorded around the transform?"""
        return self._grad_mode

    def _tracked(self, value: Any) -> Any:
        """A value whose tensors belong to the level."""
        if isinstance(value, Tensor):
            data = value._data
            if type(data) is GradArray:
                if data.owner is self:
                    return value
                if not data.owner.is_running:
                    return self._tracked(data.inner)
            return track(value, self)
        if type(value) in (list, tuple):
            return type(value)([self._tracked(item) for item in value])
        return value

    def process(self, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Let autograd handle a call.  See Note [A call inside grad]."""
        if writes(op):
            self.refuse_captured(op, args, kwargs)
            if op.name() == "aten::detach_":
                return detach_(args[0])  # the history is that of the wrapper; the tensor inside keeps its own
        elif not self._needs_autograd(args) and not (kwargs and self._needs_autograd(kwargs.values())):
            return self.leave(op, args, kwargs)
        elif not op._levels & PLAIN and op.name() not in _LEFT_TO_PYTHON:
            op._levels |= PLAIN | VIEW if op.is_view else PLAIN
        mine = [self._tracked(value) for value in args]
        if kwargs:
            kwargs = {name: self._tracked(value) for name, value in kwargs.items()}
        saved = self._saved
        self._saved = engine.get_state()
        try:
            return AT_LEVEL.run(op, *mine, **kwargs)
        finally:
            self._saved = saved

    def _needs_autograd(self, values: Any) -> bool:
        """Would autograd record the call?  One tensor of the level that requires grad or has a tangent is enough."""
        if not is_grad_enabled() and not levels:
            return False
        for value in values:
            if isinstance(value, Tensor):
                data = value._data
                if type(data) is GradArray and not data.owner.is_running:
                    value = untracked(value)  # noqa: PLW2901 - a transform that has ended: the tensor inside is meant
                    data = value._data
                if (value._requires_grad or value._is_dual) and type(data) is GradArray and data.owner is self:
                    return True
            elif type(value) in (list, tuple) and self._needs_autograd(value):
                return True
        return False

    def refuse_captured(self, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Raise an error if a call would write to a tensor that does not belong to the level."""
        for place, argument in enumerate(op.schema.arguments):
            if argument.alias_info is None or not argument.alias_info.is_write:
                continue
            value = args[place] if place < len(args) else kwargs.get(argument.name)
            for one in value if isinstance(value, (list, tuple)) else (value,):
                if isinstance(one, Tensor) and (wrapper_at(one, self) is None or one._made & _OF_CAPTURED):
                    raise RuntimeError(
                        "During a grad (vjp, jvp, grad, etc) transform, the function provided attempted to call "
                        f"in-place operation ({op.name()}) that would mutate a captured Tensor. This is not supported; "
                        "please rewrite the function being transformed to explicitly accept the mutated Tensor(s) as "
                        "inputs."
                    )

    def leave(self, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Continue a call below the level.  See Note [A call inside grad]."""
        seen: list[Any] = []  # wrappers among the arguments
        plain = [self._inner(value, seen) for value in args]
        by_name = {name: self._inner(value, seen) for name, value in kwargs.items()} if kwargs else kwargs
        result = self.below(op, *plain, **by_name)
        if isinstance(result, Tensor):
            return self._outer(op, result, seen)
        if isinstance(result, (list, tuple)):
            made = [self._outer(op, one, seen) if isinstance(one, Tensor) else one for one in result]
            if seen and op.is_view:
                for one in made:
                    one._made |= engine.MADE_WITH_OTHERS
            return made if type(result) is list else tuple(made)
        return result

    def below(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        """Call a function at the level below, in the thread state that the call being handled began with."""
        stack, now = self._stack, engine.get_state()
        include, exclude = self._saved if self._saved is not None else now
        mode = is_grad_enabled()
        stack.pop()
        try:
            if self._grad_mode is not mode:
                exclude = exclude - _BIT if self._grad_mode else exclude | _BIT
                engine.set_grad_mode(self._grad_mode, False)
            engine.set_state(include if stack else include - BOTH, exclude)
            return fn(*args, **kwargs)
        finally:
            engine.set_grad_mode(mode, False)
            engine.set_state(*now)
            stack.append(self)

    def _inner(self, value: Any, seen: list[Any]) -> Any:
        if isinstance(value, Tensor):
            data = value._data
            if type(data) is GradArray:
                if data.owner is self:
                    seen.append(value)
                    return data.inner
                if not data.owner.is_running:
                    return self._inner(data.inner, seen)
        elif type(value) in (list, tuple):
            return type(value)([self._inner(item, seen) for item in value])
        return value

    def _outer(self, op: Any, result: Any, seen: list[Any]) -> Any:
        for wrapper in seen:
            if wrapper._data.inner is result:
                return wrapper
        made = track(result, self)
        if not op.is_view or (not seen and op.name() == "aten::lift_fresh"):
            return made
        if not seen:
            made._made |= _OF_CAPTURED
        else:
            is_view = op.name() != "aten::detach"
            made._join(seen[0], is_view)
            if is_view:
                made._made |= seen[0]._made | (0 if is_grad_enabled() else engine.MADE_WITHOUT_GRAD)
        return made


# Views that are none of their argument for autograd: the engine does not make them.
_LEFT_TO_PYTHON: Final = ("aten::detach", "aten::lift_fresh")
_OF_CAPTURED: Final = engine.MADE_OF_CAPTURED


def writes(op: Any) -> bool:
    """Does an operator write to an argument?  Kept on its entry until something is registered."""
    rules = op._entry.rules
    found: bool | None = rules.get("grad_writes")
    if found is None:
        found = rules["grad_writes"] = op.schema.is_mutable
    return found


def _dead(op: Any, keyset: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """A call on wrappers that belong to no level: the tensors inside are meant."""
    return op(*map(_inside, args), **{name: _inside(value) for name, value in kwargs.items()})


def _inside(value: Any) -> Any:
    while isinstance(value, Tensor) and type(value._data) is GradArray:
        value = value._data.inner
    return type(value)(map(_inside, value)) if type(value) in (list, tuple) else value


def _revived(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    return tuple(map(_revived_one, args)), {name: _revived_one(value) for name, value in kwargs.items()}


def _revived_one(value: Any) -> Any:
    return type(value)(map(_revived_one, value)) if type(value) in (list, tuple) else untracked(value)


hooks_of_grad.revive = apply_hooks.revive = _revived
registry.give_engine(DispatchKey.FuncTorchGradWrapper, engine.level_kernel(2, _dead), unchecked=True)
engine.configure_grad(GradArray, GradInterpreter, track, _INSIDE, _WRAPPER, _AT_LEVEL_INCLUDED, _AT_LEVEL_EXCLUDED)
