"""What a schema answers about itself."""

from __future__ import annotations

import copy
import pickle

import pytest

from wye.schema import NO_DEFAULT, AliasInfo, Argument, FunctionSchema, parse
from wye.schema.types import (
    ANY,
    DIMNAME,
    INT,
    NONE,
    NUMBER,
    SYM_FLOAT,
    SYM_INT,
    TENSOR,
    DictType,
    FutureType,
    ListType,
    TupleType,
    UnionType,
    VarType,
    is_subtype,
    list_of,
    optional_of,
    union_of,
)

SPLIT = "aten::split.Tensor(Tensor(a -> *) self, SymInt split_size, int dim=0) -> Tensor(a)[]"
OUT = "aten::add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)"


def test_names_come_in_parts() -> None:
    schema = parse(OUT)
    assert (schema.name, schema.overload_name) == ("aten::add", "out")
    assert (schema.namespace, schema.qualified_name) == ("aten", "aten::add.out")
    assert (parse("f() -> ()").namespace, parse("f() -> ()").qualified_name) == ("", "f")


def test_a_schema_that_writes_is_mutable_and_not_functional() -> None:
    schema = parse(OUT)
    assert (schema.is_mutable, schema.is_functional, schema.is_view_op) == (True, False, False)
    assert schema.written_arguments == (3,)
    assert [argument.is_out for argument in schema.arguments] == [False, False, False, True]


def test_a_view_is_neither_mutable_nor_functional() -> None:
    schema = parse(SPLIT)
    assert (schema.is_mutable, schema.is_functional, schema.is_view_op) == (False, False, True)


def test_a_schema_without_alias_sets_is_functional() -> None:
    assert parse("f(Tensor x, int[] y) -> (Tensor, int)").is_functional


def test_a_written_argument_given_by_position_is_no_out_argument() -> None:
    argument = parse("f(Tensor(a!) x) -> ()").arguments[0]
    assert (argument.is_write, argument.is_out) == (True, False)


def test_a_list_of_written_elements_is_written() -> None:
    assert parse("f(Tensor(a!)[] xs) -> ()").is_mutable
    assert not parse("f(Tensor(a!)[](b) xs) -> ()").is_mutable


def test_returns_alias_the_arguments_that_share_a_set() -> None:
    assert parse(SPLIT).aliased_arguments(0) == (0,)
    schema = parse("f(Tensor(a) x, Tensor(b) y, Tensor z) -> (Tensor(b), Tensor(a|b), Tensor)")
    assert [schema.aliased_arguments(place) for place in range(3)] == [(1,), (0, 1), ()]
    assert schema.may_alias(1, 0)
    assert not schema.may_alias(0, 0)


def test_the_wildcard_may_alias_every_argument_with_a_set() -> None:
    schema = parse("f(Tensor(a) x, Tensor y) -> Tensor(*)")
    assert schema.aliased_arguments(0) == (0,)


def test_a_symint_is_bound_as_an_int() -> None:
    argument = parse(SPLIT).arguments[1]
    assert (argument.type, argument.real_type) == (INT, SYM_INT)
    assert (argument.real_type.str(), argument.real_type.annotation_str) == ("SymInt", "int")


def test_none_as_a_default_is_a_default() -> None:
    with_none, without = parse("f(*, Tensor? x=None, Tensor? y) -> ()").arguments
    assert (with_none.has_default_value(), with_none.default_value) == (True, None)
    assert (without.has_default_value(), without.default_value) == (False, None)
    assert repr(NO_DEFAULT) == "NO_DEFAULT"


def test_a_list_default_is_new_each_time() -> None:
    argument = parse("f(int[] x=[1, 2]) -> ()").arguments[0]
    first = argument.default_value
    assert isinstance(first, list)
    first.append(3)
    assert (argument.default, argument.default_value) == ((1, 2), [1, 2])


def test_a_schema_and_its_parts_cannot_be_changed() -> None:
    schema = parse(OUT)
    for part in (schema, schema.arguments[3], schema.arguments[3].alias_info, schema.arguments[3].type):
        with pytest.raises(AttributeError, match="immutable"):
            part.name = "x"  # type: ignore[union-attr]
        with pytest.raises(AttributeError, match="immutable"):
            del part.name  # type: ignore[union-attr]
        assert not hasattr(part, "__dict__")


@pytest.mark.parametrize(
    "text", [SPLIT, OUT, "f((int, ()) x, Dict(str, t)? y, Union(int, str) z, Future(int) w) -> ()"]
)
def test_a_schema_survives_copy_and_pickle(text: str) -> None:
    schema = parse(text)
    assert copy.deepcopy(schema) == schema
    assert pickle.loads(pickle.dumps(schema)) == schema
    assert pickle.loads(pickle.dumps(NO_DEFAULT)) is NO_DEFAULT


