"""SchemaCheckMode: every call that it sees must write to the arguments, and return the views, that its schema declares.

Cold path.  In: calls of operators.  Out: their results, or an error that names the argument.
How a call is watched: see Note [Writes that change nothing].
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from wye.aten.rows import undeclared_arguments
from wye.call import OpOverload
from wye.library.mutation import CallWatch
from wye.modes import DispatchMode
from wye.schema.tags import Tag

if TYPE_CHECKING:
    from wye.keys import DispatchKey

__all__ = ["Aliasing", "Mutation", "SchemaCheckMode"]


class Mutation(NamedTuple):
    """An operator, and the argument that it wrote to."""

    op_name: str
    arg_name: str


class Aliasing(NamedTuple):
    """An operator, an argument, and the output that shares memory with it: ``"output_0"``."""

    op_name: str
    arg_name: str
    output_number: str


def _undeclared(op: OpOverload) -> frozenset[str]:
    """The arguments that an operator may write to or return views of, though its schema does not say so."""
    if Tag.maybe_aliasing_or_mutating in op.tags:
        return frozenset(argument.name for argument in op.schema.arguments)
    return undeclared_arguments(op.name_in_namespace.removesuffix(".default")) if op.namespace == "aten" else _NONE


_NONE: Final[frozenset[str]] = frozenset()


class SchemaCheckMode(DispatchMode):
    """Checks each call against its operator's schema: writes and shared memory that it does not declare are errors.

    Writes of equal values are found, too: during a call the memory of arguments that it must not write to is
    read-only.  Other threads must not write to these tensors meanwhile.

    >>> import wye
    >>> with SchemaCheckMode() as mode:
    ...     y = wye.ones(2).add_(1)
    >>> mode.ops, mode.mutated
    (['aten::ones', 'aten::add_'], [Mutation(op_name='aten::add_', arg_name='input')])

    Attributes:
        ops: The names of the operators that were called, without overloads.
        mutated: What was written to, and showed other values afterwards.
        aliasing: Which outputs shared memory with which arguments.
    """

    is_schema_check = True

    def __init__(self, _dispatch_key: DispatchKey | None = None) -> None:
        super().__init__(_dispatch_key)
        self.reset_cache()

    def reset_cache(self) -> None:
        """Forget what was seen."""
        self.ops: list[str] = []
        self.mutated: list[Mutation] = []
        self.aliasing: list[Aliasing] = []

    def display_ops(self) -> None:
        """Print the names of the operators that were called."""
        print(*self.ops, sep=",")

    def __wye_dispatch__(
        self, func: Any, types: tuple[type, ...], args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        """Make a call, and check what it did.

        Raises:
            RuntimeError: it did what its schema does not say.
        """
        kwargs = kwargs or {}
        if not isinstance(func, OpOverload):  # higher order operators have no schemas
            return func(*args, **kwargs)
        name = func.schema.name
        self.ops.append(name)
        watch = CallWatch(func, args, kwargs, _undeclared(func))
        result = watch.run(lambda: func(*args, **kwargs))
        watch.finish(result)
        self.mutated += [Mutation(name, _shown(argument)) for argument in watch.written]
        self.aliasing += [Aliasing(name, _shown(argument), f"output_{j}") for argument, j in watch.shared]
        return result


def _shown(argument: str) -> str:
    return "input" if argument == "self" else argument
