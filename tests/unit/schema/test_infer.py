"""Schemas from annotations: PyTorch's decisions, and the way of structured arguments to the schema and back."""

from __future__ import annotations

import collections
import collections.abc
import dataclasses
import enum
import functools
import inspect
import json
import pickle
import re
import subprocess
import sys
import types
import typing
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, NamedTuple, NewType, Optional, TypedDict, TypeVar, Union

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import wye
import wye.call
from wye.errors import ArgumentError, DispatchError, SchemaError
from wye.schema import parse
from wye.schema.bind import bind
from wye.schema.flatten import Hole
from wye.schema.infer import (
    InferSchemaError,
    TagConflictError,
    infer_schema,
    infer_signature,
    register_annotation,
)
from wye.schema.values import DTYPES, LAYOUTS, MEMORY_FORMATS, device, dtype, layout, memory_format
from wye.tensors import Tensor

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "infer_schema.json").read_text(encoding="utf-8"))

CUDA = device("cuda:1")

# PyTorch's text of these cannot be read as a schema, or names its own module.
OTHER_TEXT = {
    "(x: str = 'a\"b') -> Tensor": r'(str x="a\"b") -> Tensor',
    "(x: torch.Generator) -> Tensor": "(Generator x) -> Tensor",
}


class Generator: ...


class ScriptObject: ...


class Parameter(Tensor): ...


class Size(tuple): ...  # noqa: SLOT001 - a stand-in for PyTorch's


class SymInt: ...


register_annotation(Tensor, "Tensor")
register_annotation(Generator, "Generator")
register_annotation(ScriptObject, None)

SPELLINGS: dict[str, Any] = {
    name: getattr(typing, name)
    for name in ("Any", "Callable", "Dict", "Iterable", "List", "Optional", "Sequence", "Set", "Tuple", "Union")
}
WYE_NAMES: dict[str, Any] = SPELLINGS | {
    "Tensor": Tensor,
    "Number": int | float | bool,
    "np": np,
    "torch": types.SimpleNamespace(
        Tensor=Tensor,
        Generator=Generator,
        ScriptObject=ScriptObject,
        Size=Size,
        SymInt=SymInt,
        complex64=DTYPES["complex64"],
        device=device,
        dtype=dtype,
        float32=DTYPES["float32"],
        layout=layout,
        memory_format=memory_format,
        nn=types.SimpleNamespace(Parameter=Parameter),
        ones=lambda n: wye.tensor([1.0] * n),
        types=types.SimpleNamespace(Number=int | float | bool),
    ),
}


def function(signature: str, names: dict[str, Any], *, future: bool = False) -> Any:
    scope = dict(names)
    source = f"def func{signature}: ..."
    exec(
        f"from __future__ import annotations\n{source}" if future else compile(source, "", "exec", dont_inherit=True),
        scope,
    )
    return scope["func"]


def options(record: dict[str, Any]) -> dict[str, Any]:
    return {key: record[key] for key in ("mutates_args", "op_name", "tags") if key in record}


def words(message: str) -> str:
    """The part of a message that says what is wrong, without modules."""
    message = re.split(r"\s+(?:The valid types|Got func|Please file|If you are using)", message)[0]
    return re.sub(r"[\w.]+\.(?=\w)", "", message).strip()


@pytest.mark.parametrize("record", GOLDEN, ids=lambda record: record["sig"])
def test_infer_schema_decides_as_pytorch(record: dict[str, Any]) -> None:
    func = function(record["sig"], WYE_NAMES, future=record.get("future", False))
    if "schema" in record:
        assert infer_schema(func, **options(record)) == OTHER_TEXT.get(record["sig"], record["schema"])
        return
    with pytest.raises(InferSchemaError) as caught:
        infer_schema(func, **options(record))
    assert record["raised"]["type"] in {base.__name__ for base in type(caught.value).__mro__}
    assert words(str(caught.value)).startswith(words(record["raised"]["message"]))


