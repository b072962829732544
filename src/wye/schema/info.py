"""What a schema says about aliasing and writing, together with the values of one call.

Cold path.  In: a schema and values.  Out: answers; two arguments that share memory are seen as such.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from wye.schema.model import AliasInfo, Argument, FunctionSchema

__all__ = ["SchemaArgType", "SchemaArgument", "SchemaInfo"]


# Operators that write to running statistics while they train, which their schemas do not say: the flag for training.
_TRAINED: Final = {
    "aten::batch_norm": "training",
    "aten::cudnn_batch_norm": "training",
    "aten::instance_norm": "use_input_stats",
    "aten::miopen_batch_norm": "training",
    "aten::native_batch_norm": "training",
}
_STATISTICS: Final = ("running_mean", "running_var")


class SchemaArgType(enum.Enum):
    """Whether a place in a schema is an argument or a return."""

    input = 0
    output = 1


@dataclass(frozen=True)
class SchemaArgument:
    """A place in a schema: an argument or a return, by number."""

    type: SchemaArgType
    index: int


class SchemaInfo:
    """A schema, and the values that its arguments have in one call."""

    def __init__(self, schema: FunctionSchema) -> None:
        self._schema = schema
        self._places = {argument.name: place for place, argument in enumerate(schema.arguments)}
        self._values: dict[int, Any] = {}

    def add_argument_value(self, name: str, value: Any) -> None:
        """Say what value an argument has.

        Raises:
            RuntimeError: the schema has no argument of this name.
        """
        self._values[self._place(name)] = value

    def add_argument_values(self, values: Mapping[str, Any]) -> None:
        """Say what values arguments have, by name; other names are ignored."""
        self._values |= {self._place(name): value for name, value in values.items() if self._knows(name)}

    def has_argument(self, name: str) -> bool:
        """Does the schema have an argument of this name?"""
        return name in self._places

    def _knows(self, name: str) -> bool:
        return self._known_as(name) in self._places

    def _known_as(self, name: str) -> str:
        """PyTorch's functions call the argument ``self`` of operators ``input``."""
        return "self" if name == "input" and name not in self._places else name

    def _place(self, name: str) -> int:
        if not self._knows(name):
            raise RuntimeError(f"Schema has no argument named {name}")
        return self._places[self._known_as(name)]

    def _argument(self, at: SchemaArgument) -> Argument:
        listed = self._schema.arguments if at.type is SchemaArgType.input else self._schema.returns
        if not 0 <= at.index < len(listed):
            raise RuntimeError("Invalid index for schema.")
        return listed[at.index]

    def is_mutable(self, which: SchemaArgument | str | None = None) -> bool:
        """Does a call write to any argument, or to this one, perhaps through another that shares its memory?"""
        if which is None:
            return any(self.is_mutable(SchemaArgument(SchemaArgType.input, place)) for place in self._places.values())
        if isinstance(which, str):
            which = SchemaArgument(SchemaArgType.input, self._place(which))
        if self._argument(which).is_write:
            return True
        if which.type is SchemaArgType.output:
            return False
        if self._is_trained(self._argument(which).name):
            return True
        written = (place for place, argument in enumerate(self._schema.arguments) if argument.is_write)
        return any(self._share(which.index, place) for place in written)

    def _is_trained(self, name: str) -> bool:
        """Is it a running statistic of a call that trains, or may?"""
        flag = _TRAINED.get(self._schema.name)
        return flag is not None and name in _STATISTICS and self._values.get(self._places[flag]) is not False

    def _share(self, one: int, other: int) -> bool:
        if one not in self._values or other not in self._values:
            return False
        return any(_share(a, b) for a in _tensors(self._values[one]) for b in _tensors(self._values[other]))

    def may_alias(self, one: SchemaArgument, other: SchemaArgument) -> bool:
        """May the two share memory, as themselves?"""
        sets = _sets(self._argument(one).alias_info), _sets(self._argument(other).alias_info)
        if one == other or sets[0] & sets[1] or any("*" in s for s in sets):
            return self._is_aliasable(one) and self._is_aliasable(other)
        if SchemaArgType.output in (one.type, other.type):
            return self._through_inputs(one, other)
        values = self._values.get(one.index), self._values.get(other.index)
        return isinstance(values[0], engine.TensorBase) and isinstance(values[1], engine.TensorBase) and _share(*values)

    def may_contain_alias(self, one: SchemaArgument, other: SchemaArgument) -> bool:
        """May the two, or what is inside of them, share memory?"""
        if self.may_alias(one, other):
            return True
        infos = self._argument(one).alias_info, self._argument(other).alias_info
        inner = [_sets(info) | {s for part in (info.contained if info else ()) for s in _sets(part)} for info in infos]
        if inner[0] & inner[1]:
            return True
        return one.type is other.type is SchemaArgType.input and self._share(one.index, other.index)

    def _is_aliasable(self, at: SchemaArgument) -> bool:
        return self._argument(at).type.has_tensors

    def _through_inputs(self, one: SchemaArgument, other: SchemaArgument) -> bool:
        """An output shares what the arguments of its alias set share with others in this call."""
        ours, theirs = self._inputs_of(one), self._inputs_of(other)
        return any(self._share(a, b) for a in ours for b in theirs)

    def _inputs_of(self, at: SchemaArgument) -> list[int]:
        if at.type is SchemaArgType.input:
            return [at.index]
        sets = _sets(self._argument(at).alias_info)
        return [place for place, a in enumerate(self._schema.arguments) if _sets(a.alias_info) & sets]


def _sets(info: AliasInfo | None) -> frozenset[str]:
    return frozenset() if info is None else frozenset(info.before) | frozenset(info.after)


def _share(one: Any, other: Any) -> bool:
    return one is other or engine.shares_memory(one, other)


def _tensors(value: Any) -> Iterator[Any]:
    if isinstance(value, engine.TensorBase):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _tensors(item)