def test_equal_schemas_have_equal_hashes() -> None:
    one, other = parse(OUT), parse(f"  {OUT}  ")
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other, parse(SPLIT)}) == 2


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("f(int x=1) -> ()", "f(int x=True) -> ()"),
        ("f(Scalar x=1) -> ()", "f(Scalar x=1.) -> ()"),
        ("f(float x=0.) -> ()", "f(float x=-0.) -> ()"),
        ("f(Tensor? x=None) -> ()", "f(Tensor? x) -> ()"),
        ("f(int x) -> ()", "f(SymInt x) -> ()"),
        ("f(int[2] x) -> ()", "f(int[] x) -> ()"),
        ("f(int x) -> ()", "f(*, int x) -> ()"),
        ("f(Tensor(a) x) -> ()", "f(Tensor(a!) x) -> ()"),
        ("f(Tensor(a)[] x) -> ()", "f(Tensor(b)[] x) -> ()"),
        ("f() -> ()", "f() -> ..."),
        ("f() -> ()", "f(...) -> ()"),
        ("f() -> ()", "f.o() -> ()"),
        ("f() -> int", "f() -> int x"),
    ],
)
def test_schemas_that_differ_are_not_equal(one: str, other: str) -> None:
    assert parse(one) != parse(other)


def test_the_order_in_an_alias_set_does_not_matter() -> None:
    assert parse("f(Tensor(a|b) x) -> ()") == parse("f(Tensor(b|a) x) -> ()")


def test_a_schema_is_equal_to_nothing_else() -> None:
    assert parse("f() -> ()") != "f() -> ()"
    assert AliasInfo((), (), False) != ()
    assert Argument("x", INT) != INT
    assert INT != "int"


def test_a_schema_can_be_built_without_text() -> None:
    argument = Argument("x", list_of(INT), size=2, default=[1, 1])
    schema = FunctionSchema("ns::f", "", [argument], [Argument("", TENSOR)])
    assert str(schema) == "ns::f(int[2] x=1) -> Tensor"
    assert (str(argument), repr(argument)) == ("int[2] x=1", "<Argument int[2] x=1>")
    assert repr(AliasInfo(("a",), ("a",), True)) == "AliasInfo(('a',), ('a',), is_write=True)"


def test_types_are_shared_and_compare_by_text() -> None:
    assert list_of(INT) is list_of(INT)
    assert ListType(INT) == list_of(INT)
    assert optional_of(optional_of(INT)) is optional_of(INT)
    assert VarType("int") != INT


def test_types_print_as_schema_and_as_annotation() -> None:
    of = optional_of(list_of(DictType(TENSOR, TupleType(NUMBER, FutureType(INT)))))
    assert of.str() == "Dict(Tensor, (Scalar, Future(int)))[]?"
    assert of.annotation_str == str(of) == "Optional[List[Dict[Tensor, Tuple[number, Future[int]]]]]"
    assert (of.kind(), of.containedTypes()[0].kind(), TupleType().annotation_str) == (
        "OptionalType",
        "ListType",
        "Tuple[()]",
    )
    assert list_of(INT).getElementType() is INT


def test_types_without_text_exist_in_the_model() -> None:
    assert (SYM_FLOAT.kind(), SYM_FLOAT.annotation_str, DIMNAME.kind()) == ("SymFloatType", "float", "DimnameType")


def test_subtypes_are_as_in_pytorch() -> None:
    union = union_of([INT, VarType("s"), TENSOR])
    assert isinstance(union, UnionType)
    yes = [(INT, ANY), (INT, NUMBER), (INT, optional_of(NUMBER)), (NONE, optional_of(INT)), (TENSOR, union)]
    yes += [(TupleType(INT), TupleType(NUMBER)), (FutureType(INT), FutureType(NUMBER)), (VarType("t"), VarType("u"))]
    no = [(NUMBER, INT), (list_of(INT), list_of(NUMBER)), (optional_of(INT), INT), (union, TENSOR), (NONE, INT)]
    no += [(TupleType(INT), TupleType(INT, INT)), (DictType(INT, INT), DictType(INT, NUMBER))]
    assert [pair for pair in yes if not is_subtype(*pair)] == []
    assert [pair for pair in no if is_subtype(*pair)] == []
    assert INT.isSubtypeOf(NUMBER)
    assert INT.is_subtype_of(NUMBER)
