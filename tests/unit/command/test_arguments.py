"""The language in which `wye explain` takes arguments."""

import math

import numpy as np
import pytest

import wye
from wye.command.arguments import Description, UnreadableError, make, read, split_options


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2", 2), ("-1", -1), ("2.5", 2.5), ("1e-3", 1e-3), ("2j", 2j), ("-inf", -math.inf), ("true", True),
        ("False", False), ("none", None), ("mean", "mean"), ("'2'", "2"), ('"a b"', "a b"), ("[]", []),
        ("(1, 2)", (1, 2)), ("[1,[2,(3,)],x]", [1, [2, (3,)], "x"]), ("float32", wye.float32), ("half", wye.float16),
        ("channels_last", wye.channels_last), ("strided", wye.strided), ("f32[2,3]", Description(wye.float32, (2, 3))),
        ("i64[]:zeros", Description(wye.int64, (), ("zeros",))),
        ("[f32[2]:meta:requires_grad, bool[3]]", [Description(wye.float32, (2,), ("meta", "requires_grad")),
                                                  Description(wye.bool, (3,))]),
    ],
)  # fmt: skip
def test_a_text_describes_a_value(text, value):
    assert read(text) == value
    assert type(read(text)) is type(value)


@pytest.mark.parametrize(
    "text", ["", "[1", "(1]", "f32[2", "f33[2]", "f32[-1]", "f32[a]", "f32[2.5]", "1x", "[1]2", "]", "a b", "f32[2]x"]
)
def test_what_is_not_of_the_language_is_refused(text):
    with pytest.raises(UnreadableError):
        read(text)


@pytest.mark.parametrize("text", ["__import__('os')", "x.__class__", "1+1", "os.system", "lambda: 0", "{}", "f'{1}'"])
def test_nothing_is_evaluated(text):
    try:
        value = read(text)
    except UnreadableError:
        return
    assert value == text


def test_tensors_are_made_as_described():
    x = make(read("f32[2,3]:requires_grad"))
    assert (x.dtype, tuple(x.shape), x.requires_grad, x.tolist()) == (wye.float32, (2, 3), True, [[1.0] * 3] * 2)
    assert make(read("i64[2]")).tolist() == [0, 0]
    assert make(read("i32[2,2]:arange")).tolist() == [[0, 1], [2, 3]]
    assert make(read("f32[2,3]:meta")).device.type == "meta"
    assert make(read("f32[2,3]:transposed")).stride() == (1, 3)
    assert make(read("c64[2]:conj")).is_conj()
    assert isinstance(make(read("f64[2]:ndarray")), np.ndarray)
    assert isinstance(make(read("f32[2]:parameter")), wye.nn.Parameter)
    (inner,) = make(read("[bf16[1]:randn]"))
    assert inner.dtype is wye.bfloat16


@pytest.mark.parametrize(
    "text", ["f32[2]:green", "i64[2]:requires_grad", "f32[100000,100000]", "f32[2]:transposed:conj:x"]
)
def test_tensors_that_cannot_be_made_are_refused(text):
    with pytest.raises(UnreadableError):
        make(read(text))


def test_names_are_given_with_dashes_or_an_equals_sign():
    placed, named = split_options(["f32[2]", "--dim", "-1", "--keep-dim=true", "mode=mean", "-2"])
    assert (placed, named) == (["f32[2]", "-2"], {"dim": "-1", "keep_dim": "true", "mode": "mean"})


@pytest.mark.parametrize("texts", [["--dim"], ["dim=1", "--dim", "2"]])
def test_a_name_needs_one_value(texts):
    with pytest.raises(UnreadableError):
        split_options(texts)
