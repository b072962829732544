"""What a caller reads when a call fits no overload."""

import numpy as np
import pytest

import wye

X = wye.ones(2, 3)


def refused(call):
    with pytest.raises(TypeError) as caught:
        call()
    return str(caught.value), "\n".join(caught.value.__notes__)


def test_the_message_has_what_was_given_what_exists_and_why_the_nearest_fails():
    text, _ = refused(lambda: wye.sum(X, True))
    assert text.splitlines() == [
        "sum() received an invalid combination of arguments - got (Tensor, bool), but expected one of:",
        " * (Tensor input, *, wye.dtype dtype = None)",
        " * (Tensor input, tuple of ints dim, bool keepdim = False, *, wye.dtype dtype = None, Tensor out = None)",
        "  the nearest is (Tensor input, tuple of ints dim, bool keepdim = False, *, wye.dtype dtype = None, "
        "Tensor out = None): argument 'dim' (position 2) must be tuple of ints, not bool",
    ]


def test_the_message_of_one_form_is_short():
    text, _ = refused(lambda: wye.flip(X, 0))
    assert text.splitlines() == [
        "flip(): argument 'dims' (position 2) must be tuple of ints, not int",
        "  it takes: (Tensor input, tuple of ints dims)",
        "  it got: (Tensor, int)",
    ]


@pytest.mark.parametrize("dtype", [np.float64, "float64", np.dtype("float64")])
def test_dtypes_of_others_are_refused_with_the_fix(dtype):
    text, notes = refused(lambda: wye.zeros(2, dtype=dtype))
    assert "argument 'dtype' must be wye.dtype" in text
    assert "write dtype=wye.float64" in notes


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: wye.topk(X), "missing required argument 'k'"),
        (lambda: wye.cumsum(X, 0, wye.float64), "takes 2 positional arguments but 3 were given"),
        (lambda: X.cumsum(0, wye.float64), "takes 1 positional arguments but 2 were given"),
        (lambda: wye.zeros(2, foo=1), "got an unexpected keyword argument 'foo'"),
        (lambda: wye.sum(X, 0, dim=0), "got multiple values for argument 'dim'"),
        (lambda: X.topk(1, largest=1), "argument 'largest' must be bool, not int"),
    ],
)
def test_each_kind_of_mistake_has_its_words(call, words):
    assert words in refused(call)[0]


def test_a_number_for_a_tensor_is_told_how_to_become_one():
    assert "wye.tensor(" in refused(lambda: wye.sin(1))[1]


def test_misspelt_names_have_the_nearest_in_a_note():
    for space in (wye, wye.ops.aten):
        with pytest.raises(AttributeError) as caught:
            space.sofmax  # noqa: B018 - the look-up is the test
        assert "softmax" in caught.value.__notes__[0]
        assert "softmax" not in str(caught.value)
    assert not hasattr(wye, "sofmax")


def test_a_device_without_backend_is_named():
    with pytest.raises(NotImplementedError, match="no backend for the device 'cuda'") as caught:
        X.to("cuda")
    assert any("register_backend" in note for note in caught.value.__notes__)
