"""How Python calls the operators of one name: what `help` shows and the type stubs say.

Cold path: runs for `help` and when stubs are made.
In: the schemas of a packet.  Out: forms, one for each way to call it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from inspect import Parameter, Signature
from keyword import iskeyword
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from wye.schema import types
from wye.schema.bind import TAKE_NUMBERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wye.schema import Argument, FunctionSchema

__all__ = [
    "FACTORY_ARGUMENTS",
    "Form",
    "Given",
    "forms",
    "operator_forms",
    "result_names",
    "takes_integers_at",
]

FACTORY_ARGUMENTS: Final = frozenset(("layout", "device", "pin_memory"))  # arguments that only factories have
_NAMES: Final = {
    "Stream": "object",
    "Tensor": "Tensor", "Scalar": "Number", "int": "int", "SymInt": "int", "float": "float", "bool": "bool",
    "SymBool": "bool", "SymFloat": "float", "complex": "complex", "str": "str",
    "ScalarType": "dtype", "Layout": "layout", "MemoryFormat": "memory_format",
    "Generator": "Generator", "Storage": "Storage",
}  # fmt: skip


class _Word(str):
    """A type as text; a signature shows it without quotes."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


@dataclass(frozen=True, slots=True)
class Given:
    """One parameter.

    Attributes:
        name: As Python spells it.
        types: The members of its type's union, as text; None last.
        default: As text; None: it must be given.
        by_name: Must it be given by name?
        many: Does it take all arguments that follow, as in ``*size``?
    """

    name: str
    types: tuple[str, ...]
    default: str | None = None
    by_name: bool = False
    many: bool = False

    def __str__(self) -> str:
        text = f"{'*' * self.many}{self.name}: {' | '.join(self.types)}"
        return text if self.default is None else f"{text} = {self.default}"

    @property
    def is_reserved(self) -> bool:
        """Is its real name a word of Python, so that it can be given by place alone?"""
        return iskeyword(self.name.removesuffix("_"))

    def covers(self, other: Given) -> bool:
        """Does it take whatever ``other`` takes, in the same place?"""
        same_place = self.by_name == other.by_name and self.name == other.name
        optional = self.default is not None or other.default is None
        return same_place and self.many == other.many and optional and set(other.types) <= set(self.types)


@dataclass(frozen=True, slots=True)
class Form:
    """One way to call a function.

    Attributes:
        parameters: In order; those by name last.
        returns: The type of the result, as text.
    """

    parameters: tuple[Given, ...]
    returns: str

    def __str__(self) -> str:
        return f"({', '.join(self.words())}) -> {self.returns}"

    def words(self) -> Iterable[str]:
        """The parameters as Python writes them, with ``*`` and ``/`` where they are needed."""
        starred = False
        for given in self.parameters:
            if given.by_name and not starred:
                starred = True
                yield "*"
            starred = starred or given.many
            yield str(given)
            if given.is_reserved:
                yield "/"

    def covers(self, other: Form) -> bool:
        """Would a call in the other form always be taken by this one?"""
        ours, theirs = self.parameters, other.parameters
        by_place = [given for given in ours if not given.by_name]
        their_place = [given for given in theirs if not given.by_name]
        by_name = {given.name: given for given in ours if given.by_name}
        if len(by_place) < len(their_place):
            return False
        rest = by_place[len(their_place) :]
        if any(given.default is None and not given.many for given in rest):
            return False
        named = {given.name for given in theirs if given.by_name}
        if not named <= by_name.keys() or any(g.default is None for n, g in by_name.items() if n not in named):
            return False
        return all(mine.covers(yours) for mine, yours in zip(by_place, their_place, strict=False)) and all(
            by_name[given.name].covers(given) for given in theirs if given.by_name
        )

    def renamed(self, name: str, other: str) -> Form:
        """The form with another name for one parameter, unless that is taken."""
        if any(given.name == other for given in self.parameters):
            return self
        changed = (replace(given, name=other) if given.name == name else given for given in self.parameters)
        return replace(self, parameters=tuple(changed))

    def signature(self) -> Signature:
        """The form for `inspect`."""
        reserved = [i for i, given in enumerate(self.parameters) if given.is_reserved]
        by_place = max(reserved, default=-1) + 1
        made = [_parameter(given, by_place=i < by_place) for i, given in enumerate(self.parameters)]
        return Signature(made, return_annotation=_Word(self.returns))


