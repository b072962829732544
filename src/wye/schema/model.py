"""What a schema says: its name, arguments, returns and aliases.

Cold path: built at registration; a call reads at most what binding has prepared.
In: types and plain values.  Out: `FunctionSchema`, `Argument`, `AliasInfo`.
Pure: nothing here changes after it is built.
"""

from __future__ import annotations

from wye.schema import compat, printer
from wye.schema.frozen import Frozen, fill
from wye.schema.types import DeviceObjType
from wye.schema.values import device

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from wye.schema.types import Type

__all__ = ["NO_DEFAULT", "AliasInfo", "Argument", "FunctionSchema"]


class _NoDefault:
    """The default of an argument that has none; None is a default like others."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "NO_DEFAULT"

    def __reduce__(self) -> str:
        return "NO_DEFAULT"


NO_DEFAULT = _NoDefault()


class AliasInfo(Frozen):
    """Which alias sets a value is in before and after the call, and whether it is written.

    The sets of the elements of a list are in `contained`; a list without sets of its own is written when its
    elements are.  ``"*"`` is the set that may share memory with anything.
    """

    __slots__ = ("after", "before", "contained", "is_write")

    after: tuple[str, ...]
    before: tuple[str, ...]
    contained: tuple[AliasInfo, ...]
    is_write: bool

    def __init__(
        self,
        before_set: Iterable[str],
        after_set: Iterable[str],
        is_write: bool,
        contained: tuple[AliasInfo, ...] = (),
    ) -> None:
        fill(self, "before", tuple(before_set))
        fill(self, "after", tuple(after_set))
        fill(self, "is_write", is_write)
        fill(self, "contained", contained)

    @property
    def before_set(self) -> frozenset[str]:
        """The alias sets on entry."""
        return frozenset(self.before)

    @property
    def after_set(self) -> frozenset[str]:
        """The alias sets on return."""
        return frozenset(self.after)

    @property
    def all_sets(self) -> frozenset[str]:
        """Every alias set named here or for the elements."""
        return self.before_set.union(self.after, *[inner.all_sets for inner in self.contained])

    def _key(self) -> tuple[object, ...]:
        return self.before_set, self.after_set, self.is_write, self.contained

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AliasInfo) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.before_set, self.after_set, self.is_write))

    def __repr__(self) -> str:
        more = f", contained={self.contained!r}" if self.contained else ""
        return f"AliasInfo({self.before!r}, {self.after!r}, is_write={self.is_write}{more})"

    def __reduce__(self) -> tuple[object, ...]:
        return AliasInfo, (self.before, self.after, self.is_write, self.contained)


class Argument(Frozen):
    """One argument or return.

    Attributes:
        name: Empty for a return without name.
        type: What binding sees: ``SymInt``, ``ScalarType``, ``Layout`` and ``MemoryFormat`` are ints here.
        real_type: The type as written.
        N: The size written in ``int[2]``, or None.
        default: The default as an immutable value (a list as a tuple); None where there is none.
        has_default: Whether there is one.
        kwarg_only: Whether it must be given by name.
        alias_info: Alias sets, or None.
    """

    __slots__ = ("N", "alias_info", "default", "has_default", "kwarg_only", "name", "real_type", "type")

    N: int | None
    alias_info: AliasInfo | None
    default: object
    has_default: bool
    kwarg_only: bool
    name: str
    real_type: Type
    type: Type

    def __init__(
        self,
        name: str,
        type: Type,
        real_type: Type | None = None,
        size: int | None = None,
        default: object = NO_DEFAULT,
        kwarg_only: bool = False,
        alias_info: AliasInfo | None = None,
    ) -> None:
        fill(self, "name", name)
        fill(self, "type", type)
        fill(self, "real_type", real_type or type)
        fill(self, "N", size)
        if default is NO_DEFAULT:
            fill(self, "default", None)
            fill(self, "has_default", False)
        else:
            fill(self, "default", tuple(default) if isinstance(default, list) else default)
            fill(self, "has_default", True)
        fill(self, "kwarg_only", kwarg_only)
        fill(self, "alias_info", alias_info)

    def has_default_value(self) -> bool:
        """Whether the argument may be left out."""
        return self.has_default

    @property
    def default_value(self) -> object:
        """The default as a call would pass it: a list is a new list, a device an object."""
        if isinstance(self.default, tuple):
            return list(self.default)
        if isinstance(self.default, str) and isinstance(self.real_type, DeviceObjType):
            return device(self.default)
        return self.default

    @property
    def is_write(self) -> bool:
        """Whether the call writes to it."""
        return self.alias_info is not None and self.alias_info.is_write

    @property
    def is_out(self) -> bool:
        """Whether it is an ``out=`` argument: written and given by name."""
        return self.kwarg_only and self.is_write

    def _key(self) -> tuple[object, ...]:
        # By text: 1, 1.0 and True are different defaults, and nan is the same as nan.
        return (
            self.name,
            self.real_type,
            self.N,
            self.has_default and repr(self.default),
            self.kwarg_only,
            self.alias_info,
        )

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Argument) and self._key() == other._key())

    def __hash__(self) -> int:
        return hash(self._key())

    def __str__(self) -> str:
        return printer.format_argument(self)

    def __repr__(self) -> str:
        return f"<Argument {printer.format_argument(self)}>"

    def __reduce__(self) -> tuple[object, ...]:
        default = self.default if self.has_default else NO_DEFAULT
        return Argument, (self.name, self.type, self.real_type, self.N, default, self.kwarg_only, self.alias_info)


class FunctionSchema(Frozen):
    """The schema of one operator overload.

    Attributes:
        name: With its namespace, without overload: ``"aten::add"``.
        overload_name: Empty for the default overload.
        arguments: In order, keyword-only ones last.
        returns: In order.
        is_vararg: Whether more arguments may follow (``...``).
        is_varret: Whether more values may be returned.
    """

    __slots__ = ("arguments", "is_vararg", "is_varret", "name", "overload_name", "returns")

    arguments: tuple[Argument, ...]
    is_vararg: bool
    is_varret: bool
    name: str
    overload_name: str
    returns: tuple[Argument, ...]

    def __init__(
        self,
        name: str,
        overload_name: str,
        arguments: Iterable[Argument],
        returns: Iterable[Argument],
        is_vararg: bool = False,
        is_varret: bool = False,
    ) -> None:
        fill(self, "name", name)
        fill(self, "overload_name", overload_name)
        fill(self, "arguments", tuple(arguments))
        fill(self, "returns", tuple(returns))
        fill(self, "is_vararg", is_vararg)
        fill(self, "is_varret", is_varret)

    @property
    def namespace(self) -> str:
        """The part of the name before ``::``; empty when there is none."""
        return self.name.partition("::")[0] if "::" in self.name else ""

    @property
    def qualified_name(self) -> str:
        """Name and overload: ``"aten::add.Tensor"``."""
        return f"{self.name}.{self.overload_name}" if self.overload_name else self.name

    @property
    def is_mutable(self) -> bool:
        """Whether the call writes to an argument."""
        return any(argument.is_write for argument in self.arguments)

    @property
    def is_functional(self) -> bool:
        """Whether nothing is written and no return shares memory with an argument."""
        return not any(value.alias_info is not None for value in (*self.arguments, *self.returns))

    @property
    def is_view_op(self) -> bool:
        """Whether an argument is aliased without being written."""
        return any(a.alias_info is not None and not a.alias_info.is_write for a in self.arguments)

    def _is_view_op(self) -> bool:
        return self.is_view_op  # PyTorch's spelling

    @property
    def written_arguments(self) -> tuple[int, ...]:
        """Places of the arguments that the call writes to."""
        return tuple(place for place, argument in enumerate(self.arguments) if argument.is_write)

    def may_alias(self, argument: int, returned: int) -> bool:
        """Whether return number ``returned`` may share memory with argument number ``argument``."""
        return _share(self.arguments[argument].alias_info, self.returns[returned].alias_info)

    def aliased_arguments(self, returned: int) -> tuple[int, ...]:
        """Places of the arguments that return number ``returned`` may share memory with."""
        return tuple(place for place in range(len(self.arguments)) if self.may_alias(place, returned))

    def is_backward_compatible_with(self, old: FunctionSchema) -> bool:
        """Whether every call that ``old`` allowed still means the same."""
        return compat.is_backward_compatible(self, old)

    def check_forward_compatible_with(self, old: FunctionSchema) -> tuple[bool, str]:
        """Whether what is written against this schema runs on ``old``; if not, why, where there is a reason."""
        return compat.check_forward_compatible(self, old)

    def _key(self) -> tuple[object, ...]:
        return self.name, self.overload_name, self.arguments, self.returns, self.is_vararg, self.is_varret

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, FunctionSchema) and self._key() == other._key())

    def __hash__(self) -> int:
        return hash(self._key())

    def __str__(self) -> str:
        return printer.format_schema(self)

    __repr__ = __str__

    def __reduce__(self) -> tuple[object, ...]:
        return FunctionSchema, self._key()


def _share(one: AliasInfo | None, other: AliasInfo | None) -> bool:
    if one is None or other is None:
        return False
    left, right = one.all_sets, other.all_sets
    anything = ("*" in left and bool(right)) or ("*" in right and bool(left))
    return anything or not left.isdisjoint(right)
