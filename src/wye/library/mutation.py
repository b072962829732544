"""Did a call do what its schema says: write to these arguments and no others, return fresh tensors?

Cold path: checks of operators.  In: arguments before a call, results after it.  Out: nothing, or an error.
See Note [Writes that change nothing].
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.errors import AliasError
from wye.schema.queries import is_tensor_like_type, is_tensorlist_like_type, pair_with_values

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from wye.call import OpOverload
    from wye.pytree import TreeSpec
    from wye.schema.model import AliasInfo, Argument

__all__ = ["CallWatch", "MutationChecker", "Snapshot", "check_fresh", "is_wrong_write"]

# Note [Writes that change nothing]
# Comparing an argument before and after a call does not find a write of equal values, such as `x.mul_(1)` on a sample
# of ones.  So during a watched call the arrays of arguments that it must not write to are read-only, and NumPy raises
# where the kernel writes, whatever it writes.  Arguments that may share memory with a result or with an argument that
# is written to are left alone: a view made of a read-only array would stay read-only.
# A kernel may also fail because the array is read-only though it only reads (a buffer taken as writable).  So after any
# error that NumPy's own words do not explain, the call runs once more without the protection, and that one counts.
# Broken by: an array whose flag cannot be set back.  `_can_protect` leaves such arrays alone.
# Guarded by: tests/unit/library/test_mutation.py


class Snapshot:
    """What a tensor showed at one moment: its elements as bytes, sizes, strides, and memory.

    A tensor without data (on the meta device, fake) has no bytes: only changes of sizes and strides are seen.
    One that holds others shows what they show.
    """

    __slots__ = ("_bytes", "_geometry")

    def __init__(self, tensor: Any) -> None:
        self._bytes, self._geometry = _bytes(tensor), _geometry(tensor)

    def is_changed(self, tensor: Any) -> bool:
        """Does the tensor show something else now?"""
        return self._geometry != _geometry(tensor) or self.has_other_elements(tensor)

    def has_other_elements(self, tensor: Any) -> bool:
        """Are its elements others now?"""
        return self._bytes != _bytes(tensor)


def _held(tensor: Any) -> list[Any]:
    """The tensors whose memory a tensor shows: those inside, of one that handles its calls by them.

    They are in its attribute ``elem``, or those that ``__tensor_flatten__`` names.
    """
    if not getattr(tensor, "_handles_calls", False):
        return [tensor]
    names = tensor.__tensor_flatten__()[0] if hasattr(tensor, "__tensor_flatten__") else ("elem",)
    inside = [getattr(tensor, name, None) for name in names]
    return [held for one in inside if hasattr(one, "_keys") for held in _held(one)] or [tensor]


def _bytes(tensor: Any) -> tuple[bytes | None, ...]:
    arrays: list[Any] = [getattr(one, "_data", None) for one in _held(tensor)]
    return tuple(bytes(array.tobytes()) if hasattr(array, "tobytes") else None for array in arrays)


def _geometry(tensor: Any) -> tuple[Any, ...]:
    return tuple(tensor.shape), tuple(tensor.stride())


def _tensors(value: Any) -> list[Any]:
    """The tensors of an argument or a result."""
    items = value if isinstance(value, (list, tuple)) else (value,)
    return [item for item in items if hasattr(item, "_keys") and hasattr(item, "shape")]


def _share(ones: Sequence[Any], others: Sequence[Any]) -> bool:
    inside, those = ([held for one in values for held in _held(one)] for values in (ones, others))
    return any(one is other or engine.shares_memory(one, other) for one in inside for other in those)


def is_wrong_write(error: BaseException) -> bool:
    """Is it NumPy's error for a write to a read-only array?"""
    text = str(error)
    return isinstance(error, ValueError) and "read-only" in text and not text.startswith("buffer source")


def _sets(alias: AliasInfo | None) -> frozenset[str]:
    """The alias sets of a value, those of a list's elements included."""
    return frozenset() if alias is None else alias.all_sets


def _fault(message: str, *fix: str) -> RuntimeError:
    error = RuntimeError(message)
    for line in fix:
        error.add_note(f"  {line}")
    return error


