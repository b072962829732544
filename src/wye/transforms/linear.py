"""`linearize`: a function's value, and its derivative at a point as a function of directions.

The function runs once, as in `jvp`.  What its forward rules compute from the tangents is recorded on a tape and played
for each direction; what does not depend on them is computed once.  Cold path but for the playing.
"""

# Note [The tape of linearize]
# The tape is a level of the stack of transforms, below that of the tangents: it sees each operator that the function
# and its forward rules call, and leaves tensors as they are.  A step is kept if a tensor that it takes or makes lies in
# memory that depends on the tangents; a write to other memory makes it depend on them, so that the steps that made it
# are kept, too.  Before a call writes to memory, what earlier steps read there is copied: played, a step finds the
# values that it had.  Played, a step takes new tensors where its own depended on the tangents, and makes others.
# Broken by: a forward rule that reads elements of a tangent.
# Guarded by: tests/unit/transforms/test_linear.py

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.autograd.forward_mode import laid_out
from wye.call.packets import ops
from wye.call.py_impl import TransformType
from wye.pytree import tree_flatten, tree_unflatten
from wye.tensors import Tensor
from wye.transforms.interpreters import ENTER, Interpreter, lowered, stack_of_thread
from wye.transforms.tangent_level import dual
from wye.transforms.tangents import level_of_tangents, taken_apart

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["linearize"]

aten: Any = ops.aten


class _Place:
    """Stands for a tensor that depends on the tangents: the number that it has on the tape."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number


class _Step:
    """One call of an operator, as it was."""

    __slots__ = ("args", "kwargs", "op", "read", "result")

    def __init__(self, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any], result: Any) -> None:
        self.op, self.args, self.kwargs, self.result = op, args, kwargs, result
        self.read: dict[int, Any] = {}  # by identity: copies of arguments that were written to later

    def inputs(self) -> list[Any]:
        """What it took."""
        return _tensors([*self.args, *self.kwargs.values()])

    def tensors(self) -> list[Any]:
        """What it took and made."""
        return _tensors([*self.args, *self.kwargs.values(), self.result])


def _tensors(value: Any) -> list[Any]:
    if isinstance(value, (list, tuple)):
        return [one for item in value for one in _tensors(item)]
    return [value] if isinstance(value, Tensor) else []


class TapeInterpreter(Interpreter):
    """The level that records calls.  See Note [The tape of linearize]."""

    __slots__ = ("_readers", "steps")
    kind = TransformType.Torch

    def __init__(self, stack: list[Interpreter]) -> None:
        self._stack = stack
        self._level = len(stack) + 1
        self._readers: dict[int, list[_Step]] = {}  # of each storage, since it was last written to
        self.steps: list[_Step] = []

    def process(self, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Call the operator below, and remember the call."""
        written = _written(op, args, kwargs)
        if written:
            lowered(self._keep_readings, written)
        result = lowered(op, *args, **kwargs)
        step = _Step(op, args, kwargs, result)
        self.steps.append(step)
        changed = {id(one) for one in written}
        for one in step.inputs():
            if id(one) not in changed:
                self._readers.setdefault(id(one._storage), []).append(step)
        return result

    def _keep_readings(self, written: Sequence[Any]) -> None:
        """Copy for earlier steps what they have read in memory that is about to change."""
        copies: dict[int, Any] = {}
        for storage in {id(one._storage) for one in written}:
            for step in self._readers.pop(storage, ()):
                for one in step.inputs():
                    if id(one._storage) == storage:
                        if id(one) not in copies:
                            copies[id(one)] = aten.clone.default(one)
                        step.read.setdefault(id(one), copies[id(one)])


_NOTHING: Final[dict[int, Any]] = {}


class _Tape:
    """The steps that depend on tangents, to be played with others."""

    __slots__ = ("_outputs", "_places", "_steps", "_writes")

    def __init__(self, steps: Sequence[_Step], inputs: Sequence[Any], outputs: Sequence[Any]) -> None:
        memories = {id(one._storage) for one in inputs}
        known: dict[int, _Place] = {id(one): _Place(number) for number, one in enumerate(inputs)}
        self._places = known
        self._writes = False
        kept: list[_Step] = []
        count = -1
        while count != len(memories):  # a write may make earlier steps depend on the tangents
            count = len(memories)
            kept = [step for step in steps if _depends(step, memories)]
        made = []
        for step in kept:
            self._writes |= step.op.schema.is_mutable
            args = self._placed(step.args, step.read)
            kwargs = {name: self._placed(value, step.read) for name, value in step.kwargs.items()}
            for one in _tensors(step.result):
                if id(one) not in known:
                    known[id(one)] = _Place(len(known))
            made.append((step.op, args, kwargs, self._placed(step.result)))
        self._steps = made
        self._outputs = [self._placed(one) for one in outputs]
        self._places = {}  # identities mean nothing once the tensors are gone

    def _placed(self, value: Any, read: dict[int, Any] = _NOTHING) -> Any:
        if isinstance(value, (list, tuple)):
            return [self._placed(item, read) for item in value]
        if not isinstance(value, Tensor):
            return value
        place = self._places.get(id(value))
        return read.get(id(value), value) if place is None else place

    def play(self, inputs: Sequence[Any]) -> list[Any]:
        """What the outputs are for other inputs; None where they have no tangent."""
        values: dict[int, Any] = {
            number: aten.clone.default(one) if self._writes else one for number, one in enumerate(inputs)
        }

        def found(value: Any) -> Any:
            if type(value) is list:
                return [found(item) for item in value]
            return values[value.number] if type(value) is _Place else value

        for op, args, kwargs, places in self._steps:
            result = op(*found(args), **{name: found(value) for name, value in kwargs.items()})
            _store(places, result, values)
        return [found(one) for one in self._outputs]