NAMED = [record for record in GOLDEN if "schema" in record and "=inf" not in record["schema"]]


@pytest.mark.parametrize("record", NAMED, ids=lambda record: record["sig"])
def test_what_infer_schema_takes_infer_signature_takes_alike(record: dict[str, Any]) -> None:
    func = function(record["sig"], WYE_NAMES, future=record.get("future", False))
    found = infer_signature(func, **options(record))
    assert found.schema == OTHER_TEXT.get(record["sig"], record["schema"])
    assert found.is_flat
    assert found.flatten((1,), {"b": 2}) == found.unflatten((1,), {"b": 2}) == ((1,), {"b": 2})


def signature_of(annotation: Any, **more: Any) -> Any:
    def func(x): ...

    func.__annotations__ = {"x": annotation, "return": None}
    return infer_signature(func, mutates_args=more.pop("mutates_args", ()), **more)


def argument_of(annotation: Any) -> str:
    return signature_of(annotation).schema.removeprefix("(").removesuffix(") -> ()")


def refusal(annotation: Any) -> InferSchemaError:
    with pytest.raises(InferSchemaError) as caught:
        signature_of(annotation)
    return caught.value


# ---- beyond PyTorch: one argument --------------------------------------------------------


class Color(enum.Enum):
    RED = 1
    GREEN = 2


class Mode(enum.StrEnum):
    FAST = "fast"
    EXACT = "exact"


class Bits(enum.IntFlag):
    A = 1
    B = 2


class Mixed(enum.Enum):
    ONE = 1
    TWO = "two"


class Nan(enum.Enum):
    NAN = float("nan")


T = TypeVar("T")
BoundT = TypeVar("BoundT", bound=Tensor)
OneOf = TypeVar("OneOf", int, float, bool)
Meters = NewType("Meters", float)


class Opaque: ...


@dataclasses.dataclass
class Cfg:
    w: Tensor
    alpha: float = 1.0


@dataclasses.dataclass(frozen=True, slots=True)
class Inner:
    bias: Tensor | None
    mode: Mode


@dataclasses.dataclass
class Outer:
    counted: typing.ClassVar[int] = 0
    inner: Inner
    sizes: list[int]
    total: int = dataclasses.field(init=False)

    def __post_init__(self) -> None:
        self.total = sum(self.sizes)


class Pair(NamedTuple):
    left: Tensor
    right: Color = Color.RED


class Options(TypedDict):
    w: Tensor
    scale: float


class Partly(TypedDict):
    w: Tensor
    scale: typing.NotRequired[float]


@dataclasses.dataclass
class Node:
    value: Tensor
    next: Node | None = None


@dataclasses.dataclass
class Endless:
    again: Endless


@dataclasses.dataclass
class Box(Generic[T]):
    item: T


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


# ---- infer_schema: classes are flattened, containers are PyTorch's -----------------------


def test_infer_schema_flattens_classes() -> None:
    def func(x: Tensor, cfg: Cfg, color: Color = Color.GREEN, *, more: Cfg | None = None) -> Tensor: ...

    assert infer_schema(func, mutates_args=["cfg"], op_name="ns::f") == (
        "ns::f(Tensor x, Tensor(a1!) cfg_w, float cfg_alpha, SymInt color=2, *, Tensor[]? more_tensors=None, "
        "Any? more=None) -> Tensor"
    )


def test_infer_schema_points_to_what_takes_more() -> None:
    def func(x: dict[str, Tensor]) -> None: ...

    with pytest.raises(InferSchemaError) as caught:
        infer_schema(func, mutates_args=())
    assert "infer_signature" in caught.value.__notes__[0]


@pytest.mark.parametrize("made", [3, None, "f"])
def test_what_cannot_be_called_has_no_schema(made: Any) -> None:
    with pytest.raises(TypeError, match="no signature"):
        infer_schema(made, mutates_args=())


