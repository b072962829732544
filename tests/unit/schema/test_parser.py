"""Reading schemas: what parses, what does not, and what the errors say."""

from __future__ import annotations

import pytest

from wye.errors import SchemaError
from wye.schema import FunctionSchema, parse, parse_name, parse_schema_or_name, register_class
from wye.schema.lexer import tokenize
from wye.schema.type_parser import MAX_DEPTH
from wye.schema.values import device


def error(text: str, *, typevars: bool = True) -> SchemaError:
    with pytest.raises(SchemaError) as caught:
        parse(text, typevars)
    return caught.value


def default(text: str) -> object:
    return parse(f"f({text}) -> ()").arguments[0].default_value


def test_a_schema_without_brackets_is_a_name() -> None:
    assert parse_schema_or_name("aten::add.Tensor") == ("aten::add", "Tensor")
    assert isinstance(parse_schema_or_name("aten::add() -> ()"), FunctionSchema)


def test_a_name_is_not_a_schema() -> None:
    assert str(error("aten::add")).startswith("Tried to parse a function schema but only the operator name was given")


def test_a_schema_is_not_a_name() -> None:
    with pytest.raises(SchemaError, match="expected eof but found"):
        parse_name("f() -> ()")


def test_overloads_named_default_or_with_two_underscores_are_refused() -> None:
    assert "default is not a legal overload name" in str(error("f.default() -> ()"))
    assert "__x is not a legal overload name" in str(error("f.__x() -> ()"))


def test_the_error_carries_the_text_and_the_column() -> None:
    found = error("f(Tensor x, ) -> ()")
    assert (found.text, found.column) == ("f(Tensor x, ) -> ()", 12)
    assert str(found).split("\n")[1:] == ["f(Tensor x, ) -> ()", "            ~ <--- HERE"]


def test_the_caret_stands_under_the_line_of_the_mistake() -> None:
    lines = str(error("f(Tensor x,\n  Foo y,\n  int z) -> ()")).split("\n")
    assert lines[1:] == ["  Foo y,", "  ~~~ <--- HERE"]


def test_the_end_of_the_text_has_a_caret_too() -> None:
    assert str(error("f(")).split("\n")[1:] == ["f(", "  ~ <--- HERE"]


def test_the_error_is_also_a_runtime_error_and_a_value_error() -> None:
    assert isinstance(error("f("), RuntimeError)
    assert isinstance(error("f("), ValueError)


def test_an_annotation_spelling_is_answered_with_the_schema_spelling() -> None:
    assert any("int[]" in note for note in error("f(List[int] x) -> ()").__notes__)


@pytest.mark.parametrize("text", ["f(Tensor x)\n-> Tensor", "f\n() -> ()", "f() -> Tensor\nx", "f.\nb() -> ()"])
def test_a_line_may_only_end_inside_brackets(text: str) -> None:
    assert "<--- HERE" in str(error(text))


@pytest.mark.parametrize(
    "text", ["\nf() -> ()", "f() -> ()\n\n", "f(\n) -> (\n)", "f() \\\n-> ()", "f() -> () # end", "# start\nf() -> ()"]
)
def test_blank_lines_comments_and_continued_lines_are_skipped(text: str) -> None:
    assert str(parse(text)) == "f() -> ()"


@pytest.mark.parametrize("word", ["def", "class", "is", "None", "True", "NoneType", "with"])
def test_keywords_are_not_names(word: str) -> None:
    assert str(error(f"f(Tensor {word}) -> ()")).startswith(f"expected ident but found '{word}' here:")


