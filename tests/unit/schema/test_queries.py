"""Questions about schemas; tests/conformance compares the answers with PyTorch's."""

import pytest

from wye.schema import parse
from wye.schema.queries import (
    device_place,
    fill_defaults,
    has_kwarg_only_arguments,
    has_kwarg_only_tensors,
    has_tensor_argument,
    is_functional_schema,
    mutates_and_returns_first,
    pair_with_values,
    written_places,
)


@pytest.mark.parametrize(
    ("schema", "plain", "with_views"),
    [
        ("f(Tensor x) -> Tensor", True, True),
        ("f(Tensor(a) x) -> Tensor(a)", False, True),
        ("f(Tensor(a) x, Tensor y) -> Tensor(a)", False, False),
        ("f(Tensor(a!) x) -> Tensor", False, False),
        ("f(Tensor x) -> ()", False, False),
    ],
)
def test_a_functional_operator_writes_nothing_and_returns_something_new(schema, plain, with_views):
    parsed = parse(f"ns::{schema}")
    assert is_functional_schema(parsed) is plain
    assert is_functional_schema(parsed, allow_valid_view=True) is with_views


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ("f_(Tensor(a!) x, Tensor y) -> Tensor(a!)", True),
        ("f_(Tensor(a!) x, Tensor(b!) y) -> Tensor(a!)", False),
        ("f_(Tensor(a!) x) -> Tensor(b!)", False),
        ("f_(Tensor(a) x) -> Tensor(a)", False),
        ("f_(Tensor x) -> Tensor", False),
        ("f_() -> Tensor(a!)", False),
        ("f_(Tensor(a!) x) -> ()", False),
    ],
)
def test_an_operator_in_place_returns_what_it_writes_to(schema, expected):
    assert mutates_and_returns_first(parse(f"ns::{schema}")) is expected


def test_where_tensors_devices_and_written_arguments_are():
    schema = parse("ns::f(int n, Tensor(a!)[] x, *, Device device, Tensor(b!) out) -> ()")
    assert has_tensor_argument(schema)
    assert has_kwarg_only_arguments(schema)
    assert has_kwarg_only_tensors(schema)
    assert device_place(schema) == 2
    assert written_places(schema) == ([1], ["out"])
    empty = parse("ns::f(int n) -> ()")
    assert not has_tensor_argument(empty)
    assert device_place(empty) is None


def test_defaults_fill_what_was_left_out():
    schema = parse("ns::f(int n, int[] m=[1, 2], *, float s=1.5, str? t=None) -> ()")
    assert fill_defaults(schema, (3,), {"t": "x"}) == ((3, [1, 2]), {"s": 1.5, "t": "x"})
    assert fill_defaults(schema, (), {"n": 3}) == ((3, [1, 2]), {"s": 1.5, "t": None})


def test_arguments_stand_beside_the_values_that_were_given():
    schema = parse("ns::f(int n, int m=2, *, float s=1.5) -> ()")
    assert [(a.name, v) for a, v in pair_with_values(schema, (1,), {"s": 2.0})] == [("n", 1), ("s", 2.0)]
    assert [(a.name, v) for a, v in pair_with_values(schema, (1,), {"m": 4})] == [("n", 1), ("m", 4)]
    with pytest.raises(AssertionError, match="has 3 arguments but got 4 by place"):
        list(pair_with_values(schema, (1, 2, 3, 4), {}))
