"""Objects -> keys: tensors, registered types, functions of the object, subclasses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.parity.twins import ALL, FIXED_BITS, TWINS, Called, Fixed, Stranger, SubCalled, Twin, same

from wye import _pure as e

KEYS = st.integers(0, ALL)


@given(bits=KEYS, more=KEYS)
def test_a_tensor_brings_the_keys_it_was_given_last(bits: int, more: int) -> None:
    def question(twin: Twin) -> object:
        tensor = twin.made(("tensor", bits))
        first = twin.module.keys_of(tensor).bits
        tensor._keys = twin.keys(more)
        return first, tensor._keys.bits, twin.module.keys_of(tensor).bits

    bits, more = bits & ~e.REQUIRES_GRAD, more & ~e.REQUIRES_GRAD  # which is no key
    assert same(question) == (bits, more, more)


@given(
    values=st.lists(st.sampled_from(["fixed", "called", "sub", "stranger", "wrong", "tensor", "none"]), max_size=8),
    bits=KEYS,
)
def test_keys_of_answers_alike_in_any_order_of_types(values: list[str], bits: int) -> None:
    def question(twin: Twin) -> object:
        twin.module.forget_types()
        objects = {
            "fixed": Fixed(),
            "called": Called(("keys", bits)),
            "sub": SubCalled(("keys", bits >> 1)),
            "stranger": Stranger(),
            "wrong": Called("no keys"),
            "tensor": twin.made(("tensor", bits)),
            "none": None,
        }
        return [twin.outcome(twin.module.keys_of, objects[value]) for value in values]

    same(question)


def test_subclasses_of_tensors_carry_keys_and_strangers_do_not() -> None:
    def question(twin: Twin) -> object:
        sub = type("Sub", (twin.module.TensorBase,), {})
        made = sub(twin.keys(5))
        made.note = "it has room for more"
        bare = sub.__new__(sub)
        return [twin.outcome(twin.module.keys_of, value) for value in (made, bare, sub, 1, "x", Stranger)]

    answers = same(question)
    assert answers[:2] == [("returned", ("keys", 5)), ("returned", ("keys", 0))]
    assert set(answers[2:]) == {("returned", ("NoneType", "None"))}


@pytest.mark.parametrize("wrong", [None, 1, "x", [], object()])
def test_a_tensor_takes_nothing_but_a_key_set(wrong: object) -> None:
    def question(twin: Twin) -> object:
        tensor = twin.made(("tensor", 7))
        answers = [
            twin.outcome(twin.module.TensorBase, wrong),
            twin.outcome(setattr, tensor, "_keys", wrong),
            twin.outcome(tensor.__init__, wrong),
        ]
        return answers, tensor._keys.bits

    assert same(question) == (["TypeError"] * 3, 7)


def test_a_type_is_resolved_once_until_it_is_forgotten() -> None:
    def question(twin: Twin) -> object:
        asked = []

        def resolve(cls: type) -> object:
            asked.append(cls.__name__)
            return twin.resolve_type(cls)

        twin.module.configure(resolve_type=resolve)
        twin.module.forget_types()
        try:
            for _ in range(3):
                twin.module.keys_of(Fixed())
                twin.module.keys_of(SubCalled(("keys", 1)))
            twin.module.forget_types()
            twin.module.keys_of(Fixed())
        finally:
            twin.module.configure(resolve_type=twin.resolve_type)
        return asked

    assert same(question) == ["Fixed", "SubCalled", "Fixed"]


@pytest.mark.parametrize("twin", TWINS, ids=repr)
def test_more_types_than_are_remembered_still_have_their_keys(twin: Twin) -> None:
    types = [type(f"T{i}", (Fixed,), {}) for i in range(600)]
    for _ in range(2):
        assert {twin.module.keys_of(cls()).bits for cls in types} == {FIXED_BITS}


@pytest.mark.parametrize("twin", TWINS, ids=repr)
def test_keys_come_back_as_the_configured_class(twin: Twin) -> None:
    cls = type(twin.module.get_state()[0])
    assert issubclass(cls, twin.module.KeyBits)
    assert type(twin.module.keys_of(Fixed())) is cls
    assert type(twin.made(("tensor", 1))._keys) is cls


@pytest.mark.parametrize("twin", TWINS, ids=repr)
def test_an_answer_about_a_type_that_is_outdated_meanwhile_is_not_kept(twin: Twin) -> None:
    """The types are forgotten while the hook is asked: what it then says holds for that call alone."""
    answers = [1 << 16, 1 << 17, 1 << 18]
    asked: list[type] = []

    class Array:
        pass

    def resolve(cls: type) -> object:
        asked.append(cls)
        if len(asked) == 1:
            twin.module.forget_types()
        return twin.keys(answers[len(asked) - 1])

    twin.module.configure(resolve_type=resolve)
    try:
        found = [twin.module.keys_of(Array()).bits for _ in range(3)]
    finally:
        twin.module.configure(resolve_type=twin.resolve_type)
        twin.module.forget_types()
    assert found == [1 << 16, 1 << 17, 1 << 17]
    assert asked == [Array, Array]