def test_methods_partials_callables_and_wrapped_functions() -> None:
    class Callable:
        def __call__(self, x: Tensor) -> Tensor: ...

        def method(self, x: Tensor) -> Tensor: ...

    def func(x: Tensor, y: int) -> Tensor: ...

    @functools.wraps(func)
    def wrapped(*args): ...

    assert infer_schema(Callable(), mutates_args=()) == "(Tensor x) -> Tensor"
    assert infer_schema(Callable().method, mutates_args=()) == "(Tensor x) -> Tensor"
    assert infer_schema(functools.partial(func, y=3), mutates_args=()) == "(Tensor x, *, SymInt y=3) -> Tensor"
    assert infer_schema(wrapped, mutates_args=()) == "(Tensor x, SymInt y) -> Tensor"


@pytest.mark.parametrize("mutates_args", ["x", "", None, 3])
def test_mutates_args_is_a_sequence_or_unknown(mutates_args: Any) -> None:
    def func(x: Tensor) -> None: ...

    with pytest.raises(InferSchemaError, match="mutates_args must either be a sequence"):
        infer_schema(func, mutates_args=mutates_args)


def test_what_is_mutated_inside_an_argument() -> None:
    def func(cfg: Cfg, tree: dict[str, Tensor], n: int, pair: tuple[int, int]) -> None: ...

    def schema(mutates_args: Any) -> str:
        found = infer_signature(func, mutates_args=mutates_args).schema
        parse("f" + found)
        return ",".join(re.findall(r"(\w+!)\)\S* (\w+)", found)[i][1] for i in range(found.count("!")))

    assert schema("unknown") == "cfg_w,tree_tensors"
    assert schema(["cfg"]) == schema(["cfg_w"]) == "cfg_w"
    assert schema(["tree"]) == "tree_tensors"
    for wrong in ("n", "pair", "cfg_alpha"):
        with pytest.raises(InferSchemaError, match=f"Parameter {wrong} is in mutable_args"):
            schema([wrong])
    with pytest.raises(InferSchemaError, match=r"\{'v', 'w'\} in mutates_args were not found"):
        schema(["w", "v"])


def test_tags_may_be_objects_with_names() -> None:
    class Tag(enum.Enum):
        inplace = 1
        out = 2

    def func(x: Tensor) -> Tensor: ...

    assert infer_schema(func, mutates_args=["x"], tags=Tag.inplace) == "(Tensor(a0!) x) -> Tensor(a0!)"
    assert infer_schema(func, mutates_args=["x"], tags=None) == "(Tensor(a0!) x) -> Tensor"
    with pytest.raises(TagConflictError):
        infer_schema(func, mutates_args=["x"], tags=list(Tag))


def test_registering_an_annotation() -> None:
    class Mine: ...

    with pytest.raises(SchemaError):
        register_annotation(Mine, "Not a type")
    assert argument_of(Mine) == "Any x"
    register_annotation(Mine, "Stream")
    assert argument_of(Mine) == "Stream x"


# ---- defaults ----------------------------------------------------------------------------


def test_defaults_that_a_schema_can_state_stand_in_it() -> None:
    def func(
        a: list[int] = [1, 2],  # noqa: B006 - what users write
        b: tuple[float, ...] = (0.5,),
        c: Cfg | None = None,
        d: Color = Color.GREEN,
        e: tuple[int, str] = (1, 'q"\n'),
        f: memory_format = MEMORY_FORMATS["channels_last"],
        g: layout = LAYOUTS["sparse_coo"],
        h: complex = 2j,
        i: list[int] = None,  # noqa: RUF013 - what users write
        j: Cfg = None,
        k: Color = None,
        m: device = CUDA,
    ) -> None: ...

    found = infer_signature(func, mutates_args=())
    assert found.schema == (
        "(SymInt[] a=[1, 2], float[] b=[0.5], Tensor[]? c_tensors=None, Any? c=None, SymInt d=2, SymInt e_0=1, "
        r'str e_1="q\"\n", MemoryFormat f=2, Layout g=1, complex h=0.+2.j, SymInt[]? i=None, Tensor[]? j_tensors=None, '
        'Any? j=None, SymInt? k=None, Device m="cuda:1") -> ()'
    )
    assert found.flatten((), {}) == ((), {})
    assert found.unflatten((), {}) == ((), {})
    assert found.unflatten(([3],), {"e_0": 5}) == (([3],), {"e": (5, 'q"\n')})
    assert bind(parse("f" + found.schema), (), {}) == ((), {})


