"""The forms of a public function: which overloads it tries, in which order, and what each one takes.

Cold path: runs when a function is called for the first time.
In: the schemas of a name.  Out: the engine's forms.  See Note [Forms of a function] (_pure/function.py).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.aten.facts import NONE, Facts
from wye.aten.matching import check_of, converts_numbers, nothing
from wye.keys import DispatchKeySet
from wye.modes.stack import dispatch_stack
from wye.schema import types
from wye.schema.bind import TAKE_NUMBERS, kind_of
from wye.schema.tags import Tag
from wye.schema.values import device

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wye.call import OpOverload
    from wye.schema import FunctionSchema

__all__ = ["OTHER_NAMES", "Overload", "Parameter", "engine_form", "overloads_of", "reflected"]

OTHER_NAMES: Final = {"dim": ("axis",), "keepdim": ("keepdims",), "input": ("x", "a", "x1"), "other": ("x2",)}
_BEFORE_DISPATCH: Final = DispatchKeySet("PreDispatch")
_FACTORY: Final = frozenset(("layout", "device", "pin_memory"))  # arguments that only factories have
OF_OUTPUT: Final = ("dtype", "layout", "device")  # what a factory that stores in `out` takes from it
_OPTIONS: Final = frozenset((*_FACTORY, "dtype", "requires_grad"))
_CPU: Final = device("cpu")
_NONE: Final = types.NONE
_BOOL: Final = types.BOOL

# Ways to call with numbers by place that PyTorch still takes, tried last.
_BETA_ALPHA: Final = (("beta", "self", "alpha", 1, 2), ("beta", "self", 1, 2))
_DEPRECATED: Final[dict[str, tuple[tuple[str | int, ...], ...]]] = {
    **dict.fromkeys(("add", "sub"), (("self", "alpha", 1),)),
    **dict.fromkeys(("addcmul", "addcdiv"), (("self", "value", 1, 2),)),
    **dict.fromkeys(("addmm", "addmv", "addr", "addbmm", "baddbmm"), _BETA_ALPHA),
}


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a form.

    Attributes:
        name: As callers write it.
        of: The schema type.
        size: The ``N`` of ``int[N]``, or None.
        place: The number of the operator's argument, or one of the engine's constants.
        default: As text; None: it must be given.
        takes_none: May it be None?  That is then the default.
        by_name: Must it be given by name?
        operand: May a number stand for a tensor?
    """

    name: str
    of: types.Type
    size: int | None
    place: int
    default: str | None
    takes_none: bool
    by_name: bool
    operand: bool = False


@dataclass(frozen=True, slots=True)
class Overload:
    """One way to call a function: an operator and its parameters.

    Attributes:
        op: What a call calls.
        parameters: In order; those by name last.
        outputs: How many tensors ``out`` has, where it is a tuple.
        is_method: Is the first parameter the tensor whose method it is?
        deprecated: Is it tried after all others, and left out of messages?
    """

    op: OpOverload
    parameters: tuple[Parameter, ...]
    outputs: int = 0
    is_method: bool = False
    deprecated: bool = False

    @property
    def by_place(self) -> int:
        """How many parameters may be given by place."""
        return sum(not parameter.by_name for parameter in self.parameters)

    @property
    def gathers(self) -> int:
        """The only parameter by place, where it takes several integers: ``x.view(2, 3)``; -1: it is none such."""
        at = int(self.is_method)
        if self.by_place != at + 1:
            return -1
        of = self.parameters[at].of
        return at if isinstance(of, types.ListType) and of.elem.str() in ("int", "SymInt") else -1

    @property
    def writes_out(self) -> bool:
        """Must ``out`` be given?"""
        return any(p.name == "out" and p.default is None for p in self.parameters)


# ---- from schemas ----


def _parameter(schema: FunctionSchema, place: int, *, name: str | None = None) -> Parameter:
    argument = schema.arguments[place]
    is_tensor = isinstance(argument.real_type, types.TensorType)
    default = repr(argument.default_value) if argument.has_default_value() else None
    takes_none = isinstance(argument.real_type, types.OptionalType) or default in ("None", "[]")
    return Parameter(
        name or ("input" if argument.name == "self" and is_tensor else argument.name),
        argument.real_type,
        argument.N,
        place,
        default,
        takes_none,
        argument.kwarg_only,
        operand=is_tensor and not argument.is_out and schema.name in TAKE_NUMBERS,
    )


