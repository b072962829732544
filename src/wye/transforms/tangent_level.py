"""The level of a jvp: tensors that have tangents, and what an operator does with them.

Hot path inside `jvp`.  In: a call of an operator.  Out: its result, wrapped at this level, with its tangent.
What an operator does is decided at its first call and kept on its entry.
"""

# Note [A call inside jvp]
# A tensor of the level is a wrapper (`wye.transforms.grad_level`); its autograd state has its tangent, a wrapper too.
# `handler_of` chooses what a call does with them, first match first; registering something makes it choose again:
#   1. a rule of `py_impl(TransformType.Jvp)`: it gets the interpreter and the arguments as they are
#   2. an operator with a derivative: the operator, then its forward rule (`wye.autograd.forward_rules`), are called
#      with the tensors inside, at the level below.  So derivatives of derivatives need nothing more.
#   3. a composite: its parts
#   4. a kernel at Autograd that a program has registered: it runs as in `grad`, see Note [A call inside grad]; calls
#      that it makes come to autograd's own kernels, which compute tangents with the same rules
#   5. a custom operator with `register_autograd`: its backward, transposed
#   6. an operator without a derivative: an error if an argument has a tangent
# Without tangents among its arguments, or where they are switched off, a call goes to the level below as it is.
# Broken by: a forward rule that reads the elements of its arguments.
# Guarded by: tests/unit/transforms/test_tangents.py

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.autograd.forward_mode import is_used, laid_out, tangent_of, thread, write_tangent
from wye.autograd.forward_rules import Forward, fitted, listed, not_implemented
from wye.autograd.rules import BY_PARTS
from wye.autograd.state import TensorState
from wye.call.packets import ops
from wye.call.py_impl import TransformType
from wye.grad_mode import is_grad_enabled
from wye.keys import DispatchKey, DispatchKeySet
from wye.registry.rules import find_rule, watch
from wye.tensors import Tensor
from wye.tensors.wrapped_array import WrappedArray
from wye.transforms.grad_level import AT_LEVEL, GradArray, GradInterpreter, track, writes
from wye.transforms.interpreters import FORWARD, LEAVE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.registry.entry import OperatorEntry
    from wye.transforms.interpreters import Interpreter

    Handler = Callable[["JvpInterpreter", Any, tuple[Any, ...], dict[str, Any]], Any]

__all__ = ["JvpInterpreter", "dual", "give", "inner_tangent"]

_HANDLER: Final = "jvp_handler"  # on an operator's entry: what was derived from its rules
_WITH_BIT: Final = engine.StateGuard(
    DispatchKeySet(), DispatchKeySet(), None, DispatchKeySet.raw(((1 << 128) - 1) & ~engine.REQUIRES_GRAD)
)  # tangents are computed under `no_grad`, too


