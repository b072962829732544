"""Did a call do what its schema says: write to these arguments and no others, return fresh tensors?

Cold path: checks of operators.  In: arguments before a call, results after it.  Out: nothing, or an error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye._engine import engine
from wye.errors import AliasError
from wye.schema.queries import is_tensor_like_type, is_tensorlist_like_type, pair_with_values

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wye.call import OpOverload
    from wye.pytree import TreeSpec

__all__ = ["MutationChecker", "check_fresh"]


class MutationChecker:
    """Compares the data of arguments before and after a call.

    Args:
        op: The operator that is called.
        flat_args: The leaves of ``(args, kwargs)``.
        args_spec: The pytree spec of ``(args, kwargs)``.
    """

    def __init__(self, op: OpOverload, flat_args: Iterable[Any], args_spec: TreeSpec) -> None:
        self._op, self._values, self._spec = op, list(flat_args), args_spec
        self._before = [_bytes(value) for value in self._values]

    def check(self) -> None:
        """Call it after the operator.

        Raises:
            AliasError: it wrote to an argument and its schema does not say so, or the other way round.
        """
        changed = [
            None if before is None else before != _bytes(value)
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


def _bytes(value: Any) -> bytes | None:
    """The data of a tensor; None if it has none."""
    data = getattr(value, "numpy", None)
    if data is None:
        return None
    try:
        return bytes(data().tobytes())
    except TypeError:  # on a device without data
        return None


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