def _shape(schema: FunctionSchema, without: frozenset[str] = frozenset()) -> tuple[tuple[str, str], ...]:
    """What a schema and its variant with ``out`` have in common."""
    return tuple((a.name, a.real_type.str()) for a in schema.arguments if not a.is_out and a.name not in without)


def _facts(op: OpOverload) -> Facts:
    """What the schema line of a built-in operator says beside its schema; nothing for others."""
    row = op._entry.row
    return NONE if row is None else row.facts


def _is_factory(schema: FunctionSchema) -> bool:
    """Does it make a new tensor, which is a leaf?  What may wait for a copy converts the tensor that it is given."""
    names = {a.name for a in schema.arguments}
    return names >= _FACTORY and "non_blocking" not in names


_REQUIRES_GRAD: Final = Parameter(
    "requires_grad", types.OptionalType(_BOOL), None, engine.GRAD_FLAG, "False", False, True
)
_NO_OUT: Final = Parameter("out", _NONE, None, engine.DROPPED, "None", True, True)


def _functional(op: OpOverload, *, has_out: bool) -> Overload:
    schema = op.schema
    parameters = [_parameter(schema, i) for i in range(len(schema.arguments))]
    if has_out:
        parameters.append(_NO_OUT)
    if _is_factory(schema):
        parameters.append(_REQUIRES_GRAD)
    return Overload(op, tuple(parameters))


def _with_out(op: OpOverload, base: FunctionSchema) -> Overload:
    """The variant of ``base`` that writes to ``out``; what a factory takes beside it is checked and left out."""
    schema = op.schema
    outs = [i for i, a in enumerate(schema.arguments) if a.is_out]
    parameters = [_parameter(schema, i) for i in range(len(schema.arguments)) if i not in outs]
    out = _parameter(schema, outs[0], name="out")
    if len(outs) > 1:
        out = replace(out, of=types.list_of(out.of), place=engine.OUTPUTS)
    parameters.append(out)
    if _is_factory(base):
        has = {p.name for p in parameters}
        left_out = [_parameter(base, i) for i, a in enumerate(base.arguments) if a.name in _OPTIONS - has]
        # These must be those of `out`: the function sees to it, which is asked where no form fits.
        parameters += [replace(p, place=engine.DROPPED, of=_NONE if p.name in OF_OUTPUT else p.of) for p in left_out]
        parameters.append(replace(_REQUIRES_GRAD, place=engine.DROPPED))
    return Overload(op, tuple(parameters), outputs=len(outs) if len(outs) > 1 else 0)


def _functions(ops: list[OpOverload]) -> Iterator[list[Overload]]:
    """The overloads of a function; those that differ in ``out`` alone together."""
    outs = {_shape(op.schema): op for op in ops if _writes_out(op)}
    for op in ops:
        if _writes_out(op):
            continue
        shapes = [_shape(op.schema)]
        if _is_factory(op.schema):
            shapes.append(_shape(op.schema, _OPTIONS))
        out = next((outs.pop(shape) for shape in shapes if shape in outs), None)
        yield [_functional(op, has_out=out is not None), *([] if out is None else [_with_out(out, op.schema)])]
    for op in outs.values():
        yield [_with_out(op, op.schema)]


def _writes_out(op: OpOverload) -> bool:
    return any(a.is_out for a in op.schema.arguments)


def _methods(ops: list[OpOverload]) -> Iterator[list[Overload]]:
    for op in ops:
        schema = op.schema
        at = next((i for i, a in enumerate(schema.arguments) if a.name == "self"), None)
        if (
            _writes_out(op)
            or at is None
            or "public" in _facts(op)
            or not isinstance(schema.arguments[at].real_type, types.TensorType)
        ):
            continue
        form = _functional(op, has_out=False)
        own = replace(form.parameters[at], name="", by_name=False)
        rest = (p for i, p in enumerate(form.parameters) if i != at)
        yield [replace(form, parameters=(own, *rest), is_method=True)]