def _depends(step: _Step, memories: set[int]) -> bool:
    tensors = step.tensors()
    if not any(id(one._storage) in memories for one in tensors):
        return False
    memories.update(id(one._storage) for one in _tensors(step.result))
    memories.update(id(one._storage) for one in _written(step.op, step.args, step.kwargs))
    return True


def _written(op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
    """The tensors that a call writes to."""
    if not op.schema.is_mutable:
        return []
    found = []
    for place, argument in enumerate(op.schema.arguments):
        if argument.alias_info is not None and argument.alias_info.is_write:
            found += _tensors([args[place] if place < len(args) else kwargs.get(argument.name)])
    return found


def _store(places: Any, result: Any, values: dict[int, Any]) -> None:
    if type(places) is _Place:
        values[places.number] = result
    elif type(places) is list:
        for place, one in zip(places, result, strict=True):
            _store(place, one, values)


def linearize(func: Callable[..., Any], *primals: Any) -> tuple[Any, Callable[..., Any]]:
    """A function's value, and the function that maps directions of its inputs to derivatives of its outputs.

    The function runs once; each call of the second one computes only what depends on the direction.

    Args:
        func: Takes ``primals``, and returns a tensor or a tree of them.
        primals: Tensors, or trees of them.

    Returns:
        ``(outputs, jvp_fn)``; ``jvp_fn`` takes tangents of the structure, shapes and dtypes of ``primals``.

    Raises:
        ValueError: a primal's elements are no floating point numbers.

    Example:
        >>> import wye
        >>> value, derivative = wye.func.linearize(wye.sin, wye.zeros(2))
        >>> derivative(wye.tensor([1.0, 2.0]))
        tensor([1., 2.])
    """
    flat, spec = tree_flatten(primals)
    for x in flat:
        if not (x.dtype.is_floating_point or x.dtype.is_complex):
            raise ValueError(f"Expected primal to be floating point or complex, but got: {x.dtype}")
    stack = stack_of_thread()
    tape = TapeInterpreter(stack)
    starts = [laid_out(aten.zeros.default(list(x.shape), dtype=x.dtype, device=x.device), x) for x in flat]
    stack.append(tape)
    try:
        with ENTER, level_of_tangents() as level:
            duals = [dual(x, start, level) for x, start in zip(flat, starts, strict=True)]
            outputs, out_spec = tree_flatten(func(*tree_unflatten(duals, spec)))
            pairs = [taken_apart(x, level) if isinstance(x, Tensor) else (x, None) for x in outputs]
    finally:
        stack.pop()
    played = _Tape(tape.steps, starts, [tangent for _, tangent in pairs])
    values = [value for value, _ in pairs]

    def jvp_fn(*tangents: Any) -> Any:
        """The derivatives of the outputs in a direction."""
        directions, own = tree_flatten(tangents)
        if own != spec:
            raise RuntimeError(f"Expected the tangents {own} to have the same argspec as the primals {spec}")
        for number, (direction, x) in enumerate(zip(directions, flat, strict=True)):
            _check(number, direction, x)
        found = played.play(directions)
        made = [_shown(one, value) for one, value in zip(found, values, strict=True)]
        return tree_unflatten(made, out_spec)

    return tree_unflatten(values, out_spec), jvp_fn


def _shown(tangent: Any, value: Any) -> Any:
    return aten.zeros_like.default(value) if tangent is None and isinstance(value, Tensor) else tangent


def _check(number: int, tangent: Any, primal: Any) -> None:
    for what in ("shape", "device", "dtype"):
        found, wanted = getattr(tangent, what), getattr(primal, what)
        if found != wanted:
            raise RuntimeError(
                f"tangent:{number} with {what} {found} in flattened pytree doesn't match the {what} {wanted} of the "
                "corresponding primal."
            )