@pytest.mark.parametrize("word", ["from", "lambda", "self", "async", "yield", "try"])
def test_other_words_of_python_are_names(word: str) -> None:
    assert parse(f"f(Tensor {word}) -> ()").arguments[0].name == word


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("int x=long", 4),
        ("int x=Mean", 1),
        ("int x=contiguous_format", 0),
        ("ScalarType x=bfloat16", 15),
        ("ScalarType? x=uint64", 29),
        ("ScalarType[] x=[half, double]", [5, 7]),
        ("float x=1", 1.0),
        ("float? x=1", 1),
        ("float[] x=[1, 2.5, -3]", [1.0, 2.5, -3.0]),
        ("int x=1.5", 1.5),
        ("int x=- 1", -1),
        ("int x=010", 10),
        ("Scalar x=1j", 1j),
        ("complex x=1.5+2j", 1.5 + 2j),
        ("complex x=-1.5-2e3j", -1.5 - 2000j),
        ("complex[2] x=1j", [1j, 1j]),
        ("int[3] x=2", [2, 2, 2]),
        ("int[0] x=2", []),
        ("int[2]? x=1", 1),
        ("bool[] x=[True, False]", [True, False]),
        ("Device x='cuda:1'", device("cuda:1")),
        ("Device x=cuda:1", device("cuda:1")),
        ("Device x=cpu", device("cpu")),
        ("Tensor? x=1", 1),
        ("str x='''a'b\"c'''", "a'b\"c"),
        ('str x="""a\nb"""', "a\nb"),
        (r"str x='\101\n\\\''", "A\n\\'"),
        ("str x='é'", "é"),
        ("float x=5e-324", 5e-324),
    ],
)
def test_a_default_is_what_the_text_says(text: str, value: object) -> None:
    found = default(text)
    assert (type(found), found) == (type(value), value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("complex x=1", "expected an imaginary number"),
        ("complex[] x=[1]", "expected an imaginary number"),
        ("int x=9223372036854775808", "64 bits"),
        ("int x=" + "9" * 10_000, "64 bits"),
        ("float x=1e400", "double"),
        ("float x=1e-400", "double"),
        ("int[] x=[1.5]", "expected int elements"),
        ("int[2] x=None", "expected int elements"),
        ("float[] x=[True]", "expected float elements"),
        ("Tensor[] x=[]", "lists are only supported"),
        ("int[][] x=[]", "lists are only supported"),
        ("Storage x=None", "cannot have"),
        ("SymBool x=True", "cannot have"),
        ("Device x=None", "expected string_literal but found 'None'"),
        ("Device x='cuda:'", "Invalid device"),
        ("Device x='cuda:01'", "Invalid device"),
        ("Device x=''", "Invalid device"),
        ("Device x=cuda:", "Invalid device"),
        (r"str x='\x41'", "ill formed escape"),
        (r"str x='\777'", "ill formed escape"),
        (r"str x='\189'", "ill formed escape"),
        ("str x='a", "expected a valid token but found '''"),
        ("str x='a\nb'", "expected a valid token but found '''"),
        ("int x=0x10", "expected ) but found 'ident'"),
        ("int[2147483647] x=1", "at most"),
        ("int[2147483648] x", "list size"),
        ("int[.5] x", "list size"),
        ("int[" + "9" * 10_000 + "] x", "list size"),
        ("NoneType? x", "None already"),
        ("Union(int, int) x", "different types"),
        ("Union(int, Any) x", "different types"),
        ("Union() x", "expected ident but found ')'"),
        ("Dict(int[], int) x", "Cannot create dict for key type 'int[]'"),
        ("__torch__.torch.foo.a x", "Expected classes namespace but got foo"),
        ("int64_t x, T y", "unknown type specifier"),
        ("int[2][] x", "expected ident but found '['"),
        ("(int[2], int) x", "expected ) but found '['"),
        ("Tensor?(a) x", "expected ident but found '('"),
        ("Tensor(a)! x", "expected ident but found '!'"),
        ("Tensor($0!) x", "expected arrow but found ')'"),
        ("Tensor$0 x", "expected a valid token but found '$'"),
        ("int x=1, ...", "can't have default value args"),
    ],
)
def test_what_cannot_be_is_refused_and_says_what_was_expected(text: str, words: str) -> None:
    message = str(error(f"f({text}) -> ()"))
    assert words in message
    assert "<--- HERE" in message


