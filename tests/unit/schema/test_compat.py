"""Two versions of a schema: what still works, and why not."""

from __future__ import annotations

import pytest

from wye.schema import parse


def backward(new: str, old: str) -> bool:
    return parse(new).is_backward_compatible_with(parse(old))


def forward(new: str, old: str) -> tuple[bool, str]:
    return parse(new).check_forward_compatible_with(parse(old))


def test_a_schema_is_compatible_with_itself() -> None:
    text = "f(Tensor x, int[2] y=0, *, Tensor? z=None, Tensor(a!) out) -> Tensor(a!)"
    assert backward(text, text)
    assert forward(text, text) == (True, "")


def test_a_new_argument_needs_a_default() -> None:
    assert backward("f(int x, int y=1) -> ()", "f(int x) -> ()")
    assert not backward("f(int x, int y) -> ()", "f(int x) -> ()")
    assert forward("f(int x, int y) -> ()", "f(int x) -> ()")[1].endswith("did not provide a default value.")


def test_a_new_argument_with_a_list_as_default_is_not_forward_compatible() -> None:
    found = forward("f(int x, int[] y=[]) -> ()", "f(int x) -> ()")
    assert found == (
        False,
        "Function schema is not forward compatible since the new argument 'y' of type int[] has a container type "
        "as its default value.",
    )


def test_a_wider_argument_is_backward_and_a_narrower_one_forward_compatible() -> None:
    assert backward("f(Scalar x) -> ()", "f(int x) -> ()")
    assert not backward("f(int x) -> ()", "f(Scalar x) -> ()")
    assert forward("f(int x) -> ()", "f(Scalar x) -> ()") == (True, "")


def test_a_narrower_return_is_backward_compatible() -> None:
    assert backward("f() -> int", "f() -> int?")
    assert not backward("f() -> int?", "f() -> int")


def test_an_argument_may_stop_being_keyword_only_but_not_become_it() -> None:
    assert backward("f(int x) -> ()", "f(*, int x) -> ()")
    assert not backward("f(*, int x) -> ()", "f(int x) -> ()")


def test_returns_do_not_count_for_forward_compatibility() -> None:
    assert forward("f() -> int", "f() -> Tensor") == (True, "")


def test_an_argument_may_gain_a_default_but_not_change_or_lose_it() -> None:
    assert backward("f(int x=1) -> ()", "f(int x) -> ()")
    assert not backward("f(int x) -> ()", "f(int x=1) -> ()")
    assert not backward("f(int x=2) -> ()", "f(int x=1) -> ()")


def test_an_argument_added_before_out_passes() -> None:
    new, old = "f(int y=1, *, Tensor(a!) out) -> ()", "f(*, Tensor(a!) out) -> ()"
    assert backward(new, old)
    assert forward(new, old) == (True, "")


def test_a_changed_out_argument_is_named() -> None:
    new, old = "f(*, Tensor(a!) out) -> ()", "f(*, Tensor(b!) out) -> ()"
    assert not backward(new, old)
    assert forward(new, old) == (False, "Out argument 'out' is not FC with the older version of the schema")


def test_another_number_of_out_arguments_is_not_forward_compatible() -> None:
    found = forward("f(*, Tensor(a!) out) -> ()", "f() -> ()")
    assert found == (False, "Function schema should have the same number of out arguments")


@pytest.mark.parametrize("new", ["g() -> ()", "f.o() -> ()", "f(...) -> ()", "f() -> ...", "f() -> int"])
def test_another_shape_is_incompatible_without_a_reason(new: str) -> None:
    assert not backward(new, "f() -> ()")
    assert forward(new, "f() -> ()") == (False, "")


def test_a_removed_argument_breaks_callers() -> None:
    assert not backward("f() -> ()", "f(int x=1) -> ()")
    assert not backward("f(int x, *, Tensor(a!) out) -> ()", "f(int x, int y=1) -> ()")