def _deprecated(overload: Overload) -> Iterator[Overload]:
    """The same overload with numbers by place before tensors."""
    schema = overload.op.schema
    base = schema.name.removeprefix("aten::")
    names = [a.name for a in schema.arguments]
    by_place = {p.place: p for p in overload.parameters}
    for order in _DEPRECATED.get(base.removesuffix("_"), ()):
        if not {word for word in order if isinstance(word, str)} <= set(names):
            continue
        if len([a for a in schema.arguments if not a.kwarg_only]) != 1 + sum(isinstance(word, int) for word in order):
            continue
        places = [names.index(word) if isinstance(word, str) else word for word in order]
        if overload.is_method:
            places = [0, *(place for place in places if place != 0)]
        first = [replace(by_place[place], by_name=False, default=None) for place in places]
        rest = [p for p in overload.parameters if p.name in ("out", "requires_grad")]
        yield replace(overload, parameters=(*first, *rest), deprecated=True)


# ---- the order in which they are tried ----

_CPP: Final = {
    "int": "int64_t", "float": "double", "str": "c10::string_view", "int[]": "IntArrayRef",
    "SymInt[]": "SymIntArrayRef", "Tensor[]": "TensorList", "Tensor?[]": "c10::List",
    "float[]": "ArrayRef<double>", "bool[]": "::std::array<bool>",
}  # fmt: skip


def _type_text(parameter: Parameter) -> str:
    text = parameter.of.str()
    bare = text.removesuffix("?")
    size = f"[{parameter.size}]" if parameter.size else ""
    return f"{_CPP.get(bare, bare)}{size}{'?' * (bare != text)}"


def _text(overload: Overload) -> str:
    """The signature as PyTorch writes it: overloads are sorted by it first."""
    words = []
    starred = False
    for parameter in overload.parameters[overload.is_method :]:
        if parameter.name in ("out", "requires_grad"):
            continue
        if parameter.by_name and not starred:
            starred = True
            words.append("*")
        default = "" if parameter.default is None else f"={parameter.default}"
        words.append(f"{_type_text(parameter)} {parameter.name}{default}")
    return f"({', '.join(words)})"


def _is_smaller(one: str, two: str) -> bool:
    """Is a parameter of type ``one`` tried after one of type ``two``?"""
    return (
        (one == "Scalar" and two == "Tensor")
        or (one == "Scalar?" and two == "Tensor?")
        or (one == "int[]" and two in ("int", "int?"))
        or (one == "Tensor[]" and two != one and "[]" in two)
        or (one == "SymInt[]" and two == "int[]")
        or (one in ("SymInt", "int") and two == "Tensor")
    )


def _comes_after(one: Overload, two: Overload) -> bool:
    ours = [p.of.str() for p in one.parameters if p.name != "out"]
    theirs = [p.of.str() for p in two.parameters if p.name != "out"]
    if len(ours) != len(theirs) or ours == theirs:
        return False
    return all(a == b or _is_smaller(a, b) for a, b in zip(ours, theirs, strict=True))


# Note [Order of overloads]
# PyTorch sorts the signatures of a function by their text, and then so that what takes a tensor comes before what takes
# a number in its place, an int before a list of ints.  A call means the first signature that it fits, so the order
# decides what is ambiguous: a 0-dim tensor is a tensor before it is a number.
# Guarded by: tests/conformance/public/test_signatures.py
def _in_order(groups: list[list[Overload]]) -> list[Overload]:
    groups = sorted(groups, key=lambda group: _text(group[0]))
    before = {
        i: {j for j, other in enumerate(groups) if _comes_after(group[0], other[0])} for i, group in enumerate(groups)
    }
    order = [i for i, larger in before.items() if not larger]
    waiting = {i: larger for i, larger in before.items() if larger}
    for i in order:  # grows
        for j in sorted(waiting):
            waiting[j].discard(i)
            if not waiting[j]:
                del waiting[j]
                order.append(j)
    return [overload for i in order for overload in groups[i]]


