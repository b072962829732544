"""OpOverload: one operator as a callable object.

Hot by inheritance: calling it and `redispatch` are the engine's; everything written here is cold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye._engine import engine
from wye.errors import OperatorNotFoundError, UnknownKeyError
from wye.keys import DispatchKey, DispatchKeySet, as_key
from wye.registry import registry
from wye.schema.bind import bind, check_return

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.registry.entry import Definition, OperatorEntry
    from wye.schema import FunctionSchema

__all__ = ["OpOverload", "call_with_key"]


class OpOverload(engine.Op):
    """An operator: call it, or `redispatch` from inside one of its kernels.

    Made by `define`; the same object serves all definitions that follow under its name.
    """

    _entry: OperatorEntry
    _qualified_name: str
    namespace: str
    name_in_namespace: str
    report_error: Callable[[str], Any] | None = None  # told the key before a call without kernel fails

    def __new__(cls, name: str) -> OpOverload:
        """An operator that nothing is registered for yet."""
        self = super().__new__(cls)
        self._qualified_name = name
        self.namespace, _, self.name_in_namespace = name.partition("::")
        return self

    def name(self) -> str:
        """Namespace, name and overload: ``"aten::add.out"``."""
        return self._qualified_name

    @property
    def definition(self) -> Definition:
        """The operator's definition.

        Raises:
            OperatorNotFoundError: it has been removed.
        """
        definition = self._entry.definition
        if definition is None:
            raise _undefined(self)
        return definition

    @property
    def schema(self) -> FunctionSchema:
        """The operator's schema."""
        return self.definition.schema

    _schema = schema  # PyTorch's name for it

    @property
    def tags(self) -> list[Any]:
        """What `define` was given as tags."""
        return list(self.definition.tags)

    def call_boxed(self, /, *args: Any, **kwargs: Any) -> Any:
        """Call it; the name under which PyTorch's operator handles do."""
        return self(*args, **kwargs)

    def redispatch_boxed(self, keyset: DispatchKeySet, /, *args: Any, **kwargs: Any) -> Any:
        """`redispatch`; the name under which PyTorch's operator handles do."""
        return self.redispatch(keyset, *args, **kwargs)

    def debug(self) -> str:
        """Where it was defined."""
        return self.definition.debug

    def __repr__(self) -> str:
        return f"<OpOverload {self._qualified_name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_find, (self._qualified_name,))

    def __copy__(self) -> OpOverload:
        return self

    def __deepcopy__(self, memo: object) -> OpOverload:
        return self


def _find(name: str) -> OpOverload:
    op = registry.require(name).op
    assert isinstance(op, OpOverload)
    return op


def call_with_key(op: OpOverload, key: DispatchKey | int | str, /, *args: Any, **kwargs: Any) -> Any:
    """Run exactly the kernel that ``op`` has for ``key``, whatever the arguments and the thread say.

    Raises:
        UnknownKeyError: ``key`` is no runtime key: an alias key, or a functionality without its backend.
    """
    found = as_key(key)
    if not found.is_runtime and found != DispatchKey.Undefined:
        kind = "an alias for several keys" if found.is_alias else "not a runtime key"
        raise UnknownKeyError(
            f"{found.name} is {kind}, so no single kernel is meant", fix="name a runtime key, for example CPU"
        )
    return op.redispatch(DispatchKeySet(found), *args, **kwargs)


def _undefined(op: OpOverload) -> OperatorNotFoundError:
    name = op.name()
    found = registry.find(name)
    hint = " but we found an implementation; did you forget to def() the operator?" if found is not None else ""
    return OperatorNotFoundError(
        f"Could not find schema for {name}.{hint}",
        fix=f"its definition is missing or was taken back: define {name} in a library that stays alive",
    )


def _bind(op: OpOverload, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    definition = op.definition
    return bind(definition.schema, args, kwargs, accepts_none=definition.accepts_none)


def _check_return(op: OpOverload, result: Any) -> Any:
    return check_return(op.schema, result)


engine.configure(bind=_bind, check_return=_check_return, explain_undefined=_undefined)
registry._make_op = OpOverload
