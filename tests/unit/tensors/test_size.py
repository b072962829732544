"""Size: a tuple of sizes."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import wye

S = wye.Size([1, 2, 3])


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (S[1:], [2, 3]),
        (S + (4,), [1, 2, 3, 4]),  # noqa: RUF005 - the operator is meant
        ((4, *S), None),
        ((4,) + S, [4, 1, 2, 3]),  # noqa: RUF005 - the operator is meant
        (S * 2, [1, 2, 3, 1, 2, 3]),
        (2 * S, [1, 2, 3, 1, 2, 3]),
        (S + wye.Size([1]), [1, 2, 3, 1]),
        (copy.copy(S), [1, 2, 3]),
        (copy.deepcopy(S), [1, 2, 3]),
        (pickle.loads(pickle.dumps(S)), [1, 2, 3]),
        (wye.Size(wye.tensor([1, 2])), [1, 2]),
        (wye.Size([np.int64(3), wye.tensor(4)]), [3, 4]),
        (wye.Size(), []),
    ],
)
def test_what_comes_of_a_size_is_a_size(value, expected):
    if expected is None:
        assert type(value) is tuple
    else:
        assert type(value) is wye.Size
        assert value == tuple(expected)
        assert repr(value) == f"wye.Size({expected})"


def test_a_size_is_a_tuple_that_counts():
    assert isinstance(S, tuple)
    assert (S.numel(), S[1], hash(S), S.index(2), S.count(3)) == (6, 2, hash((1, 2, 3)), 1, 1)
    assert wye.Size().numel() == 1


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: wye.Size([1.5]), r"takes an iterable of 'int' \(item 0 is 'float'\)"),
        (lambda: wye.Size([1, "a"]), r"item 1 is 'str'"),
        (lambda: wye.Size(3), "not iterable"),
        (lambda: S + [1], r"can only concatenate tuple \(not list\) to wye.Size"),  # noqa: RUF005
        (lambda: [1] + S, "can only concatenate list"),  # noqa: RUF005
    ],
)
def test_what_is_no_size_is_refused(call, words):
    with pytest.raises(TypeError, match=words):
        call()
