"""A kernel or a predicate that does not take its arguments: the error says whose it is."""

import pytest

import wye
from wye import dispatch


@pytest.fixture
def lib():
    with dispatch.library("DEF", "wrong") as made:
        made.define("f(Tensor x, int n=1) -> Tensor")
        yield made


def notes_of(call):
    with pytest.raises(TypeError) as caught:
        call()
    return str(caught.value), "\n".join(getattr(caught.value, "__notes__", ()))


def test_a_kernel_that_does_not_take_the_arguments_is_named(lib):
    lib.impl("f", lambda x, y, z: x, "CPU")
    text, notes = notes_of(lambda: wye.ops.wrong.f(wye.ones(2)))
    assert text.endswith("missing 2 required positional arguments: 'y' and 'z'")
    assert "a kernel of wrong::f was called with the arguments of its schema: wrong::f(Tensor x, int n=1)" in notes
    assert "this kernel does not take them: registered at" in notes
    assert "test_wrong_signatures.py" in notes


def test_a_kernel_that_does_not_expect_its_key_set_is_named(lib):
    lib.impl("f", lambda x: x, "CPU", with_keyset=True)
    lib.impl("f", lambda x: x, "Meta")
    _, notes = notes_of(lambda: wye.ops.wrong.f(wye.ones(2)))
    assert notes.count("this kernel does not take them") == 1


def test_an_error_from_inside_of_a_kernel_stays_as_it_is(lib):
    def kernel(x):
        raise TypeError("inside")

    lib.impl("f", kernel, "CPU")
    assert notes_of(lambda: wye.ops.wrong.f(wye.ones(2))) == ("inside", "")


def test_a_predicate_that_does_not_take_the_arguments_is_named(lib):
    lib.impl("f", lambda x, n=1: x, "CPU", when=lambda: True)
    _, notes = notes_of(lambda: wye.ops.wrong.f(wye.ones(2)))
    assert "the predicate (when=) of a kernel of wrong::f is called with the same arguments" in notes
    assert "test_wrong_signatures.py" in notes
