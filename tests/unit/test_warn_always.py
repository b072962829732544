"""Warnings that are given once per process."""

import warnings

import pytest

import wye
from wye.warn_always import set_warn_always, warn_once


@pytest.fixture
def always():
    set_warn_always(True)
    yield
    set_warn_always(False)


def given(do):
    """The texts of the warnings that a function gives."""
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        do()
    return [str(one.message).splitlines()[0] for one in seen]


def test_a_topic_is_warned_of_once():
    assert given(lambda: [warn_once("a topic of this test", text) for text in ("one", "two")]) == ["one"]


@pytest.mark.usefixtures("always")
def test_warnings_may_be_given_every_time():
    assert given(lambda: [warn_once("another topic", "text") for _ in range(2)]) == ["text", "text"]


@pytest.mark.usefixtures("always")
def test_a_number_of_a_tensor_that_requires_grad_warns():
    x = wye.tensor([2.0], requires_grad=True)
    text = "Converting a tensor with requires_grad=True to a scalar may lead to unexpected behavior."
    assert given(lambda: (float(x), complex(x))) == [text, text]
    assert given(lambda: (x.item(), bool(x), int(x), x.tolist(), float(x.detach()))) == []
    with wye.no_grad():
        assert given(lambda: float(x)) == []


@pytest.mark.usefixtures("always")
def test_a_conversion_that_loses_imaginary_parts_warns():
    z, text = wye.tensor([1 + 2j]), "Casting complex values to real discards the imaginary part"
    assert given(lambda: (z.float(), wye.zeros(1).copy_(z))) == [text, text]
    assert given(lambda: (z.to(wye.bool), z[:0].float(), z.real, z.to(wye.complex128))) == []
