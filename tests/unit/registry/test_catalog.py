"""Operators of a set that comes with wye exist for everybody who asks, and are made when somebody does."""

import pytest

import wye
from wye.registry import Library, registry


class Toys:
    """Two operators of the namespace ``toys``, made one at a time."""

    def __init__(self):
        self.library = Library("DEF", "toys")
        self.made = []

    def names(self):
        return {"toys::a": None, "toys::b.two": None}

    def packets(self):
        return {"toys::a": None, "toys::b": None}

    def make(self, name):
        for known in self.names():
            if name in (known, known.partition(".")[0]) and known not in self.made:
                self.made.append(known)
                self.library.define(f"{known}(int x) -> int")
                self.library.impl(known.removeprefix("toys::"), lambda x: x + 1, "CompositeExplicitAutograd")

    def make_all(self):
        for name in self.names():
            self.make(name)


@pytest.fixture
def toys():
    toys = Toys()
    registry.announce("toys", toys)
    yield toys
    del registry._sets.announced["toys"]
    toys.library.reset()


def test_names_are_known_before_anything_is_made(toys):
    assert {"toys::a", "toys::b.two"} <= set(wye.dispatch.all_op_names())
    assert "toys::a" in registry.entries
    assert "toys::b" in registry.overloads
    assert "toys::c" not in registry.entries
    assert len(registry.entries) == len(list(registry.entries)) == len(registry.entries.keys())
    assert toys.made == []


def test_whoever_asks_for_one_operator_has_that_one_made(toys):
    assert wye.dispatch.has_kernel("toys::a")
    assert toys.made == ["toys::a"]
    assert wye.ops.toys.b.two(1) == 2
    assert registry.entries["toys::b.two"] is registry.find("toys::b.two")


def test_a_name_that_is_in_no_set_is_not_found(toys):
    assert registry.find("toys::c") is None
    assert registry.entries.get("toys::c") is None
    with pytest.raises(KeyError):
        registry.entries["toys::c"]
    with pytest.raises(wye.errors.OperatorNotFoundError):
        registry.require("toys::c")


def test_whoever_asks_for_all_values_has_all_made(toys):
    assert {"toys::a", "toys::b.two"} <= {entry.name for entry in registry.defined()}
    assert toys.made == ["toys::a", "toys::b.two"]
    assert {"toys::a", "toys::b.two"} <= {name for name, _ in registry.entries.items()}


def test_what_is_made_so_far_can_be_seen_without_making_more(toys):
    registry.find("toys::a")
    assert "toys::a" in [entry.name for entry in registry.entries.made()]
    assert registry.entries.peek("toys::b.two") is None
    wye.dispatch.check_all_invariants()
    assert wye.dispatch.find_dangling_impls() == []
    assert toys.made == ["toys::a"]


def test_a_kernel_for_an_operator_of_the_set_comes_on_top_of_it(toys):
    with Library("IMPL", "toys") as mine:
        mine.impl("a", lambda x: x + 10, "CompositeExplicitAutograd")
        assert toys.made == ["toys::a"]
        assert wye.ops.toys.a(1) == 11
    assert wye.ops.toys.a(1) == 2


def test_an_operator_of_the_set_cannot_be_defined_again(toys):
    with (
        Library("FRAGMENT", "toys") as mine,
        pytest.raises(wye.errors.RegistrationError, match="same name and overload name"),
    ):
        mine.define("a(int x) -> int")


def test_a_listener_hears_of_each_operator_of_a_set_once(toys):
    heard = []
    handle = registry.add_listener(heard.append)
    assert heard.count("toys::a") == heard.count("toys::b.two") == 1
    registry.find("toys::a")
    assert heard.count("toys::a") == 1
    handle.remove()


def test_a_listener_hears_of_a_set_that_is_announced_later():
    heard = []
    handle = registry.add_listener(heard.append)
    toys = Toys()
    registry.announce("toys", toys)
    registry.find("toys::a")
    assert heard.count("toys::a") == heard.count("toys::b.two") == 1
    handle.remove()
    del registry._sets.announced["toys"]
    toys.library.reset()