class CallWatch:
    """Watches one call: which arguments it writes to, and which results share memory with arguments.

    Args:
        op: The operator that is called.
        args: Its arguments by place.
        kwargs: Its arguments by name.
        undeclared: Names of arguments that it may write to, or share memory with, though its schema does not say so.

    Attributes:
        written: After `finish`: the names of arguments that show something else than before.
        shared: After `finish`: names of arguments, and numbers of results that share memory with them.
    """

    def __init__(
        self, op: OpOverload, args: tuple[Any, ...], kwargs: dict[str, Any], undeclared: Collection[str] = ()
    ) -> None:
        self._op, self._undeclared = op, undeclared
        given = [(argument, _tensors(value)) for argument, value in pair_with_values(op.schema, args, kwargs)]
        self._given: list[tuple[Argument, list[Any]]] = [(argument, found) for argument, found in given if found]
        self._before = [[Snapshot(tensor) for tensor in tensors] for _, tensors in self._given]
        self._partners = [self._sharing(i) for i in range(len(self._given))]
        self.written: list[str] = []
        self.shared: list[tuple[str, int]] = []

    def _sharing(self, i: int) -> list[int]:
        """The arguments that share memory with this one, itself included."""
        return [k for k, (_, values) in enumerate(self._given) if k == i or _share(self._given[i][1], values)]

    def run(self, call: Callable[[], Any]) -> Any:
        """Make the call, with the arguments protected that it must not write to.

        Raises:
            RuntimeError: it writes to one of them.
        """
        guarded = [i for i in range(len(self._given)) if self._is_protected(i)]
        if not guarded:
            return call()
        try:
            return self._run_protected(call, guarded)
        except ValueError as error:
            if is_wrong_write(error):
                raise self._wrong_write(self._find_written(call, guarded)) from error
        except Exception:  # noqa: BLE001 - whatever it is: is the protection its reason?
            pass
        return call()

    def finish(self, result: Any) -> None:
        """Look at the arguments and results after the call.

        Raises:
            RuntimeError: the call did what its schema does not say.
        """
        count = len(self._op.schema.returns)
        results = list(result) if count > 1 and isinstance(result, (tuple, list)) else [result] * min(count, 1)
        tensors = [_tensors(value) for value in results]
        for i in range(len(self._given)):
            if self._declares_write(i):  # it may have got the memory of another one: `set_`
                for k in self._sharing(i):
                    self._partners[k].append(i)
        for i in range(len(self._given)):
            self._check_argument(i, results, tensors)
        for one, other in combinations(range(len(tensors)), 2):
            if _share(tensors[one], tensors[other]) and not self._may_share_outputs(one, other):
                raise _fault(f"Outputs {one} and {other} alias unexpectedly", "return a clone of one of them")
        for place, found in enumerate(tensors):
            self._check_list(place, found)

    def _check_argument(self, i: int, results: list[Any], tensors: list[list[Any]]) -> None:
        argument, values = self._given[i]
        name = argument.name
        for j, found in enumerate(tensors):
            if not _share(found, values) or name in self._undeclared:
                continue
            if not self._may_share(j, i):
                raise _fault(
                    f"Argument {_shown(name)} is not defined to alias output but was aliasing",
                    f"return a clone of it: {name}.clone(),",
                    f"or declare the alias in the schema: Tensor(a) {name}, and Tensor(a) for output {j}",
                )
            self.shared.append((name, j))
            if results[j] is values[0] and not self._may_write(i) and not self._is_built_in():
                raise _fault(
                    "Dispatcher operators below autograd are not allowed to directly return inputs.\n"
                    f"However, we found that `outputs[{j}] is {_shown(name)}",
                    f"return a view of it: {name}.view_as({name})",
                )
        changed = any(old.is_changed(new) for old, new in zip(self._before[i], values, strict=True))
        if changed and not self._may_write(i):
            raise self._wrong_write(i)
        if changed:
            self.written.append(name)

    def _check_list(self, place: int, found: list[Any]) -> None:
        """Raise if two tensors of one returned list share memory, and the schema does not say that they are views."""
        if _sets(self._op.schema.returns[place].alias_info) or self._undeclared:
            return
        for one, other in combinations(range(len(found)), 2):
            if _share(found[one : one + 1], [found[other]]):
                raise _fault(
                    f"Elements {one} and {other} of output {place} alias unexpectedly", "return a clone of one of them"
                )

    def _wrong_write(self, i: int) -> RuntimeError:
        name = self._given[i][0].name
        return _fault(
            f"Argument {_shown(name)} is not defined as mutable but was mutated",
            f"declare the write: Tensor(a!) {name} in the schema, or mutates_args={{{name!r}}} for custom_op,",
            f"or write to a copy: {name} = {name}.clone()",
        )

    def _is_built_in(self) -> bool:
        return self._op.namespace in _BUILT_IN

    def _declares_write(self, i: int) -> bool:
        argument = self._given[i][0]
        return argument.is_write or argument.name in self._undeclared

    def _may_write(self, i: int) -> bool:
        return any(self._declares_write(k) for k in self._partners[i])

    def _may_share(self, j: int, i: int) -> bool:
        returned = _sets(self._op.schema.returns[j].alias_info)
        return any(returned & _sets(self._given[k][0].alias_info) for k in self._partners[i])

    def _may_share_outputs(self, one: int, other: int) -> bool:
        returns = self._op.schema.returns
        if _sets(returns[one].alias_info) & _sets(returns[other].alias_info):
            return True
        return any(self._may_share(one, i) and self._may_share(other, i) for i in range(len(self._given)))

    def _is_protected(self, i: int) -> bool:
        if self._may_write(i) or any(_sets(self._given[k][0].alias_info) for k in self._partners[i]):
            return False
        return any(map(_can_protect, self._given[i][1]))

    def _run_protected(self, call: Callable[[], Any], guarded: Iterable[int]) -> Any:
        arrays = [tensor._data for i in guarded for tensor in self._given[i][1] if _can_protect(tensor)]
        arrays = list({id(array): array for array in arrays}.values())
        for array in arrays:
            array.setflags(write=False)
        try:
            return call()
        finally:
            for array in sorted(arrays, key=_depth):  # an array can be writable again after the one that it views
                array.setflags(write=True)

    def _find_written(self, call: Callable[[], Any], guarded: Sequence[int]) -> int:
        """Which of them does the call write to?  It is made again, with one at a time protected."""
        for i in guarded[:-1]:
            try:
                self._run_protected(call, (i,))
            except Exception as error:  # noqa: BLE001 - only NumPy's refusal tells something
                if is_wrong_write(error):
                    return i
        return guarded[-1]


