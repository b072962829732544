"""The way of structured arguments to the schema and back."""

from __future__ import annotations

import collections.abc
import dataclasses
import inspect
import pickle
from typing import Any, NamedTuple, TypedDict

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.schema.annotated import (
    Bits,
    Cfg,
    Color,
    Inner,
    Mixed,
    Mode,
    Node,
    Opaque,
    Options,
    Outer,
    Pair,
    signature_of,
)

import wye
from wye.errors import ArgumentError
from wye.schema import parse
from wye.schema.bind import bind
from wye.schema.flatten import Hole
from wye.schema.infer import infer_signature
from wye.schema.values import DTYPES, dtype
from wye.tensors import Tensor


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