def test_other_defaults_are_filled_in() -> None:
    weight = wye.tensor([1.0])

    def func(x: int, y: int = 1, cfg: Cfg = Cfg(weight), *, z: float = float("inf"), w: str = "a") -> None: ...  # noqa: B008

    found = infer_signature(func, mutates_args=())
    assert found.schema == '(SymInt x, SymInt y, Tensor cfg_w, float cfg_alpha, *, float z, str w="a") -> ()'
    assert not found.is_flat
    assert found.flatten((3,), {}) == ((3, 1, weight, 1.0), {"z": float("inf")})


def test_infer_schema_refuses_defaults_that_it_cannot_state() -> None:
    def func(cfg: Cfg = Cfg(wye.tensor([1.0]))) -> None: ...  # noqa: B008 - what users write

    with pytest.raises(InferSchemaError, match="unsupported default value type"):
        infer_schema(func, mutates_args=())


# ---- names -------------------------------------------------------------------------------


def test_a_column_gives_way_to_a_parameter() -> None:
    def func(cfg: Cfg, cfg_w: int, t: dict[str, Tensor], t_tensors: int, t_tensors_: int) -> None: ...

    found = infer_signature(func, mutates_args=())
    assert found.names == {
        "cfg": ("cfg_w_", "cfg_alpha"),
        "cfg_w": ("cfg_w",),
        "t": ("t_tensors__", "t"),
        "t_tensors": ("t_tensors",),
        "t_tensors_": ("t_tensors_",),
    }


def test_keys_that_are_no_names() -> None:
    odd = TypedDict("odd", {"a-b": int, "a b": int, "é": int})
    assert argument_of(odd) == "SymInt x_a_b, SymInt x_a_b_, SymInt x__"


# ---- the calls ---------------------------------------------------------------------------


def there_and_back(found: Any, *args: Any, **kwargs: Any) -> Any:
    """Through the schema's binding, as a call goes."""
    flat = found.flatten(args, kwargs)
    return found.unflatten(*bind(parse("f" + found.schema), *flat))


def test_a_dataclass_comes_back_without_its_constructor() -> None:
    found = signature_of(Outer)
    value = Outer(Inner(None, Mode.FAST), [1, 2])
    value.total = 99
    ((back,), _) = there_and_back(found, value)
    assert back == value
    assert back is not value
    assert back.inner.mode is Mode.FAST


def test_a_mutable_tree_is_copied_only_where_tensors_are() -> None:
    found = signature_of(Any)
    x, plain = wye.tensor([1.0]), {"a": [1]}
    deque = collections.OrderedDict(b=x, a=x)
    counts = collections.defaultdict(list, {"k": [x]})
    value = {"plain": plain, "ordered": deque, "counts": counts, "node": Node(x, Node(x))}
    (tensors, skeleton), _ = found.flatten((value,), {})
    assert tensors == [x] * 5
    assert skeleton["node"] == Node(Hole(3), Node(Hole(4)))
    ((back,), _) = found.unflatten((tensors, skeleton), {})
    assert back == value
    assert back["plain"] is plain
    assert list(back["ordered"]) == ["b", "a"]
    assert back["counts"].default_factory is list


def test_the_tree_keeps_what_is_no_field() -> None:
    found = signature_of(Any)
    node = Node(wye.tensor([1.0]))
    node.extra = 3  # type: ignore[attr-defined]
    ((back,), _) = there_and_back(found, node)
    assert back.extra == 3
    assert back.value is node.value