_BUILT_IN: Final = ("aten", "prim", "prims")


def _shown(name: str) -> str:
    """PyTorch's functions call the first argument ``input``."""
    return "input" if name == "self" else name


def _depth(array: Any) -> int:
    depth, base = 0, array.base
    while base is not None:
        depth, base = depth + 1, getattr(base, "base", None)
    return depth


def _can_protect(tensor: Any) -> bool:
    """Is its data an array that can be read-only for a while?"""
    data: Any = getattr(tensor, "_data", None)
    if not hasattr(data, "setflags") or not data.flags.writeable:
        return False
    while type(data.base) is type(data):
        data = data.base
    return bool(data.flags.owndata and data.flags.writeable)


class MutationChecker:
    """Compares the data of arguments before and after a call.

    Args:
        op: The operator that is called.
        flat_args: The leaves of ``(args, kwargs)``.
        args_spec: The pytree spec of ``(args, kwargs)``.
    """

    def __init__(self, op: OpOverload, flat_args: Iterable[Any], args_spec: TreeSpec) -> None:
        self._op, self._values, self._spec = op, list(flat_args), args_spec
        self._before = [Snapshot(value) if _tensors(value) else None for value in self._values]

    def check(self) -> None:
        """Call it after the operator.

        Raises:
            AliasError: it wrote to an argument and its schema does not say so, or the other way round.
        """
        changed = [
            None if before is None else before.has_other_elements(value)
            for before, value in zip(self._before, self._values, strict=True)
        ]
        args, kwargs = self._spec.unflatten(changed)
        for argument, seen in pair_with_values(self._op.schema, args, kwargs):
            if is_tensor_like_type(argument.type):
                wrote = seen
            elif is_tensorlist_like_type(argument.type):
                wrote = seen is not None and any(seen)
            else:
                continue
            if wrote is not None and wrote != argument.is_write:
                raise AliasError(
                    f"{self._op.name()}: for argument '{argument.name}': the operator's schema {self._op.schema} "
                    f"specified that the operator {'mutates' if argument.is_write else 'does not mutate'} the "
                    "argument, but this seems to be empirically wrong. Please make the schema and operator behavior "
                    "consistent.",
                    fix="Tensor(a!) in a schema says that the operator writes to it",
                )


def check_fresh(name: str, prev: Iterable[Any], result: Any, get_module: Callable[[], str] = lambda: "???") -> None:
    """Raise unless the outputs of a custom operator are new tensors.

    Raises:
        AliasError: one is an argument, or another output, or shares memory with one.
    """
    seen = [value for value in prev if hasattr(value, "_keys")]
    for output in result if isinstance(result, tuple) else (result,):
        for tensor in output if isinstance(output, (list, tuple)) else (output,):
            if not hasattr(tensor, "_keys"):
                continue
            if any(tensor is other or engine.shares_memory(tensor, other) for other in seen):
                raise AliasError(
                    f"{name} (with implementation in {get_module()}): The output of this custom operator (1) must not "
                    "also be an input to this custom operator and (2) may not alias any inputs to this custom operator "
                    "or other returns.",
                    fix="return a clone of it",
                )
            seen.append(tensor)
