"""Schemas from functions: PyTorch's decisions, defaults, names, and what is mutated."""

from __future__ import annotations

import enum
import functools
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, TypedDict

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.schema.annotated import SPELLINGS, WYE_NAMES, Cfg, Color, argument_of, function

import wye
from wye.errors import InferSchemaError, TagConflictError
from wye.schema import parse
from wye.schema.bind import bind
from wye.schema.infer import infer_schema, infer_signature
from wye.schema.values import LAYOUTS, MEMORY_FORMATS, device, layout, memory_format
from wye.tensors import Tensor  # noqa: TC001 - annotations are evaluated

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "infer_schema.json").read_text(encoding="utf-8"))

CUDA = device("cuda:1")

# PyTorch's text of these cannot be read as a schema, or names its own module.
OTHER_TEXT = {
    "(x: str = 'a\"b') -> Tensor": r'(str x="a\"b") -> Tensor',
    "(x: torch.Generator) -> Tensor": "(Generator x) -> Tensor",
}


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