def test_a_layer_may_change_the_tensors() -> None:
    found = signature_of(dict[str, Tensor])
    old, new = wye.tensor([1.0]), wye.tensor([2.0])
    (_, skeleton), _ = found.flatten(({"a": old},), {})
    assert found.unflatten(([new], skeleton), {}) == (({"a": new},), {})
    assert pickle.loads(pickle.dumps(skeleton)) == skeleton == {"a": Hole(0)}
    assert repr(skeleton) == "{'a': <tensor 0>}"


def test_a_tree_that_contains_itself_is_an_argument_error() -> None:
    loop: list[Any] = []
    loop.append(loop)
    with pytest.raises(ArgumentError, match="contains itself"):
        signature_of(Any).flatten((loop,), {})


class SubCfg(Cfg): ...


@pytest.mark.parametrize(
    ("annotation", "value"),
    [
        (Cfg, SubCfg(1, 2)),
        (Cfg, None),
        (Cfg, {"w": 1, "alpha": 2}),
        (Pair, (1, Color.RED)),
        (Options, {"w": 1}),
        (Options, {"w": 1, "scale": 2, "more": 3}),
        (tuple[int, int], (1,)),
        (tuple[int, int], 3),
        (Color, 1),
        (list[Color], Color.RED),
        (list[Color], [1]),
        (Outer, object.__new__(Outer)),
    ],
)
def test_a_value_of_another_class_is_an_argument_error(annotation: Any, value: Any) -> None:
    with pytest.raises(ArgumentError, match="argument 'x'"):
        signature_of(annotation).flatten((value,), {})


def test_a_field_of_another_class_is_named() -> None:
    with pytest.raises(ArgumentError, match=r"argument 'x\.inner'"):
        signature_of(Outer).flatten((Outer(None, []),), {})


def test_calls_that_do_not_fit() -> None:
    def func(cfg: Cfg, n: int = 1, *, k: int = 2) -> None: ...

    found = infer_signature(func, mutates_args=(), op_name="ns::f")
    cfg = Cfg(wye.tensor([1.0]))
    for args, kwargs, message in [
        ((), {}, "missing value for argument 'cfg'"),
        ((cfg, 1, 2), {}, "takes 2 positional"),
        ((cfg,), {"cfg": cfg}, "both as positional and keyword"),
        ((cfg,), {"m": 1}, "Unknown keyword argument 'm'"),
    ]:
        with pytest.raises(ArgumentError, match=message):
            found.flatten(args, kwargs)
    for args, kwargs, message in [
        ((), {}, "missing value for argument 'cfg_w'"),
        ((1,), {}, "missing value for argument 'cfg_alpha'"),
        ((1, 2, 3, 4), {}, "too many"),
        ((1, 2), {"cfg_w": 1}, "twice"),
        ((1, 2), {"m": 1}, "Unknown keyword argument 'm'"),
    ]:
        with pytest.raises(ArgumentError, match=message):
            found.unflatten(args, kwargs)


def test_a_signature_is_a_value() -> None:
    found = signature_of(Cfg)
    with pytest.raises(AttributeError):
        found.schema = ""
    assert repr(found) == "InferredSignature('(Tensor x_w, float x_alpha) -> ()', is_flat=False)"


# ---- every annotation, every call --------------------------------------------------------

