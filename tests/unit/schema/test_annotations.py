"""What each annotation becomes in a schema, and which are refused."""

from __future__ import annotations

import collections.abc
import dataclasses
import inspect
import sys
import typing
from typing import Annotated, Any, Literal, Optional, TypedDict, TypeVar, Union

import numpy as np
import pytest
from tests.unit.schema.annotated import (
    Bits,
    BoundT,
    Box,
    Cfg,
    Color,
    Endless,
    Generator,
    Meters,
    Mixed,
    Mode,
    Nan,
    Node,
    OneOf,
    Opaque,
    Options,
    Outer,
    Pair,
    Parameter,
    Partly,
    T,
    argument_of,
    function,
    signature_of,
)

from wye.errors import DispatchError, InferSchemaError, SchemaError
from wye.schema import parse
from wye.schema.infer import infer_schema, infer_signature, register_annotation
from wye.schema.values import dtype, layout, memory_format
from wye.tensors import Tensor


def refusal(annotation: Any) -> InferSchemaError:
    with pytest.raises(InferSchemaError) as caught:
        signature_of(annotation)
    return caught.value


@pytest.mark.parametrize(
    ("annotation", "text"),
    [
        (Tensor | None, "Tensor? x"),
        (Optional[list[Tensor]], "Tensor[]? x"),  # noqa: UP045 - the old spelling
        (list[Tensor | None] | None, "Tensor?[]? x"),
        (collections.abc.Sequence[int | None], "SymInt?[] x"),
        (list[str], "str[] x"),
        (list[list[int]], "SymInt[][] x"),
        (list["Tensor"], "Tensor[] x"),
        (tuple[int, ...], "SymInt[] x"),
        (tuple[Tensor, ...] | None, "Tensor[]? x"),
        (complex, "complex x"),
        (layout | None, "Layout? x"),
        (memory_format, "MemoryFormat x"),
        (list[dtype], "ScalarType[] x"),
        (Union[int, float], "Scalar x"),  # noqa: UP007 - the old spelling
        (int | float | complex | None, "Scalar? x"),
        (int | str, "Any x"),
        (Annotated[list[Annotated[int, "size"]], "sizes"], "SymInt[] x"),
        (Meters, "float x"),
        (BoundT, "Tensor x"),
        (OneOf, "Scalar x"),
        (Literal["a", "b"], "str x"),
        (Literal[1, 2] | None, "SymInt? x"),
        (Literal[1, "a"], "Any x"),
        (dict[str, float], "Dict(str, float) x"),
        (dict[str, dtype], "Tensor[] x_tensors, Any x"),
        (dict[str, dict[str, int]], "Tensor[] x_tensors, Any x"),
        (collections.abc.Mapping[int, list[int]] | None, "Dict(int, int[])? x"),
        (Parameter, "Tensor x"),
        (np.ndarray, "Tensor x"),
        (Opaque, "Any x"),
        (list[Opaque], "Any[] x"),
        (Opaque | None, "Any? x"),
        (Generator | None, "Generator? x"),
        (Color, "SymInt x"),
        (Color | None, "SymInt? x"),
        (list[Mode], "str[] x"),
        (Bits, "SymInt x"),
        (Mixed, "Any x"),
        (Nan, "Any x"),
        (Cfg, "Tensor x_w, float x_alpha"),
        (Outer, "Tensor? x_inner_bias, str x_inner_mode, SymInt[] x_sizes, SymInt x_total"),
        (Pair, "Tensor x_left, SymInt x_right"),
        (Options, "Tensor x_w, float x_scale"),
        (tuple[Tensor, int], "Tensor x_0, SymInt x_1"),
        (tuple[Cfg, tuple[int]], "Tensor x_0_w, float x_0_alpha, SymInt x_1_0"),
        (tuple[()], ""),
        (Cfg | None, "Tensor[]? x_tensors, Any? x"),
        (list[Cfg], "Tensor[] x_tensors, Any x"),
        (list[list[Tensor]], "Tensor[] x_tensors, Any x"),
        (dict[str, Tensor], "Tensor[] x_tensors, Any x"),
        (dict[str, dict[str, Tensor]] | None, "Tensor[]? x_tensors, Any? x"),
        (Tensor | float, "Tensor[] x_tensors, Any x"),
        (Partly, "Tensor[] x_tensors, Any x"),
        (collections.namedtuple("Bare", "a b"), "Tensor[] x_tensors, Any x"),
        (Box[int], "Tensor[] x_tensors, Any x"),
        (Any, "Tensor[]? x_tensors, Any? x"),
        (object, "Tensor[]? x_tensors, Any? x"),
        (Node, "Tensor x_value, Tensor[]? x_next_tensors, Any? x_next"),
        (Endless, "Tensor[] x_again_tensors, Any x_again"),
    ],
    ids=str,
)
def test_an_annotation_has_its_text(annotation: Any, text: str) -> None:
    assert argument_of(annotation) == text
    parse(f"f({text}) -> ()")


