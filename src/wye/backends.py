"""Fallbacks for the backend of an array library: what runs where an operator has no kernel for its key.

Cold but for the calls that arrive here.  Each is one line: ``Library("_", "IMPL").fallback(..., "MyBackend")``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye._engine import engine
from wye.aten.lines import group_of, lines
from wye.aten.rows import group
from wye.call.explain_miss import explain_miss
from wye.call.packets import ops
from wye.keys import DispatchKeySet
from wye.schema.values import device
from wye.tensors import Tensor
from wye.tensors.numpy_engine import np

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.call import OpOverload

__all__ = ["numpy_fallback", "write_by_copy"]


def numpy_fallback(
    to_numpy: Callable[[Any], Any],
    from_numpy: Callable[[Any], Any],
    write: Callable[[Any, Any], object] | None = None,
) -> Callable[..., Any]:
    """A fallback that converts arrays to NumPy's, runs the operator there, and converts the results back.

    Args:
        to_numpy: From an array of the library to a NumPy array.
        from_numpy: The other way round.
        write: Stores a NumPy array in an array of the library, for operators that write to their arguments.  Without
            it, ``to_numpy`` must share memory with its argument.

    Example:
        >>> from wye.library import Library
        >>> fallback = numpy_fallback(lambda x: x.array, MyArray)  # doctest: +SKIP
        >>> Library("_", "IMPL").fallback(fallback, "MyBackend")  # doctest: +SKIP
    """

    def run(op: OpOverload, /, *args: Any, **kwargs: Any) -> Any:
        engine.mark_call("through NumPy")
        trip = _Trip(to_numpy, from_numpy)
        # A class without strides counts as row-major; its arrays may not be, so `view` copies.
        call: Any = ops.aten.reshape.default if op.name() == "aten::view" else op
        result = trip.back(call(*trip.there(args), **{name: trip.there(value) for name, value in kwargs.items()}))
        if write is not None:
            for array, converted in trip.written(op, args, kwargs):
                write(array, converted)
        return result

    return run


class _Trip:
    """One call's way to NumPy and back: an array that comes back unchanged is the same object again."""

    __slots__ = ("_from_numpy", "_given", "_to_numpy")

    def __init__(self, to_numpy: Callable[[Any], Any], from_numpy: Callable[[Any], Any]) -> None:
        self._to_numpy, self._from_numpy = to_numpy, from_numpy
        self._given: list[tuple[Any, Any]] = []

    def there(self, value: Any) -> Any:
        if type(value) in (list, tuple):
            return type(value)(map(self.there, value))
        if isinstance(value, device):
            return value if value.type in ("cpu", "meta") else device("numpy")
        if isinstance(value, (np.ndarray, np.generic)) or engine.keys_of(value) is None:
            return value
        self._given.append((value, value.numpy() if isinstance(value, Tensor) else self._to_numpy(value)))
        return self._given[-1][1]

    def back(self, value: Any) -> Any:
        if type(value) in (list, tuple):
            return type(value)(map(self.back, value))
        if isinstance(value, Tensor):
            value = value.numpy()
        if not isinstance(value, (np.ndarray, np.generic)):
            return value
        same = next((array for array, converted in self._given if converted is value), None)
        return self._from_numpy(np.asarray(value)) if same is None else same

    def written(self, op: OpOverload, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[tuple[Any, Any]]:
        """The arrays of the library that the operator has written to, with what is in them now."""
        arguments = op.schema.arguments
        names = {a.name for a in arguments if a.alias_info is not None and a.alias_info.is_write}
        by_name = dict(zip((a.name for a in arguments), args, strict=False)) | kwargs
        targets = [by_name[name] for name in names if name in by_name]
        return [
            (array, converted)
            for array, converted in self._given
            if not isinstance(array, Tensor) and any(array is target for target in targets)
        ]


def write_by_copy(op: OpOverload, /, *args: Any, **kwargs: Any) -> Any:
    """A fallback for operators that write in place or to ``out``: the functional operator, then `copy_`.

    So a backend needs kernels for functional operators and for ``aten::copy_`` alone.

    Raises:
        NoKernelError: the operator writes nothing, or has no functional form: it needs a kernel.

    Example:
        >>> from wye.library import Library
        >>> Library("_", "IMPL").fallback(write_by_copy, "MyBackend")  # doctest: +SKIP
    """
    engine.mark_call("write by copy")
    functional = _functional(op)
    if functional is None:
        raise explain_miss(op, _keys(args, kwargs), args, kwargs)
    arguments = op.schema.arguments
    outs = [a.name for a in arguments if a.kwarg_only and a.alias_info is not None and a.alias_info.is_write]
    targets = [kwargs.pop(name) for name in outs] if outs else [args[0]]
    result = functional(*args, **kwargs)
    results = result if len(targets) > 1 else (result,)
    for target, one in zip(targets, results, strict=True):
        ops.aten.copy_.default(target, one)
    return targets[0] if len(targets) == 1 else tuple(targets)


def _functional(op: OpOverload) -> Any:
    """The operator of the set that computes what another one writes; None: there is none."""
    if op.namespace != "aten" or op.name() == "aten::copy_":
        return None
    name = group_of(op.name_in_namespace)
    rows = {row.name: row for row in group(name)} if name in lines().groups else {}
    row = rows.get(op.name_in_namespace)
    if row is None or row.functional is None:
        return None
    name, _, overload = row.functional.name.partition(".")
    return getattr(getattr(ops.aten, name), overload or "default")


def _keys(args: tuple[Any, ...], kwargs: dict[str, Any]) -> DispatchKeySet:
    found = DispatchKeySet()
    for value in (*args, *kwargs.values()):
        for item in value if isinstance(value, (list, tuple)) else (value,):
            keys = engine.keys_of(item)
            if isinstance(keys, DispatchKeySet):
                found = found | keys
    return found
