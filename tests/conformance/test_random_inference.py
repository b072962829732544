"""Random Python signatures give the same inferred schema, or an error, on torch and on wye."""

import collections.abc
import typing

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.conformance.sides import Failure, enough, outcome, same_decision, sides

pytestmark = pytest.mark.torch
pytest.importorskip("torch")

LEAVES = ("Tensor", "int", "float", "bool", "str", "Number", "torch.dtype", "torch.device")
ODD_LEAVES = ("complex", "object", "bytes", "None", "Any", "list", "tuple", "dict", "Callable", "Unknown")
WRAPPERS = ("Optional[{}]", "{} | None", "None | {}", "List[{}]", "list[{}]", "Sequence[{}]", "abc.Sequence[{}]")
ODD_WRAPPERS = ("Tuple[{}, ...]", "tuple[{}, {}]", "Dict[str, {}]", "dict[str, {}]", "set[{}]", "Union[{}, str]",
                "Type[{}]", "Iterable[{}]", "Literal[1, 2]", "Final[{}]", "Annotated[{}, 1]",
                "NewType('N', {})")  # fmt: skip
DEFAULTS = ("None", "True", "False", "0", "-3", "10**20", "1.5", "float('inf')", "1e-30", "''", "'cpu'", "'it\\'s'",
            "torch.float32", "torch.device('cpu')", "torch.device('cuda:1')", "torch.int64")  # fmt: skip
ODD_DEFAULTS = ("()", "[1, 2]", "1j", "object()", "torch.strided", "b''", "{}")
NAMES = ("x", "y", "z", "out", "self", "n")
TAGS = ((), (), (), (), ("inplace",), ("out",), ("inplace", "out"), ("pointwise",))


def mostly(usual, odd, share=9):
    """Draw from ``usual``, and now and then from ``odd``."""
    return st.sampled_from([True] * share + [False]).flatmap(lambda often: st.sampled_from(usual if often else odd))


@st.composite
def annotations(draw, depth=2):
    text = draw(mostly(LEAVES, ODD_LEAVES))
    for _ in range(draw(st.sampled_from((0, 0, 0, 1, 1, 2)[: 2 * depth + 2]))):
        text = draw(mostly(WRAPPERS, ODD_WRAPPERS)).format(text, text)
    return repr(text) if draw(st.integers(0, 19)) == 0 else text


@st.composite
def parameters(draw, name):
    annotation = draw(annotations())
    default = draw(mostly(DEFAULTS, ODD_DEFAULTS)) if draw(st.integers(0, 3)) == 0 else None
    return name, annotation if draw(st.integers(0, 29)) else None, default


RETURNS = ("None", "Tensor", "Tensor", "int", "float", "bool", "Number", "list[Tensor]", "List[Tensor]",
           "tuple[Tensor, Tensor]", "Tuple[Tensor, int, float]", "tuple[Tensor]")  # fmt: skip
ODD_RETURNS = ("str", "Optional[Tensor]", "Sequence[Tensor]", "tuple[Tensor, ...]", "list[int]", "'Tensor'", "Unknown",
               "tuple[()]", "tuple[Tensor, None]", "tuple", "dict[str, Tensor]", "Any", "torch.dtype", "",
               "Annotated[Tensor, 1]", "Final[int]", "NewType('N', int)", "tuple[tuple[Tensor, int], int]")  # fmt: skip


@st.composite
def signatures(draw):
    names = draw(st.lists(st.sampled_from(NAMES), unique=True, max_size=4))
    found = [draw(parameters(name)) for name in names]
    star = draw(st.sampled_from([None, None, *range(len(found) + 1)]))
    positional, named = (found, []) if star is None else (found[:star], found[star:])
    positional = [p for p in positional if p[2] is None] + [p for p in positional if p[2] is not None]
    texts = [written(p) for p in positional]
    if named:
        texts += [draw(mostly(("*",), ("*rest", "*rest: Tensor"), 19)), *map(written, named)]
    if draw(st.integers(0, 39)) == 0:
        texts.append("**more: int")
    if positional and draw(st.integers(0, 39)) == 0:
        texts.insert(1, "/")
    returned = draw(mostly(RETURNS, ODD_RETURNS, 6))
    return f"def f({', '.join(texts)}){f' -> {returned}' if returned else ''}: ..."


def written(parameter) -> str:
    name, annotation, default = parameter
    return name + (f": {annotation}" if annotation else "") + (f" = {default}" if default is not None else "")


MUTATED = st.one_of(
    st.lists(st.sampled_from(NAMES), unique=True, max_size=2),
    st.just([]),
    st.just([]),
    st.just("unknown"),
    st.sampled_from(["x", "", ["nothing"], ("x",), {"x"}]),
)


def infer(torch, source, mutates_args, op_name, tags):
    """What one side makes of a function."""
    names = {name: getattr(typing, name) for name in typing.__all__}
    names |= {"torch": torch, "Tensor": torch.Tensor, "abc": collections.abc, "Number": int | float | bool}
    exec(f"{'' if 'Unknown' not in source else 'from __future__ import annotations'}\n{source}", names)
    tags = tuple(getattr(torch.Tag, name) for name in tags)
    return torch.library.infer_schema(names["f"], mutates_args=mutates_args, op_name=op_name, tags=tags)


@enough
@given(signatures(), MUTATED, st.sampled_from((None, "op", "ns::op")), st.sampled_from(TAGS))
def test_a_signature_gives_the_schema_that_torch_infers(source, mutates_args, op_name, tags):
    theirs, ours = (outcome(infer, torch, source, mutates_args, op_name, tags) for torch in sides())
    if isinstance(mutates_args, str) and mutates_args != "unknown" and not isinstance(theirs, Failure):
        theirs = Failure(ValueError, "torch notices only if there is a tensor among the parameters")
    assert same_decision(theirs, ours), f"\n{source}\n  torch: {theirs}\n  wye:   {ours}"


@enough
@given(signatures(), MUTATED, st.sampled_from(TAGS))
def test_an_inferred_schema_prints_back_as_it_is(source, mutates_args, tags):
    _, wye_torch = sides()
    text = outcome(infer, wye_torch, source, mutates_args, "f", tags)
    if not isinstance(text, Failure):
        parsed = outcome(wye_torch._C.parse_schema, text)
        assert isinstance(parsed, Failure) or outcome(wye_torch._C.parse_schema, str(parsed)) == parsed
