"""Rules live on the operator's entry, newest first, and engines hear of them."""

import pytest

import wye
from wye.library import Library, Rule, find_rule, rules_of, watch
from wye.registry.rules import add_rule


@pytest.fixture
def op():
    lib = Library("ru", "DEF")
    lib.define("f(int x) -> int")
    yield wye.ops.ru.f.default
    lib._destroy()


def test_the_newest_rule_counts_and_each_can_go(op):
    one, two, three = (Rule(print, f"place {n}") for n in range(3))
    handles = [add_rule(op._entry, "new", rule) for rule in (one, two, three)]
    assert find_rule(op, "new") is three
    handles[1].remove()
    assert find_rule(op, "new") is three
    handles[2].remove()
    handles[2].remove()
    assert find_rule(op, "new") is one
    handles[0].remove()
    assert find_rule(op, "new") is None
    assert op._entry.rules == {}


def test_rules_of_one_kind_are_told_apart_by_keys(op):
    add_rule(op._entry, "new", Rule(print, "a"), key="x")
    add_rule(op._entry, "new", Rule(repr, "b"), key="y")
    assert {key: rule.fn for key, rule in rules_of(op, "new").items()} == {"x": print, "y": repr}
    assert "<Rule" in repr(find_rule(op, "new", "x"))


def test_an_engine_hears_of_rules_old_and_new(op):
    handle = add_rule(op._entry, "new", Rule(print, "a"))
    heard = []
    watching = watch("new", lambda entry: heard.append((entry.name, "new" in entry.rules)))
    handle.remove()
    again = add_rule(op._entry, "new", Rule(print, "a"))
    watching.remove()
    again.remove()
    assert heard == [("ru::f", True), ("ru::f", False), ("ru::f", True)]


def test_rules_go_with_the_library_that_brought_them(op):
    lib = Library("ru", "IMPL")
    lib._register_dispatch_rule("f", int, print)
    assert list(rules_of(op, "dispatch")) == [int]
    lib._destroy()
    assert rules_of(op, "dispatch") == {}