def _alpha_by_place(schema: FunctionSchema) -> bool:
    return schema.name.removeprefix("aten::").removesuffix("_") in ("add", "sub")


def _bound(ops: list[OpOverload]) -> list[OpOverload]:
    """The operators that PyTorch's functions call: of derived ones those that copy a view alone.

    Neither `add.Scalar` nor `sub.Scalar`, whose ``alpha`` is given by place: a number stands for a tensor.
    """
    written = [op for op in ops if Tag.generated not in op.tags or Tag.view_copy in op.tags]
    written = [op for op in written if op._overloadname != "Scalar" or not _alpha_by_place(op.schema)]
    return written if any(not _writes_out(op) for op in written) else ops


def overloads_of(ops: list[OpOverload], *, method: bool) -> list[Overload]:
    """The overloads that a function, or a method, tries for a call; in this order."""
    ops = _bound(ops)
    found = _in_order(list((_methods if method else _functions)(ops)))
    return [*found, *(old for overload in found for old in _deprecated(overload))]


def reflected(ops: list[OpOverload]) -> list[Overload]:
    """The overloads of a reflected operator: a method of the second operand, called with the first."""
    found = []
    for overload in overloads_of(ops, method=False):
        first, second, *rest = overload.parameters
        if not overload.writes_out and not overload.deprecated and isinstance(second.of, types.TensorType):
            swapped = (replace(second, name="", operand=False), first, *rest)
            found.append(replace(overload, parameters=swapped, is_method=True))
    return found


# ---- for the engine ----


def engine_form(overload: Overload) -> Any:
    """What the engine tries."""
    kinds, exact, sizes, places, checks = bytearray(), [], bytearray(), bytearray(), []
    aliases: dict[str, int] = {}
    required = converts = 0
    for i, parameter in enumerate(overload.parameters):
        kind, cls = _kind(parameter)
        kinds.append(kind)
        exact.append(cls)
        sizes.append(parameter.size or 0)
        places.append(parameter.place)
        is_none = parameter.of is _NONE
        check = check_of(parameter.of, parameter.size, operand=parameter.operand, gathered=overload.gathers == i)
        checks.append(nothing if is_none else check)
        required |= (parameter.default is None) << i
        converts |= converts_numbers(parameter.of, operand=parameter.operand) << i
        aliases |= dict.fromkeys(OTHER_NAMES.get(parameter.name, ()), i)
    return engine.Form(
        overload.op,
        tuple(parameter.name for parameter in overload.parameters),
        overload.by_place,
        bytes(kinds),
        tuple(exact),
        bytes(sizes),
        bytes(places),
        tuple(checks),
        aliases,
        required,
        converts,
        overload.gathers,
        overload.outputs,
        _fills(overload),
    )


def _fills(overload: Overload) -> tuple[tuple[Any, ...], ...]:
    """Defaults of the function that are not the operator's."""
    if "unreduced" in _facts(overload.op):
        return tuple((p.place, 0) for p in overload.parameters if p.name == "reduction")
    schema = overload.op.schema
    if not _is_factory(schema):
        return ()
    # As in PyTorch, modes see where a factory makes a tensor; kernels need not be told what goes without saying.
    wanted: dict[str, Any] = {"pin_memory": False}
    is_like = schema.arguments[0].name == "self" and schema.arguments[0].type.has_tensors
    if not is_like:
        wanted["device"] = _CPU
    keys = dispatch_stack.keys | _BEFORE_DISPATCH
    return tuple((p.place, wanted[p.name], keys) for p in overload.parameters if p.name in wanted)


def _kind(parameter: Parameter) -> tuple[int, type | None]:
    if parameter.of is _NONE:
        return engine.KIND_PYTHON | engine.OPTIONAL, None
    kind, cls = kind_of(parameter.of)
    kind &= ~engine.OPTIONAL_ELEMENT  # functions take no None inside of lists
    if parameter.operand and kind == engine.KIND_TENSOR:
        kind = engine.KIND_OPERAND
    if parameter.size == 1 and kind & engine.LIST and cls is int:
        kind |= engine.SINGLE
    return kind | (engine.OPTIONAL if parameter.takes_none else 0), cls