@pytest.mark.parametrize(
    "annotation",
    [
        list,
        dict,
        tuple,
        typing.List,  # noqa: UP006 - the old spelling
        set[int],
        collections.abc.Iterable[Tensor],
        collections.abc.Callable,
        collections.abc.Callable[[int], int],
        None,
        type,
        bytes,
        T,
        Box,
        3,
        list[dict],
        np.zeros(2),
    ],
    ids=str,
)
def test_what_says_nothing_of_its_inside_is_refused(annotation: Any) -> None:
    error = refusal(annotation)
    assert "has unsupported type" in str(error)
    assert isinstance(error, (DispatchError, ValueError))
    assert len(error.__notes__) > 1


def test_a_refusal_names_the_field() -> None:
    @dataclasses.dataclass
    class Bad:
        ok: int
        meta: dict

    assert "Parameter x.meta has unsupported type <class 'dict'>" in str(refusal(Bad))
    assert "say what is inside" in refusal(Bad).__notes__[0]


def test_an_alias_stands_for_its_type() -> None:
    extensions = pytest.importorskip("typing_extensions")
    item = TypeVar("item")
    sizes = extensions.TypeAliasType("sizes", list[int])
    several = extensions.TypeAliasType("several", list[item], type_params=(item,))
    assert argument_of(sizes | None) == "SymInt[]? x"
    assert argument_of(several[Tensor]) == "Tensor[] x"


@pytest.mark.skipif(sys.version_info < (3, 12), reason="the type statement came with Python 3.12")
def test_the_type_statement() -> None:
    scope: dict[str, Any] = {"Tensor": Tensor}
    source = """
    type Sizes = list[int]
    type Several[T] = list[T] | None
    type Nested = dict[str, Nested | Tensor]
    type Loop = Loop
    type Grows[T] = list[Grows[list[T]]]
    def grows(x: Grows[Tensor]) -> None: ...
    type Unknown = Nowhere
    def generic[T: Tensor](x: T, s: Sizes, m: Several[T], n: Nested) -> T: ...
    def quoted[T: Tensor](x: "T") -> "T": ...
    def loop(x: Loop) -> None: ...
    def unknown(x: Unknown) -> None: ...
    """
    exec(inspect.cleandoc(source), scope)
    generic = "(Tensor x, SymInt[] s, Tensor[]? m, Tensor[] n_tensors, Any n) -> Tensor"
    assert infer_signature(scope["generic"], mutates_args=()).schema == generic
    assert infer_signature(scope["grows"], mutates_args=()).schema == "(Tensor[] x_tensors, Any x) -> ()"
    assert infer_schema(scope["quoted"], mutates_args=()) == "(Tensor x) -> Tensor"
    with pytest.raises(InferSchemaError, match=r"unsupported type|stands for itself"):
        infer_schema(scope["loop"], mutates_args=())
    with pytest.raises(InferSchemaError, match="Nowhere"):
        infer_schema(scope["unknown"], mutates_args=())


def test_a_string_may_name_what_the_function_closes_over() -> None:
    local = Tensor

    def func(x: local) -> local:
        return local and x

    assert infer_schema(func, mutates_args=()) == "(Tensor x) -> Tensor"


def test_a_string_that_stands_for_itself_ends() -> None:
    with pytest.raises(InferSchemaError, match="stands for itself"):
        infer_schema(function("(x: 'a') -> None", {"a": "b", "b": "a"}), mutates_args=())
    with pytest.raises(InferSchemaError, match="unsupported type"):
        infer_schema(function("(x: 'a') -> None", {"a": "a"}), mutates_args=())


def test_a_class_whose_fields_cannot_be_evaluated() -> None:
    class Local: ...

    @dataclasses.dataclass
    class Bad:
        x: Local

    class BadDict(TypedDict):
        x: Local

    for cls in (Bad, BadDict):
        assert "name 'Local' is not defined" in str(refusal(cls))


def test_registering_an_annotation() -> None:
    class Mine: ...

    with pytest.raises(SchemaError):
        register_annotation(Mine, "Not a type")
    assert argument_of(Mine) == "Any x"
    register_annotation(Mine, "Stream")
    assert argument_of(Mine) == "Stream x"