def _parameter(given: Given, *, by_place: bool) -> Parameter:
    default = Parameter.empty if given.default is None else _Word(given.default)
    return Parameter(given.name, _kind(given, by_place), default=default, annotation=_Word(" | ".join(given.types)))


def _kind(given: Given, by_place: bool) -> Any:
    if given.many:
        return Parameter.VAR_POSITIONAL
    if given.by_name:
        return Parameter.KEYWORD_ONLY
    return Parameter.POSITIONAL_ONLY if by_place else Parameter.POSITIONAL_OR_KEYWORD


def _members(of: types.Type, size: int | None = None) -> tuple[str, ...]:
    """The members of the union that a schema's type is in Python."""
    if isinstance(of, types.OptionalType):
        return (*_members(of.elem, size), "None")
    if isinstance(of, types.ListType):
        element = " | ".join(_members(of.elem))
        return (element, f"Sequence[{element}]") if size is not None else (f"Sequence[{element}]",)
    if isinstance(of, types.DictType):
        key, value = (" | ".join(_members(part)) for part in of.contained)
        return (f"dict[{key}, {value}]",)
    return ("device", "str") if of.str() == "Device" else (_NAMES.get(of.str(), "Any"),)


def _default_text(argument: Argument) -> str | None:
    if not argument.has_default:
        return None
    value, kind = argument.default, argument.real_type.str().removesuffix("?")
    is_word = kind in ("ScalarType", "MemoryFormat", "Layout") and value is not None  # kept as a number
    return "..." if is_word or (isinstance(value, float) and not isfinite(value)) else repr(value)


def _given(argument: Argument, *, numbers: bool) -> Given:
    members = _members(argument.real_type, argument.N)
    if numbers and members == ("Tensor",):
        members = ("Tensor", "Number")
    name = f"{argument.name}_" if iskeyword(argument.name) else argument.name
    return Given(name, members, _default_text(argument), argument.kwarg_only)


def result_names(schemas: Iterable[FunctionSchema]) -> tuple[str, ...]:
    """The names of several results; empty where they have none."""
    for schema in schemas:
        named = tuple(returned.name for returned in schema.returns)
        if len(named) > 1 and all(named):
            return named
    return ()


def takes_integers_at(schemas: Iterable[FunctionSchema]) -> int | None:
    """The place of a list of integers that may be given as single arguments; None: there is none."""
    for schema in schemas:
        at = _integers_at(schema)
        if at is not None:
            return at
    return None


def _integers_at(schema: FunctionSchema) -> int | None:
    positional = [a for a in schema.arguments if not a.kwarg_only]
    at = 1 if positional and isinstance(positional[0].real_type, types.TensorType) else 0
    fits = len(positional) == at + 1 and positional[at].real_type.str() in ("int[]", "SymInt[]")
    return at if fits else None


def _returns(schema: FunctionSchema, names: Sequence[str], *, in_place: bool) -> str:
    returned = [_members(r.real_type)[0] for r in schema.returns]
    if len(returned) > 1:
        base = schema.name.rpartition("::")[2]
        return f"return_types.{base}" if names else f"tuple[{', '.join(returned)}]"
    if not returned:
        return "None"
    if in_place:
        return "Self"
    return "tuple[Tensor, ...]" if returned[0] == "Sequence[Tensor]" else returned[0]


def _form(schema: FunctionSchema, names: Sequence[str]) -> tuple[Form, int]:
    """The form of one schema without its outputs, and how many of these it has."""
    numbers = schema.name in TAKE_NUMBERS
    outs = [a for a in schema.arguments if a.is_out]
    in_place = bool(schema.arguments) and schema.arguments[0].is_write and not outs
    parameters = tuple(_given(a, numbers=numbers) for a in schema.arguments if not a.is_out)
    if in_place and numbers:  # only what is added may be a number, not what is written to
        parameters = (replace(parameters[0], types=("Tensor",)), *parameters[1:])
    if {a.name for a in schema.arguments} >= FACTORY_ARGUMENTS:
        parameters = (*parameters, Given("requires_grad", ("bool",), "False", by_name=True))
    return Form(parameters, _returns(schema, names, in_place=in_place)), len(outs)


def _with_out(form: Form, outs: int, *, required: bool) -> Form:
    kind = "Tensor" if outs == 1 else f"tuple[{', '.join(['Tensor'] * outs)}]"
    out = Given("out", (kind,) if required else (kind, "None"), None if required else "None", by_name=True)
    return replace(form, parameters=(*form.parameters, out))


def _without_factory(form: Form) -> tuple[Given, ...]:
    left_out = {*FACTORY_ARGUMENTS, "dtype", "requires_grad"}
    return tuple(given for given in form.parameters if given.name not in left_out)


