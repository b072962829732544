"""Nested ints and constants."""

import pytest

from wye.symbolic import SymBool, constant_bool_node, nested_int, sym_not


def test_nested_ints_equal_themselves_and_are_at_least_two():
    j, k = nested_int(1), nested_int(2)
    assert [repr(one) for one in (j, j * 2, 3 * j)] == ["j1", "2*j1", "3*j1"]
    assert (j == j, j == k, j != k, j == 5, j < 2, j >= 2, j > 1, 0 <= j) == (  # noqa: SIM300
        True, False, True, False, False, True, True, True,
    )  # fmt: skip
    assert hash(j) == hash(nested_int(1))
    assert bool(j)
    assert nested_int(1, 2) <= 2 * nested_int(1)


@pytest.mark.parametrize(
    ("use", "words"),
    [
        (lambda j: j + 1, "add not supported by NestedIntSymNode"),
        (lambda j: j // 2, "floordiv not supported"),
        (lambda j: -j, "neg is not supported"),
        (lambda j: j * j, "cannot be multiplied by nested int"),
        (lambda j: j < 3, "nested int lt: Relation is indeterminate"),
        (lambda j: j > nested_int(7), "nested int gt: Relation is indeterminate"),
        (int, "Expected false to be true"),
    ],
)
def test_what_a_nested_int_does_not_know_is_an_error(use, words):
    with pytest.raises(RuntimeError, match=words):
        use(nested_int(1))


def test_constant_conditions_become_truth_values(size):
    yes = SymBool(constant_bool_node(True))
    assert (repr(yes), bool(yes), sym_not(yes), yes & False, yes | False, yes == True) == (  # noqa: E712
        "true", True, False, False, True, True,
    )  # fmt: skip
    assert str(yes & (size(3) > 2)) == str((size(3) > 2) & yes) == "s99 > 2"
    node = constant_bool_node(False)
    assert (node.is_bool(), node.is_int(), node.is_constant(), node.bool_()) == (True, False, True, False)
