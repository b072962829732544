"""Operators that write: another operator computes, and the values are replaced where the write would have gone.

Hot path under functionalization.  `write_with` makes the handler of an operator; one that writes in place to its first
argument alone gets a short one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.aten.outputs import Output, check_dtype, outputs_of
from wye.functionalization.values import Values, wrapped
from wye.functionalization.wrapper import commit, regenerate, replace, sync
from wye.keys import DispatchKey
from wye.schema.queries import is_tensorlist_like_type

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.functionalization.wrapper import FunctionalArray, Owner

    Handler = Callable[[Owner, Any, tuple[Any, ...], dict[str, Any]], Any]

__all__ = ["refuse_plain", "write", "write_with"]

_TensorBase: Final = engine.TensorBase
_is_grad_enabled: Final = engine.is_grad_enabled
WRITE: Final = 3  # what C does with writes in place, and with calls with `out`: see `handlers`
OUT: Final = 5


def write(data: FunctionalArray, value: Any) -> None:
    """Store a value in a functional tensor, as its base and all views see from then on.  Runs below its layer."""
    replace(data, value)
    commit(data)
    regenerate(data)


def refuse_plain(op: Any) -> RuntimeError:
    """The error for a write of functional values to a tensor that is not functional."""
    return RuntimeError(
        f"{op.name()}: mutating a non-functional tensor with a functional tensor is not allowed. Please ensure that "
        "all of your inputs are wrapped inside of a functionalize() call: what the function captures and writes to "
        "must be an argument of it."
    )


def _in_order_of_results(schema: Any) -> list[tuple[int, Any]]:
    """The arguments that are written to, with their places: first those that are returned, in that order.

    So do functional forms return them: what the operator returns, then what else it would have written.
    """
    writes = [(at, a) for at, a in enumerate(schema.arguments) if a.alias_info is not None and a.alias_info.is_write]
    order = [one.alias_info.before_set for one in schema.returns if one.alias_info is not None]

    def place(pair: tuple[int, Any]) -> int:
        mine = pair[1].alias_info.before_set
        return next((at for at, names in enumerate(order) if names & mine), len(order))

    return sorted(writes, key=place)


_TOLD: Final = (Output.COMPUTED, Output.FLOATING)


class _Writes:
    """Where an operator's arguments that it writes to stand, and what it returns besides."""

    __slots__ = (
        "by_name", "first_new", "in_list", "is_composite", "is_out", "names", "op", "outputs", "outs", "places",
        "returned",
    )  # fmt: skip

    def __init__(self, op: Any, functional: Any, by_name: bool) -> None:
        schema, row = op.schema, op._entry.row
        writes = _in_order_of_results(schema)
        self.op, self.by_name = functional, by_name
        self.is_composite = DispatchKey.CompositeImplicitAutograd in functional._entry.kernels
        self.outs: tuple[str, ...] = row.outs if row is not None else ()
        self.places = [at for at, _ in writes]
        self.names = [a.name for _, a in writes]
        self.in_list = [is_tensorlist_like_type(a.type) for _, a in writes]
        self.is_out = bool(row is not None and row.outs)
        self.returned = len([one for one in schema.returns if one.alias_info is not None])
        self.first_new = len(schema.returns) - self.returned
        self.outputs = outputs_of(row) if row is not None and row.functional is not None else None

    @property
    def is_in_place(self) -> bool:
        """Does it write to its first argument alone, and return it, and does one operator compute the value?"""
        return (
            self.places == [0] and not self.is_out and not any(self.in_list) and not self.by_name
            and not self.is_composite and self.returned == 1 and self.first_new == 0 and not self.wants_dtype
        )  # fmt: skip

    @property
    def is_one_output(self) -> bool:
        """Does it store one result, in the argument ``out``, and does one operator compute the value?"""
        return (
            self.is_out and self.names == ["out"] and not any(self.in_list) and not self.by_name
            and not self.is_composite and self.returned == 1 and self.first_new == 0
            and self.outputs is not None and "dtype" not in self.outputs.missing
        )  # fmt: skip

    @property
    def wants_dtype(self) -> bool:
        """May the functional operator have to be told the dtype of what is written to?"""
        outputs = self.outputs
        return outputs is not None and ("dtype" in outputs.missing or outputs.rule in _TOLD)

    def targets(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
        """What is written to, lists included; None where an optional argument is left out."""
        return [
            args[at] if at < len(args) else kwargs.get(name) for at, name in zip(self.places, self.names, strict=True)
        ]

    def call(self, values: Values, first: FunctionalArray, arguments: Sequence[Any]) -> Any:
        """What the functional operator computes."""
        kwargs = values.kwargs
        if self.is_out:
            kwargs = {name: value for name, value in kwargs.items() if name not in self.outs}
        if self.outputs is not None:
            operand = values.args[0]._data if values.args and isinstance(values.args[0], _TensorBase) else None
            target = first.inner._data
            same = operand is not None and operand.dtype == target.dtype and target.dtype.kind not in "biu"
            if not same or "dtype" in self.outputs.missing:  # else the result has this dtype anyway
                kwargs = self.outputs.with_dtype(kwargs, target, operand)
        if not self.by_name:
            return self.op(*values.args, **kwargs)
        given = {a.name: value for a, value in zip(arguments, values.args, strict=False)}
        return self.op(**given, **kwargs)

    def call_parts(self, owner: Owner, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """What the functional operator computes in this layer, so that its parts are functionalized one by one."""
        given = {name: value for name, value in kwargs.items() if name not in self.outs}
        return Values(owner, [self.op(*args, **given)], {}).args[0]

    def check(self, value: Any, target: FunctionalArray) -> None:
        """Refuse a value that the operator would not store there."""
        if not self.is_out and tuple(value.shape) != tuple(target.shape):
            raise RuntimeError(
                f"output with shape {list(target.shape)} doesn't match the broadcast shape {list(value.shape)}"
            )
        if self.outputs is not None and value._data.dtype != target.dtype:
            check_dtype(value._data, target, self.outputs, target)


def write_with(op: Any, functional: Any, by_name: bool = False) -> Handler:
    """The handler of an operator that writes: another one computes the values."""
    writes = _Writes(op, functional, by_name)
    general = _general(op, writes)
    if writes.is_one_output:
        general.in_c = (OUT, functional, _storing(writes))  # type: ignore[attr-defined]
    return _in_place(writes, general) if writes.is_in_place else general


def _general(op: Any, writes: _Writes) -> Handler:
    """For any operator that writes."""
    arguments = op.schema.arguments

    def run(owner: Owner, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        given = writes.targets(args, kwargs)
        targets = [owner.find(one) for one in _spread(given)]
        values = Values(owner, args, kwargs)
        if None in targets or not targets:
            if values.has_functional and targets:
                raise refuse_plain(op)
            return owner.below(op, *args, **kwargs)
        found: list[Any] = targets
        computed = writes.call_parts(owner, args, kwargs) if writes.is_composite else None

        def compute() -> Any:
            result = writes.call(values, found[0], arguments) if computed is None else computed
            results = list(result) if isinstance(result, (list, tuple)) else [result]
            new = results[writes.first_new :]
            if any(writes.in_list) and len(new) == len(given):
                new = list(_spread(new))
            for target, value in zip(found, new, strict=True):
                writes.check(value, target)
            for target, value in zip(found, new, strict=True):
                write(target, value)
            return results[: writes.first_new]

        first = owner.below(compute)
        if writes.returned:
            return given[0] if writes.returned == 1 else tuple(given[: writes.returned])
        made = [wrapped(owner, one) for one in first]
        return made[0] if len(made) == 1 else tuple(made) or None

    return run


def _storing(writes: _Writes) -> Callable[[FunctionalArray, Any], None]:
    """A function that stores what an operator writes in place; it runs below the layer."""

    def store(data: FunctionalArray, value: Any) -> None:
        inner = data.inner
        if value.dtype is not inner.dtype or value.shape != inner.shape:
            writes.check(value, data)
            write(data, value)
            return
        storage, views = data.storage, data.views
        if len(views) > 1 or storage.updates or storage.is_frozen:
            write(data, value)
            return
        if views:
            step = views[0]
            storage.base = step.inverse(storage.base, value)
            data.inner = step.forward(storage.base)
        else:
            data.inner = storage.base = value  # the base itself: nothing to replay
        storage.mutations += 1
        if not _is_grad_enabled():
            storage.without_grad += 1
        storage.generation += 1
        data.generation = storage.generation

    return store


def _in_place(writes: _Writes, general: Handler) -> Handler:
    """For an operator that writes to its first argument alone: what `_general` does, with fewer questions."""
    functional, store = writes.op, _storing(writes)

    def compute(data: FunctionalArray, args: list[Any]) -> None:
        store(data, functional(*args))

    def run(owner: Owner, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        find = owner.find
        target = find(args[0]) if args else None
        if target is None or kwargs:
            return general(owner, op, args, kwargs)
        values = []
        for value in args:
            if isinstance(value, _TensorBase):
                data = find(value)
                if data is not None:
                    value = data.inner if data.generation == data.storage.generation else sync(data)  # noqa: PLW2901
            elif type(value) is list or type(value) is tuple:
                return general(owner, op, args, kwargs)
            values.append(value)
        owner.below(compute, target, values)
        return args[0]

    run.in_c = (WRITE, functional, store)  # type: ignore[attr-defined]
    return run


def _spread(values: Sequence[Any]) -> Any:
    for value in values:
        if isinstance(value, (list, tuple)):
            yield from value
        elif value is not None:
            yield value