def _join_outs(made: list[tuple[Form, int]]) -> list[Form]:
    """Functional forms with an optional ``out``, where they have a variant with one."""
    variants = {form.parameters: outs for form, outs in made if outs}
    joined, used = [], set()
    for form, outs in made:
        if outs:
            continue
        for parameters in (form.parameters, _without_factory(form)):
            if parameters in variants:
                form = _with_out(form, variants[parameters], required=False)  # noqa: PLW2901 - the form grows
                used.add(parameters)
                break
        joined.append(form)
    alone = [_with_out(form, outs, required=True) for form, outs in made if outs and form.parameters not in used]
    return [*joined, *alone]


def _merged(one: Form, two: Form) -> Form | None:
    """One form for two that differ in the type of one parameter; None: they differ in more."""
    if one.returns != two.returns or len(one.parameters) != len(two.parameters):
        return None
    unlike = [i for i, (a, b) in enumerate(zip(one.parameters, two.parameters, strict=True)) if a != b]
    if len(unlike) != 1:
        return None
    a, b = one.parameters[unlike[0]], two.parameters[unlike[0]]
    if replace(a, types=()) != replace(b, types=()) or a.many:
        return None
    members = tuple(dict.fromkeys(m for m in (*a.types, *b.types) if m != "None"))
    both = replace(a, types=(*members, "None") if "None" in (*a.types, *b.types) else members)
    return replace(one, parameters=(*one.parameters[: unlike[0]], both, *one.parameters[unlike[0] + 1 :]))


def _fewer(all_forms: Iterable[Form]) -> list[Form]:
    """The forms without those that others cover, with those merged that are nearly the same."""
    kept: list[Form] = []
    for form in all_forms:
        for i, earlier in enumerate(kept):
            merged = earlier if earlier.covers(form) else _merged(earlier, form)
            if merged is not None:
                kept[i] = merged
                break
        else:
            kept.append(form)
    return [form for i, form in enumerate(kept) if not any(earlier.covers(form) for earlier in kept[:i])]


def _spread(form: Form, name: str) -> Form | None:
    """The same form with the list of integers of this name as single arguments; None: it has no such list."""
    by_place = [given for given in form.parameters if not given.by_name]
    if not by_place or by_place[-1].name != name:
        return None
    last = replace(by_place[-1], types=("int",), default=None, many=True)
    return replace(form, parameters=(*by_place[:-1], last, *form.parameters[len(by_place) :]))


def forms(schemas: Sequence[FunctionSchema]) -> list[Form]:
    """The ways to call the function of these schemas, in their order.

    >>> from wye.schema import parse
    >>> for form in forms([parse("aten::view(Tensor(a) self, SymInt[] size) -> Tensor(a)")]):
    ...     print(form)
    (self: Tensor, size: Sequence[int]) -> Tensor
    (self: Tensor, *size: int) -> Tensor
    """
    names = result_names(schemas)
    plain = _fewer(_join_outs([_form(schema, names) for schema in schemas]))
    spread: list[Form] = []
    for schema in schemas:
        at = _integers_at(schema)
        if at is None or any(a.is_out for a in schema.arguments):
            continue
        name = schema.arguments[at].name
        alike = [f for f in plain if len([g for g in f.parameters if not g.by_name]) == at + 1]
        spread += [made for form in alike if (made := _spread(form, name)) is not None]
    return _fewer([*plain, *dict.fromkeys(spread)])


def operator_forms(schemas: Iterable[FunctionSchema]) -> list[Form]:
    """The ways to call operators themselves, with the arguments and results of their schemas and nothing else.

    >>> from wye.schema import parse
    >>> print(*operator_forms([parse("my::split(Tensor x, int n=2, *, Tensor(a!) out) -> Tensor(a!)[]")]))
    (x: Tensor, n: int = 2, *, out: Tensor) -> list[Tensor]
    """
    return _fewer(
        Form(tuple(_given(a, numbers=False) for a in schema.arguments), _returned(schema)) for schema in schemas
    )


def _returned(schema: FunctionSchema) -> str:
    found = [_result(returned.real_type) for returned in schema.returns]
    return f"tuple[{', '.join(found)}]" if len(found) > 1 else found[0] if found else "None"


def _result(of: types.Type) -> str:
    if isinstance(of, types.ListType):
        return f"list[{_result(of.elem)}]"
    return "device" if of.str() == "Device" else " | ".join(_members(of))
