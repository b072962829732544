"""Writing schemas: PyTorch's text, and text that reads back."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wye.schema import AliasInfo, Argument, FunctionSchema, parse
from wye.schema.printer import format_value
from wye.schema.type_parser import contain
from wye.schema.types import (
    ANY,
    BOOL,
    COMPLEX,
    DEVICE,
    FLOAT,
    GENERATOR,
    INT,
    NUMBER,
    SCALAR_TYPE,
    STR,
    SYM_BOOL,
    SYM_INT,
    TENSOR,
    DictType,
    FutureType,
    TupleType,
    Type,
    VarType,
    list_of,
    optional_of,
)

LETTERS = "abcdefghijklmnopqrstuvwxyz"
IDENTS = st.text(LETTERS, min_size=1, max_size=3).map(lambda word: f"v_{word}")
BOUND = {SYM_INT: INT, SCALAR_TYPE: INT}
FINITE = st.floats(allow_nan=False, allow_infinity=False)
INT64 = st.integers(-(2**63), 2**63 - 1)
COMPLEXES = st.builds(complex, FINITE, FINITE)
TEXTS = st.text(st.characters(blacklist_categories=("Cs",)), max_size=8)
SIMPLE = st.sampled_from([TENSOR, INT, FLOAT, BOOL, COMPLEX, STR, NUMBER, SYM_INT, SCALAR_TYPE, SYM_BOOL, GENERATOR])
OTHERS = st.sampled_from(
    [DEVICE, ANY, TupleType(INT, TENSOR), TupleType(), DictType(STR, TENSOR), FutureType(VarType("t"))]
)


def alias_infos() -> st.SearchStrategy[AliasInfo]:
    sets = st.lists(IDENTS, min_size=1, max_size=3, unique=True) | st.just(["*"])
    return st.builds(AliasInfo, sets, sets, st.booleans())


def bound(of: Type) -> Type:
    for written, as_bound in BOUND.items():
        if of == written:
            return as_bound
        if of == list_of(written):
            return list_of(as_bound)
    return of


def defaults(of: Type) -> st.SearchStrategy[object]:
    single = st.none() | st.booleans() | INT64 | FINITE | COMPLEXES | TEXTS
    if of == FLOAT:
        return st.none() | st.booleans() | FINITE | TEXTS
    if of == COMPLEX:
        return st.none() | st.booleans() | COMPLEXES | TEXTS
    if of in (INT, SYM_INT, SCALAR_TYPE, BOOL, NUMBER, STR):
        return single
    if of == DEVICE:
        return st.sampled_from(["cpu", "cuda:0", "meta:12"])
    elements = {list_of(INT): INT64, list_of(SYM_INT): INT64, list_of(FLOAT): FINITE, list_of(BOOL): st.booleans()}
    if of in elements:
        return st.lists(elements[of], max_size=3)
    return single if of.kind() == "OptionalType" else st.none() if of == TENSOR else st.nothing()


@st.composite
def arguments(draw: st.DrawFn, *, kwarg_only: bool, returned: bool = False) -> Argument:
    of = draw(SIMPLE | OTHERS)
    size, alias = None, draw(st.none() | alias_infos()) if of.contained == () and of != TupleType() else None
    for _ in range(draw(st.integers(0, 2))):
        of = list_of(of)
        alias = contain(draw(st.none() | alias_infos()), alias)
    if of.kind() == "ListType" and draw(st.booleans()):
        size = draw(st.integers(0, 9))
    if draw(st.booleans()) and not (alias is not None and alias.contained):
        of = optional_of(of)
    name = draw(IDENTS) if not returned else draw(IDENTS | st.just(""))
    value = {}
    if kwarg_only and not returned:
        possible = defaults(of)
        if not possible.is_empty and draw(st.booleans()):
            value = {"default": draw(possible)}
    return Argument(name, bound(of), of, size, kwarg_only=kwarg_only, alias_info=alias, **value)


@st.composite
def schemas(draw: st.DrawFn) -> FunctionSchema:
    args = draw(st.lists(arguments(kwarg_only=False), max_size=3)) + draw(
        st.lists(arguments(kwarg_only=True), max_size=3)
    )
    returns = draw(st.lists(arguments(kwarg_only=False, returned=True), max_size=3))
    is_vararg = draw(st.booleans()) and not any(a.has_default for a in args)
    overload = draw(IDENTS | st.just(""))
    return FunctionSchema(f"ns::{draw(IDENTS)}", overload, args, returns, is_vararg, draw(st.booleans()))


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(schemas())
def test_what_is_printed_parses_to_an_equal_schema(schema: FunctionSchema) -> None:
    again = parse(str(schema))
    assert again == schema
    assert str(again) == str(schema)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1e-05, "1.0000000000000001e-05"),
        (0.1, "0.10000000000000001"),
        (1e18, "1000000000000000000."),
        (1e22, "1e+22"),
        (2.0**63, "9.2233720368547758e+18"),
        (-1.5, "-1.5"),
        (0.0, "0."),
        (-0.0, "-0."),
        (True, "True"),
        (None, "None"),
        (-3, "-3"),
        (1j, "0.+1.j"),
        (complex(0, -1), "0.-1.j"),
        ([0.5, 1.0], "[0.5, 1.]"),
        ("a\"'\\\n\t\x01\x7fé", '"a\\"\\\'\\\\\\n\\t\\001\\177é"'),
        (math.inf, "inf"),
    ],
)
def test_values_print_as_in_pytorch(value: object, text: str) -> None:
    assert format_value(value) == text


@pytest.mark.parametrize(
    "text",
    [
        "f(Tensor(a)[][] x) -> ()",
        "f(Tensor(a)[](b)[](c!) x) -> ()",
        "f(Tensor(a)[]?[] x) -> ()",
        "f(Tensor?(a)[2]? x) -> ()",
        "f(Tensor($0! -> ) x, Tensor[]($1! -> ) y) -> ()",
        "f(int[] x=[3, 3]) -> ()",
        "f(int[2] x=[3, 3, 3]) -> ()",
        "f(int[2] x=3) -> ()",
        'f(Device? x="cpu") -> ()',
        "f(Tensor(a|* -> b) x) -> ()",
        "f() -> ((int, t)[])",
        "f() -> (())",
        "f() -> (int[2] a, int[2]? b)",
        "f(*, Tensor x, ...) -> (Tensor, ...)",
    ],
)
def test_nothing_is_lost_in_print(text: str) -> None:
    assert str(parse(text)) == text


def test_an_unnamed_set_prints_with_a_number_and_parses_back() -> None:
    schema = parse("f(Tensor! x, Tensor! y) -> ()")
    assert str(schema) == "f(Tensor($0! -> ) x, Tensor($1! -> ) y) -> ()"
    assert parse(str(schema)) == schema