TENSORS = st.builds(lambda: wye.tensor([1.0]))
FLOATS = st.floats(allow_nan=False)
INTS = st.integers(-(2**63), 2**63 - 1)
SIMPLE = st.sampled_from(
    [
        (Tensor, TENSORS),
        (int, INTS),
        (float, FLOATS),
        (bool, st.booleans()),
        (str, st.text(max_size=3)),
        (complex, st.complex_numbers(allow_nan=False)),
        (dtype, st.sampled_from(list(DTYPES.values()))),
        (Color, st.sampled_from(Color)),
        (Mode, st.sampled_from(Mode)),
        (Bits, st.sampled_from([Bits(0), Bits.A, Bits.A | Bits.B])),
        (Mixed, st.sampled_from(Mixed)),
        (Opaque, st.builds(Opaque)),
        (Tensor | float, TENSORS | FLOATS),
    ]
)
TREES = st.recursive(
    TENSORS | INTS | st.none() | st.builds(Opaque),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.text(max_size=2), inner, max_size=3)
        | st.builds(Node, inner, inner)
        | st.builds(Pair, inner, inner)
    ),
    max_leaves=6,
)
Typed = tuple[Any, st.SearchStrategy[Any]]


def structured(parts: list[Typed], kind: str) -> Typed:
    names = [f"f{i}" for i in range(len(parts))]
    hints = dict(zip(names, [annotation for annotation, _ in parts], strict=True))
    values = st.tuples(*[values for _, values in parts])
    if kind == "tuple":
        return tuple[tuple(hints.values())] if hints else tuple[()], values
    if kind == "dict":
        return TypedDict("Made", hints), values.map(lambda items: dict(zip(names, items, strict=True)))
    if kind == "named":
        cls: Any = NamedTuple("Made", list(hints.items()))
        return cls, values.map(cls._make)
    made = dataclasses.make_dataclass("Made", list(hints.items()), frozen=kind == "frozen", slots=kind == "frozen")
    return made, values.map(lambda items: made(*items))


KINDS = ["tuple", "dict", "named", "dataclass", "frozen"]
ANNOTATED: st.SearchStrategy[Typed] = st.recursive(
    SIMPLE | st.just((Any, TREES)),
    lambda inner: (
        inner.map(lambda t: (t[0] | None, st.none() | t[1]))
        | inner.map(lambda t: (list[t[0]], st.lists(t[1], max_size=3)))
        | inner.map(lambda t: (tuple[t[0], ...], st.lists(t[1], max_size=3).map(tuple)))
        | inner.map(lambda t: (dict[str, t[0]], st.dictionaries(st.text(max_size=2), t[1], max_size=3)))
        | st.builds(structured, st.lists(inner, max_size=3), st.sampled_from(KINDS))
    ),
    max_leaves=5,
)


def tensors_in(value: Any) -> list[Any]:
    if isinstance(value, Tensor):
        return [value]
    if dataclasses.is_dataclass(value):
        value = [getattr(value, field.name) for field in dataclasses.fields(value)]
    if isinstance(value, dict):
        value = list(value.values())
    return [found for item in value for found in tensors_in(item)] if isinstance(value, (list, tuple)) else []


@given(typed=ANNOTATED, data=st.data())
def test_any_tree_comes_back(typed: Typed, data: Any) -> None:
    found = signature_of(typed[0])
    value = data.draw(typed[1])
    assert there_and_back(found, value) == ((value,), {})


@given(typed=ANNOTATED, data=st.data())
def test_every_tensor_stands_where_keys_are_found(typed: Typed, data: Any) -> None:
    found = signature_of(typed[0])
    value = data.draw(typed[1])
    flat, _ = found.flatten((value,), {})
    arguments = parse("f" + found.schema).arguments
    seen = []
    for argument, item in zip(arguments, flat, strict=True):
        if "Tensor" in argument.type.str():
            seen += [t for t in (item if isinstance(item, list) else tensors_in(item)) if t is not None]
    assert sorted(map(id, seen)) == sorted(map(id, tensors_in(value)))


