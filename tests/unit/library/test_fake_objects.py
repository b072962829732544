"""Fakes of objects: what they do, and what they stand for."""

import copy

import pytest
from tests.unit.library.opaque_examples import NS, Counter, Queue, fake, library

import wye
from wye.call import FakeScriptObject
from wye.errors import (
    FakeObjectError,
    OpaqueClassError,
)
from wye.library import (
    MemberType,
    OpaqueBase,
    deregister_fake_class,
    is_opaque_value,
    maybe_to_fake_obj,
    register_opaque_type,
)


@pytest.fixture
def lib():
    with library() as made:
        yield made


def test_a_fake_of_a_script_object_runs_the_methods_of_its_fake_class(lib):
    real = Queue(wye.tensor([1.0]))
    made = maybe_to_fake_obj(lambda tensor: "fake tensor", real)
    assert type(made) is FakeScriptObject
    assert made.wrapped_obj.items == ["fake tensor"]
    made.push("another")
    assert (made.size(), real.size(), made.real_obj.size()) == (2, 1, 1)
    assert made.real_obj is not real
    assert isinstance(made, Queue)
    with pytest.raises(FakeObjectError, match="attr 'name' on a FakeScriptObject"):
        made.name()  # the fake class has none


def test_tensors_inside_are_made_fake_by_the_mode(lib):
    class Mode:
        def from_tensor(self, tensor):
            return ("fake", tensor.shape)

    assert maybe_to_fake_obj(Mode(), Queue(wye.tensor([1.0]))).wrapped_obj.items == [("fake", (1,))]
    assert maybe_to_fake_obj(None, Queue(1, "a")).wrapped_obj.items == [1, "a"]
    with pytest.raises(OpaqueClassError, match="holds a tensor, and no mode was given"):
        maybe_to_fake_obj(None, Queue(wye.tensor([1.0])))


def test_a_fake_of_an_opaque_object_has_only_its_members(lib):
    real = Counter(3)
    made = maybe_to_fake_obj(None, real)
    assert made.n == 3
    assert made.real_obj is real
    assert isinstance(made, Counter)
    assert is_opaque_value(made)
    assert isinstance(made, OpaqueBase)
    with pytest.raises(FakeObjectError, match="attr 'twice' on a FakeScriptObject") as error:
        made.twice()
    assert "members={'twice': MemberType.USE_REAL}" in error.value.__notes__[0]
    with pytest.raises(AttributeError, match="__setattr__ with attr 'n'"):
        made.n = 4
    assert not hasattr(made, "anything")


def test_a_fake_is_equal_to_what_it_stands_for(lib):
    real = Counter()
    made = maybe_to_fake_obj(None, real)
    assert made == real
    assert real == made
    assert made == maybe_to_fake_obj(None, real)
    assert hash(made) == hash(real)
    assert made != Counter()
    copied = copy.deepcopy(made)
    assert type(copied) is FakeScriptObject
    assert copied.real_obj is not real
    assert copied.n == 0
    queue = copy.deepcopy(fake())
    queue.push(1)
    assert queue.size() == 1


def test_objects_without_fakes(lib):
    class Plain:
        pass

    class Real(Counter):
        def tracing_mode(self):
            return "real"

    real = Real()
    assert maybe_to_fake_obj(None, real) is real
    with pytest.raises(OpaqueClassError, match="there is no fake of a Plain: its class is not registered"):
        maybe_to_fake_obj(None, Plain())
    deregister_fake_class(f"{NS}::Queue")
    with pytest.raises(OpaqueClassError, match=rf"haven't registered a fake class. .*register_fake_class\({NS}::Queue"):
        maybe_to_fake_obj(None, Queue())


def test_what_the_flat_form_must_be(lib):
    def flat_as(value):
        queue = Queue()
        queue.__class__ = type("Odd", (Queue,), {"__obj_flatten__": lambda self: value})
        return maybe_to_fake_obj(None, queue)

    with pytest.raises(OpaqueClassError, match="Expect flat x to be a tuple"):
        flat_as([1])
    with pytest.raises(OpaqueClassError, match="a tuple of two elements with first element being a string"):
        flat_as((("a", 1), ("b",)))


def test_a_member_that_is_not_there(lib):
    register_opaque_type(Queue, typ="reference", members={"missing": MemberType.INLINED}, lib=lib)
    with pytest.raises(OpaqueClassError, match="specified to have member 'missing'"):
        maybe_to_fake_obj(None, Queue())


def test_an_object_that_cannot_be_copied_is_kept(lib):
    queue = Queue()
    queue.lock = True
    with pytest.warns(UserWarning, match="Unable to deepcopy the custom object"):
        made = fake(queue)
    assert made.real_obj is queue