def test_cpp_spellings_are_answered_with_the_right_one() -> None:
    assert "Use `float` instead of `double`" in str(error("f(double x) -> ()", typevars=False))
    assert "Use `SymInt` or `int` instead of `int64_t`" in str(error("f(int64_t x) -> ()", typevars=False))


def test_a_class_type_parses_once_it_is_registered() -> None:
    text = "f(__torch__.torch.classes.test_parser.Thing x) -> ()"
    assert "register_class('test_parser.Thing')" in error(text).__notes__[0]
    register_class("test_parser.Thing")
    assert parse(text).arguments[0].type.kind() == "ClassType"


def test_optional_of_optional_is_optional() -> None:
    assert parse("f(int[]??? x) -> ()") == parse("f(int[]? x) -> ()")


def test_unions_are_flat_and_ordered() -> None:
    assert str(parse("f(Union(str, Union(int, Tensor)) x) -> ()")) == "f(Union(Tensor, int, str) x) -> ()"
    assert str(parse("f(Union(int, NoneType) x) -> ()")) == "f(int? x) -> ()"


def test_inside_tuples_and_dictionaries_a_symint_is_an_int() -> None:
    assert str(parse("f((SymInt, Layout) x, Dict(str, SymInt) y) -> ()")) == "f((int, int) x, Dict(str, int) y) -> ()"


@pytest.mark.parametrize("size", [MAX_DEPTH + 1, 2_000, 100_000])
@pytest.mark.parametrize(
    ("opening", "middle", "closing"),
    [("(", "int", ")"), ("", "Tensor", "[]"), ("Future(", "int", ")"), ("Dict(str, ", "int", ")"), ("", "int", "[]?")],
)
def test_deep_nesting_is_refused_without_a_crash(size: int, opening: str, middle: str, closing: str) -> None:
    found = error(f"f({opening * size}{middle}{closing * size} x) -> ()")
    assert f"nested more than {MAX_DEPTH} deep" in str(found)


def test_nesting_within_the_limit_is_accepted() -> None:
    text = f"f({'(' * 30}int{'[]' * 30}{')' * 30} x) -> ()"
    assert str(parse(text)) == text


@pytest.mark.parametrize("piece", ["(", "[", '"', "'", "\\", '"\\', "#", "a|", "?", "->", "$", "...", "1.", "é", "\n "])
def test_a_long_run_of_anything_is_refused(piece: str) -> None:
    for text in (piece * 50_000, f"f(Tensor{piece * 50_000} x) -> ()", f"f(str x={piece * 50_000}) -> ()"):
        with pytest.raises(SchemaError):
            parse(text + "!")


def test_many_question_marks_fold_into_one() -> None:
    assert str(parse(f"f(Tensor{'?' * 50_000} x) -> ()")) == "f(Tensor? x) -> ()"


def test_tokens_end_with_an_empty_one() -> None:
    assert tokenize("") == [""]
    assert tokenize("a->b  ")[:4] == ["a", "->", "b", ""]


def test_a_list_without_default_may_follow_a_default_as_in_pytorch() -> None:
    assert len(parse("f(int x=1, int[2] y, Tensor[] z) -> ()").arguments) == 3
    found = error("f(int x=1, int[] y, int? z) -> (int z)")
    assert "Non-default positional argument follows default argument. Parameter z" in str(found)
    assert found.column == 25


def test_arguments_with_one_name_are_accepted_as_in_pytorch() -> None:
    assert [a.name for a in parse("f(int x, int x) -> ()").arguments] == ["x", "x"]


def test_a_keyword_is_no_name_even_when_the_rest_was_read_before():
    from wye.schema.lexer import KEYWORDS

    rest = "(Tensor only_here) -> Tensor"
    parse("fine" + rest)
    for word in KEYWORDS:
        for text in (word + rest, f"ns::{word}{rest}", f"fine.{word}{rest}"):
            with pytest.raises(SchemaError):
                parse(text)
    for text in ("fine.default" + rest, "fine.__x" + rest):
        with pytest.raises(SchemaError):
            parse(text)
    assert parse("fine.default_" + rest).overload_name == "default_"