@given(typed=st.lists(st.tuples(ANNOTATED, st.booleans()), max_size=4), n_positional=st.integers(0, 4), data=st.data())
def test_every_call_comes_back(typed: list[tuple[Typed, bool]], n_positional: int, data: Any) -> None:
    parameters, seen_default = [], False
    for i, ((annotation, values), has_default) in enumerate(typed):
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD if i < n_positional else inspect.Parameter.KEYWORD_ONLY
        seen_default = has_default or (seen_default and i < n_positional)
        default = data.draw(values) if seen_default else inspect.Parameter.empty
        parameters.append(inspect.Parameter(f"p{i}", kind, annotation=annotation, default=default))

    def func(*args, **kwargs): ...

    func.__signature__ = signature = inspect.Signature(parameters, return_annotation=None)  # type: ignore[attr-defined]
    found = infer_signature(func, mutates_args="unknown")
    given_ = {
        p.name: data.draw(values)
        for p, ((_, values), _) in zip(parameters, typed, strict=True)
        if p.default is p.empty or data.draw(st.booleans())
    }
    n_args = data.draw(st.integers(0, n_positional))
    names = []
    for p in parameters[:n_args]:
        if p.name not in given_:
            break
        names.append(p.name)
    args = [given_[name] for name in names]
    kwargs = {name: value for name, value in given_.items() if name not in names}
    back = there_and_back(found, *args, **kwargs)
    expected, bound = signature.bind(*args, **kwargs), signature.bind(*back[0], **back[1])
    expected.apply_defaults()
    bound.apply_defaults()
    assert bound.arguments == expected.arguments


# ---- against PyTorch ---------------------------------------------------------------------

BASES = [
    "Tensor", "torch.dtype", "torch.device", "int", "float", "bool", "str", "complex", "Number", "torch.layout", "None",
]  # fmt: skip
SHAPES = [
    "{}", "Optional[{}]", "List[{}]", "list[{}]", "Sequence[{}]", "Optional[List[{}]]", "List[Optional[{}]]",
    "Tuple[{}, ...]", "Tuple[{0}, {0}]", "Union[{}, None]", "Dict[str, {}]", "List[List[{}]]", "Tuple[()]", "Tuple",
]  # fmt: skip
DEFAULTS = ["", " = None", " = 1", " = -2.5", " = True", " = 'a'", " = [1]", " = torch.float32", " = 2j", " = (1,)"]
ANNOTATIONS = st.builds(str.format, st.sampled_from(SHAPES), st.sampled_from(BASES))


@st.composite
def signatures(draw: Any) -> tuple[str, list[str]]:
    parts, names = [], []
    for i in range(draw(st.integers(0, 3))):
        # only keyword-only parameters may come in any order of defaults
        parts.append(f"p{i}: {draw(ANNOTATIONS)}{draw(st.sampled_from(DEFAULTS))}")
        names.append(f"p{i}")
    star = ["*"] if parts else []
    first = [f"x: {draw(ANNOTATIONS)}"] if draw(st.booleans()) else []
    mutated = draw(st.lists(st.sampled_from([*names, "x", "q"]), max_size=2)) if draw(st.booleans()) else []
    return f"({', '.join(first + star + parts)}) -> {draw(ANNOTATIONS)}", mutated


@pytest.mark.torch
@given(drawn=signatures(), tag=st.sampled_from([(), "inplace", "out"]))
def test_random_signatures_are_decided_as_torch_decides(drawn: tuple[str, list[str]], tag: Any) -> None:
    import torch

    signature, mutated = drawn
    names = SPELLINGS | {"torch": torch, "Tensor": torch.Tensor, "Number": torch.types.Number}
    tags = getattr(torch.Tag, tag) if tag else ()
    try:
        theirs = torch.library.infer_schema(function(signature, names), mutates_args=mutated, tags=tags)
    except ValueError:  # which of several mistakes is named first is not compared
        with pytest.raises(InferSchemaError):
            infer_schema(function(signature, WYE_NAMES), mutates_args=mutated, tags=tag)
        return
    assert infer_schema(function(signature, WYE_NAMES), mutates_args=mutated, tags=tag) == theirs


def test_importing_costs_no_inspect() -> None:
    code = "import sys, wye.schema.infer; sys.exit(any(m in sys.modules for m in ('inspect', 'dataclasses', 'numpy')))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
