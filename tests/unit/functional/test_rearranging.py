"""`rearrange` and the patterns that it reads."""

import pytest

import wye
from wye.functional.axis_patterns import ELLIPSIS, ParsedExpression, parse_pattern
from wye.functional.rearranging import rearrange

X = wye.arange(24).view(2, 3, 4)


@pytest.mark.parametrize(
    ("pattern", "lengths", "expected"),
    [
        ("a b c -> c a b", {}, X.permute(2, 0, 1)),
        ("a b c -> (a b) c", {}, X.reshape(6, 4)),
        ("a b (c d) -> (d a) b c", {"c": 2}, X.view(2, 3, 2, 2).permute(3, 0, 1, 2).reshape(4, 3, 2)),
        ("a ... -> ... a", {}, X.permute(1, 2, 0)),
        ("a ... -> (...) 1 a", {}, X.permute(1, 2, 0).reshape(12, 1, 2)),
        ("... -> (...)", {}, X.flatten()),
    ],
)
def test_a_pattern_splits_orders_and_joins_axes(pattern, lengths, expected):
    assert wye.equal(rearrange(X, pattern, **lengths), expected)


def test_several_tensors_are_one_with_an_axis_more():
    assert wye.equal(rearrange([X, X + 1], "n a b c -> a b c n"), wye.stack([X, X + 1], -1))


@pytest.mark.parametrize(
    ("pattern", "lengths", "error", "words"),
    [
        ("a b -> b a", {}, ValueError, r"pattern \(2\) must be equal"),
        ("a b c d ... -> a b c d ...", {}, ValueError, "must be less than or equal"),
        ("a b c -> a b", {}, ValueError, "only on one side"),
        ("a a b -> a b", {}, ValueError, "duplicate dimension 'a'"),
        ("(...) -> ...", {}, ValueError, "Ellipsis is parenthesis in the left"),
        ("a b 3 -> a b 3", {}, ValueError, "unnamed axes of size 1"),
        ("a b c", {}, ValueError, "single '->'"),
        ("a b c -> a b c", {"z": 1}, ValueError, "not found in rearrange expression"),
        ("a b c -> a b c", {"c": 4.0}, TypeError, "must be integers"),
        ("a b (c d) -> a b c d", {"c": 3}, RuntimeError, "does not evenly fit"),
        ("a b (c d) -> a b c d", {}, RuntimeError, "cannot infer"),
        ("a b c -> a b c", {"c": 5}, RuntimeError, "do not match"),
    ],
)
def test_a_pattern_that_does_not_fit_is_an_error_that_says_why(pattern, lengths, error, words):
    with pytest.raises(error, match=words):
        rearrange(X, pattern, **lengths)


def test_an_expression_lists_groups_and_axes():
    parsed = ParsedExpression("name (a ... 5) 1")
    assert parsed.composition[0] == ["name"]
    assert parsed.composition[2] == []
    assert [str(axis) for axis in parsed.composition[1]] == ["a", ELLIPSIS, "5-axis"]
    assert parsed.has_ellipsis_parenthesized
    assert parsed.has_non_unitary_anonymous_axes


@pytest.mark.parametrize("text", ["a (b", "a) b", "((a b)", "..", "... ...", "_a", "1a", "0", "a?"])
def test_what_is_no_expression_is_refused(text):
    with pytest.raises(ValueError, match=r"\w"):
        ParsedExpression(text)


def test_dots_on_the_right_need_dots_on_the_left():
    with pytest.raises(ValueError, match="not left side"):
        parse_pattern("a -> a ...", {})