class JvpInterpreter(GradInterpreter):
    """The level of `jvp` and what is made of it."""

    __slots__ = ()
    kind = TransformType.Jvp

    def __init__(self, stack: list[Interpreter]) -> None:
        super().__init__(stack)
        self._enabled = thread.enabled

    def prev_fwd_grad_mode(self) -> bool:
        """Were tangents computed around the transform?"""
        return self._enabled

    def process(self, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Handle a call of an operator.  See Note [A call inside jvp]."""
        rules = op._entry.rules
        handler: Handler | None = rules.get(_HANDLER)
        if handler is None:
            handler = rules[_HANDLER] = handler_of(op)
        return handler(self, op, args, kwargs)

    def below(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        """Call a function at the level below."""
        if self._saved is not None:
            return super().below(fn, *args, **kwargs)
        enabled = thread.enabled
        stack = self._stack
        stack.pop()
        try:
            thread.enabled = self._enabled
            if stack:
                return fn(*args, **kwargs)
            return LEAVE.run(fn, *args, **kwargs)
        finally:
            thread.enabled = enabled
            stack.append(self)

    def at_level(self, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Let the kernels at Autograd handle a call."""
        is_used[:] = [True]
        mine = [self._tracked(value) for value in args]
        by_name = {name: self._tracked(value) for name, value in kwargs.items()}
        saved = self._saved, self._grad_mode
        self._saved, self._grad_mode = engine.get_state(), is_grad_enabled()
        try:
            return AT_LEVEL.run(_WITH_BIT.run, op, *mine, **by_name)
        finally:
            self._saved, self._grad_mode = saved

    def tangent(self, value: Any) -> Any:
        """The tangent inside of a value's tensors that belong to the level, or None."""
        if isinstance(value, Tensor):
            return inner_tangent(value, self)
        if type(value) in (list, tuple):
            found = [self.tangent(one) for one in value]
            return None if all(one is None for one in found) else found
        return None


def inner_tangent(tensor: Any, owner: GradInterpreter) -> Any:
    """The tangent of a level's tensor, as a tensor of the level below; None where it has none."""
    data = tensor._data
    if type(data) is not GradArray:
        return None
    if data.owner is not owner:
        return None if data.owner.is_running else inner_tangent(data.inner, owner)
    state = tensor._autograd
    found = None if state is None else state.tangent
    if found is None:
        if tensor._base is None:
            return None
        found = tangent_of(tensor)
        if found is None:
            return None
    data = found._data
    return data.inner if type(data) is GradArray and data.owner is owner else found


def dual(inner: Any, tangent: Any, owner: GradInterpreter) -> Any:
    """A tensor of the level from a tensor and a tangent of the level below."""
    made = track(inner, owner)
    if not _lies_like(tangent, inner):
        tangent = owner.below(laid_out, tangent, inner)  # views of the one are to be views of the other
    give(made, tangent, owner)
    return made


def _lies_like(tangent: Any, tensor: Any) -> bool:
    """Does a tangent lie in memory as its tensor does, and is it read so?"""
    if tangent.stride() != tensor.stride():
        return False
    return bool(tangent.is_conj() == tensor.is_conj() and tangent.is_neg() == tensor.is_neg())


def give(made: Any, tangent: Any, owner: GradInterpreter) -> None:
    """Give a tensor of the level a tangent of the level below."""
    state = made._autograd
    if state is None:
        is_counted = made._base is not None
        state = made._autograd = TensorState(None, 0, made._version if is_counted else 0)
    state.tangent = track(tangent, owner)
    made._is_dual = True


def spread_tangent(value: Any, owner: GradInterpreter) -> None:
    """Where a tensor is one for each example, and its tangent is shared by them, give each example its own.

    Before the tensor is written to or seen in a view: what is written may differ, and views keep to the same memory.
    """
    if not isinstance(value, Tensor):
        return
    data, state = value._data, value._autograd
    if type(data) is not GradArray or data.owner is not owner or state is None or state.tangent is None:
        return
    inner = data.inner
    if not isinstance(inner._data, WrappedArray) or not inner._data.holds_batch:
        return
    within = state.tangent._data
    tangent = within.inner if type(within) is GradArray and within.owner is owner else state.tangent
    if not _batches(inner) <= _batches(tangent):
        give(value, owner.below(_spread, tangent, inner), owner)


def _spread(tangent: Any, like: Any) -> Any:
    made = ops.aten.new_zeros.default(like, list(like.shape), dtype=tangent.dtype)
    return laid_out(made.copy_(tangent), like)


def _batches(tensor: Any) -> set[int]:
    """The levels at which a tensor is one for each example."""
    found, data = set(), tensor._data
    while isinstance(data, WrappedArray):
        if data.is_batch:
            found.add(data.level)
        data = data.inner._data
    return found


# ---- what a call does ----


def handler_of(op: Any) -> Handler:
    """What a call of an operator does at the level of a jvp.  See Note [A call inside jvp]."""
    entry: OperatorEntry = op._entry
    by_transform = entry.rules.get("py_impl", {}).get(TransformType.Jvp)
    if by_transform is not None:
        return lambda interpreter, op, args, kwargs: by_transform(interpreter, *args, **kwargs)
    if _has_program_kernel(entry):
        return JvpInterpreter.at_level
    forward: Forward | None = entry.rules.get("forward")
    if forward is not None:
        return _InPlace(op, forward) if forward.writes else _Plain(op, forward)
    composite = entry.kernels.get(DispatchKey.CompositeImplicitAutograd)
    if composite:
        fn: Any = composite[0].fn
        return lambda interpreter, op, args, kwargs: fn(*args, **kwargs)
    row = entry.row
    if row is None:
        return _transposed if find_rule(op, "autograd") is not None else _without_formula
    if row.name == "detach_":
        return _detach
    if row.rule("derivatives") is BY_PARTS:
        parts = row.rules["explicit"]
        return lambda interpreter, op, args, kwargs: parts(*args, **kwargs)
    if row.outs:
        return _refusing(f"{op._opname}_out", "it is an out= function")
    return _below if DispatchKey.Autograd not in entry.kernels or _passes(entry) else _refusing(op._opname)


_OWN: Final = "registered at wye/autograd/loading.py"


def _has_program_kernel(entry: OperatorEntry) -> bool:
    """Has a program registered a kernel at Autograd?"""
    for key, kernels in entry.kernels.items():
        if kernels and key.name.startswith("Autograd"):
            found = kernels[0]
            is_own = entry.row is not None and found.debug == _OWN
            if not is_own and found.fn is not None and not _is_recorder(found.fn):
                return True
    return False


def _is_recorder(fn: Any) -> bool:
    """Is it what `register_autograd` puts there?"""
    return str(getattr(fn, "__module__", "")).startswith(("wye.library.", "wye._hot", "wye._pure"))


def _passes(entry: OperatorEntry) -> bool:
    """Does autograd have nothing to do for an operator?"""
    return entry.kernels[DispatchKey.Autograd][0].fn is None


def _below(interpreter: JvpInterpreter, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    if writes(op):
        interpreter.refuse_captured(op, args, kwargs)
    return interpreter.leave(op, args, kwargs)


def _refusing(name: str, *why: str) -> Handler:
    """For an operator without a forward rule."""

    def refuse(interpreter: JvpInterpreter, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if thread.enabled and interpreter.tangent([*args, *kwargs.values()]) is not None:
            raise not_implemented(name, *why)
        return _below(interpreter, op, args, kwargs)

    return refuse


def _detach(interpreter: JvpInterpreter, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    result = _below(interpreter, op, args, kwargs)
    if result._autograd is not None:
        result._autograd.tangent = None
    return result


class _Plain:
    """A call of an operator that has a forward rule and writes to nothing."""

    __slots__ = ("_defaults", "_differentiable", "_forward", "_is_plain", "_is_view", "_names", "_shares")

    def __init__(self, op: Any, forward: Forward) -> None:
        self._forward, self._differentiable = forward, forward.differentiable
        self._names = [a.name for a in op.schema.arguments]
        self._defaults = list(forward.recipe.defaults)
        self._is_view: bool = op.is_view
        self._shares = self._is_view or bool(forward.writes)  # memory: so do the tangents
        returns = op.schema.returns
        is_one = len(returns) == 1 and str(returns[0].type) == "Tensor"
        self._is_plain = is_one and not (self._is_view or forward.writes or forward.recipe.rule.constant)
        self._is_plain = self._is_plain and forward.rule is not None

    def __call__(self, interpreter: JvpInterpreter, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if self._is_plain and not op._levels & FORWARD:
            self._tell_engine(op)
        if self._is_plain and not kwargs and interpreter._saved is None and thread.enabled:
            taken = self._taken_apart(interpreter, args)
            if taken is not None:
                return self._call_plain(interpreter, op, args, *taken)
        if self._shares:
            spread_tangent(args[0] if args else kwargs[self._names[0]], interpreter)
        tangents, follows = self._tangents(interpreter, args, kwargs)
        if not follows:
            return _below(interpreter, op, args, kwargs)
        self._forward.check()
        seen: list[Any] = []
        plain = [interpreter._inner(value, seen) for value in args]
        by_name = {name: interpreter._inner(value, seen) for name, value in kwargs.items()} if kwargs else kwargs
        return self._finish(interpreter, op, plain, by_name, tangents, seen)

    def _tell_engine(self, op: Any) -> None:
        """Let the engine do what `_call_plain` does."""
        forward = self._forward
        how = {"joint": 0, "linear": 1}.get(forward.rule if isinstance(forward.rule, str) else "", 2)
        bits = sum(1 << number for number in self._differentiable)
        op._forward = engine.forward_rule(how, bits, tuple(self._defaults), forward.tangents, self._own)
        if op._forward is not None:
            engine.configure_entries(*[None] * 7, ops.aten.zeros_like.default)
            op._levels |= FORWARD

    def _taken_apart(self, interpreter: JvpInterpreter, args: tuple[Any, ...]) -> tuple[list[Any], list[Any]] | None:
        """The tensors inside, and the tangents inside; None: there are none, or something is unusual."""
        plain: list[Any] = []
        tangents: list[Any] = [None] * len(self._names)
        follows = False
        for number, value in enumerate(args):
            if type(value) is Tensor:
                data: Any = value._data
                if type(data) is GradArray:
                    if data.owner is not interpreter or value._base is not None:
                        return None
                    plain.append(data.inner)
                    state = value._autograd
                    if state is not None and state.tangent is not None and number in self._differentiable:
                        inside = state.tangent._data
                        tangents[number], follows = inside.inner, True
                        if type(inside) is not GradArray or inside.owner is not interpreter:
                            return None
                    continue
            elif isinstance(value, (list, tuple, Tensor)):
                return None
            plain.append(value)
        return (plain, tangents) if follows else None

    def _call_plain(
        self, interpreter: JvpInterpreter, op: Any, args: tuple[Any, ...], plain: list[Any], tangents: list[Any]
    ) -> Any:
        """A call without views whose result is one tensor: what follows below does the same in general."""
        self._forward.check()
        result, tangent = interpreter.below(self._compute, op, plain, tangents)
        for value, inner in zip(args, plain, strict=True):
            if inner is result and value is not inner:
                return value
        made = engine.wrap_at(result, interpreter, 0)
        if tangent is not None:
            state = made._autograd = TensorState(None, 0, 0)
            state.tangent = engine.wrap_at(tangent, interpreter, 0)
            made._is_dual = True
        return made

    def _compute(self, op: Any, plain: list[Any], tangents: list[Any]) -> tuple[Any, Any]:
        """At the level below: the result, and its tangent."""
        result = op(*plain)
        found = self._forward.tangents(plain + self._defaults[len(plain) :], tangents, (result,))
        tangent = found[0] if found else None
        if tangent is None or not (result.is_floating_point() or result.is_complex()):
            return result, None
        return result, self._own(result, tangent, tangents)

    def _finish(
        self,
        interpreter: JvpInterpreter,
        op: Any,
        plain: list[Any],
        by_name: dict[str, Any],
        tangents: list[Any],
        seen: list[Any],
    ) -> Any:
        result, found = interpreter.below(self._run, op, plain, by_name, tangents)
        if isinstance(result, Tensor):
            return self._wrapped(interpreter, op, result, found.get(id(result)), seen)
        made = [
            self._wrapped(interpreter, op, one, found.get(id(one)), seen) if isinstance(one, Tensor) else one
            for one in result
        ]
        if self._is_view:
            for one in made:
                one._made |= engine.MADE_WITH_OTHERS
        return made if type(result) is list else tuple(made)

    def _tangents(
        self, interpreter: JvpInterpreter, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[list[Any], bool]:
        """The tangents of all arguments, in the schema's order, and whether there is one."""
        if not thread.enabled:
            return [], False
        made: list[Any] = [None] * len(self._names)
        follows = False
        for number in self._differentiable:
            value = args[number] if number < len(args) else kwargs.get(self._names[number])
            if value is not None:
                found = interpreter.tangent(value)
                if found is not None:
                    made[number], follows = found, True
        return made, follows

    def _values(self, plain: list[Any], by_name: dict[str, Any]) -> list[Any]:
        given = len(plain)
        if not by_name:
            return plain + self._defaults[given:]
        rest = zip(self._names[given:], self._defaults[given:], strict=True)
        return plain + [by_name.get(name, default) for name, default in rest]

    def _run(self, op: Any, plain: list[Any], by_name: dict[str, Any], tangents: list[Any]) -> tuple[Any, Any]:
        """At the level below: the result, and by the identity of its tensors their tangents."""
        result = op(*plain, **by_name) if by_name else op(*plain)
        results = (result,) if isinstance(result, Tensor) else listed(result)
        forward = self._forward
        found = forward.tangents(self._values(plain, by_name), tangents, results)
        return result, {id(one): self._own(one, t, tangents) for one, t in forward.pairs(results, found)}

    def _own(self, result: Any, tangent: Any, before: Sequence[Any]) -> Any:
        """A tangent that lies in memory as its tensor does; shared only with tangents of views. See Note [Tangents]."""
        if tangent.shape != result.shape or tangent.dtype is not result.dtype:
            tangent = fitted(tangent, result)
        if not self._is_view and (tangent._base is not None or any(tangent is one for one in before)):
            tangent = ops.aten.clone.default(tangent)
        return tangent if _lies_like(tangent, result) else laid_out(tangent, result)

    def _wrapped(self, interpreter: JvpInterpreter, op: Any, result: Any, tangent: Any, seen: list[Any]) -> Any:
        made = interpreter._outer(op, result, seen)
        if tangent is not None and not (made._autograd is not None and made._autograd.tangent is not None):
            give(made, tangent, interpreter)
        return made


class _InPlace(_Plain):
    """A call of an operator that has a forward rule and writes to its first argument."""

    __slots__ = ("_moves",)

    def __init__(self, op: Any, forward: Forward) -> None:
        super().__init__(op, forward)
        self._moves = "inplace_view" in op._entry.row.tags if op._entry.row is not None else False

    def __call__(self, interpreter: JvpInterpreter, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        interpreter.refuse_captured(op, args, kwargs)
        if self._moves:  # the caller's tensor keeps its shape
            data = args[0]._data
            data.inner = interpreter.below(ops.aten.alias.default, data.inner)
        result = super().__call__(interpreter, op, args, kwargs)
        written = args[0] if args else kwargs[self._names[0]]
        written._bump_version()  # of the wrapper: the tensor inside has counted the write already
        return result

    def _finish(
        self,
        interpreter: JvpInterpreter,
        op: Any,
        plain: list[Any],
        by_name: dict[str, Any],
        tangents: list[Any],
        seen: list[Any],
    ) -> Any:
        first = plain[0] if plain else by_name[self._names[0]]
        target = next(one for one in seen if one._data.inner is first)
        found = interpreter.below(self._write, op, plain, by_name, tangents)
        if found is not None:
            write_tangent(target, track(found, interpreter))
        return target

    def _write(self, op: Any, plain: list[Any], by_name: dict[str, Any], tangents: list[Any]) -> Any:
        """At the level below: write, and give the new tangent."""
        forward = self._forward
        before = forward.before(self._values(plain, by_name))
        tangents = forward.kept(before, tangents)
        result = op(*plain, **by_name)
        found = forward.tangents(before, tangents, [result])
        return None if not found or found[0] is None else fitted(found[0], result)


# ---- custom operators ----


def _without_formula(interpreter: JvpInterpreter, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    if not thread.enabled or interpreter.tangent([*args, *kwargs.values()]) is None:
        return _below(interpreter, op, args, kwargs)
    if not any(r.type.has_tensors for r in op.schema.returns):
        return _below(interpreter, op, args, kwargs)
    raise not_implemented(str(op), "no autograd formula was registered; use register_autograd to add one")


def _transposed(interpreter: JvpInterpreter, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    from wye.transforms.transposed import call_transposed  # here: it imports what this module is a part of

    return call_transposed(interpreter, op, args, kwargs)


def _forget(entry: OperatorEntry) -> None:
    entry.rules.pop(_HANDLER, None)
    entry.op._levels = 0


engine.configure_jvp(JvpInterpreter, thread)
watch("autograd", _forget)
