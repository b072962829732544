"""Brackets on tensors: torch and wye see the same index and must agree on everything that can be seen.

An index is drawn in words that both sides turn into their own objects.  Compared are values, shapes, strides, offsets,
aliasing, versions, the operators that a mode sees, and the types of errors.
"""

import warnings

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.conformance.sides import enough

import wye

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.torch

from torch.utils._python_dispatch import TorchDispatchMode  # noqa: E402 - torch may be missing

SHAPES = ((), (3,), (2, 3), (3, 1), (0,), (2, 0), (2, 3, 4), (1, 2, 1, 3))
DTYPES = ("float32", "int64", "bool", "complex64")
SMALL = st.integers(-4, 4)
BOUND = st.none() | SMALL | st.just(100)


class TorchNames(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.names = []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.names.append(str(func))
        return func(*args, **(kwargs or {}))


class WyeNames(wye.DispatchMode):
    def __init__(self):
        super().__init__()
        self.names = []

    def __wye_dispatch__(self, func, types, args=(), kwargs=None):
        self.names.append(str(func))
        return func(*args, **(kwargs or {}))


# ---- an index in words ----


def mask_of(draw, shape):
    n = draw(st.integers(0, len(shape)))
    sizes = shape[:n]
    values = draw(st.lists(st.booleans(), min_size=int(np.prod(sizes)), max_size=int(np.prod(sizes))))
    return np.array(values, bool).reshape(sizes)


POSITIONS = st.sampled_from(((), (1,), (2,), (2, 1), (0,), (3,))).flatmap(
    lambda shape: st.lists(st.integers(-2, 2), min_size=int(np.prod(shape)), max_size=int(np.prod(shape))).map(
        lambda values: np.array(values, np.int64).reshape(shape)
    )
)
PARTS = st.one_of(
    st.tuples(st.just("as it is"), SMALL),
    st.tuples(st.just("as it is"), st.builds(slice, BOUND, BOUND, st.none() | st.integers(-1, 3))),
    st.tuples(st.just("as it is"), st.sampled_from([None, ..., True, False])),
    st.tuples(st.just("as it is"), st.lists(st.integers(-2, 2), max_size=3) | st.lists(st.booleans(), max_size=3)),
    st.tuples(st.just("as it is"), POSITIONS),
    st.tuples(st.just("as it is"), st.sampled_from([np.int64(1), np.int32(-1), np.uint8(1), np.bool_(True), range(2)])),
    st.tuples(st.just("tensor"), POSITIONS),
    st.tuples(st.just("tensor"), st.sampled_from(["int32", "uint8", "int16", "float32"]), POSITIONS),
    st.tuples(st.just("as it is"), st.sampled_from([1.5, "a", 2j, [[0, 1], [1, 0]], [0, [1]], ((0, 1),), [1.0]])),
)


@st.composite
def indices(draw):
    """The words of a tensor and of an index for it."""
    shape, dtype = draw(st.sampled_from(SHAPES)), draw(st.sampled_from(DTYPES))
    layout = draw(st.sampled_from(["rows", "turned", "a part"]))
    parts = draw(st.lists(PARTS, max_size=4))
    if draw(st.booleans()):
        at = draw(st.integers(0, len(parts)))
        parts.insert(at, ("tensor", mask_of(draw, shape[at:])))
    alone = len(parts) == 1 and draw(st.booleans())
    return shape, dtype, layout, parts[0] if alone else tuple(parts)


def made(lib, shape, dtype, layout):
    count = int(np.prod(shape))
    if layout == "rows":
        return lib.arange(count).reshape(list(shape)).to(getattr(lib, dtype))
    if layout == "turned":
        return (
            lib.arange(count).reshape(list(shape[::-1])).to(getattr(lib, dtype)).permute(list(range(len(shape)))[::-1])
        )
    whole = lib.arange(2 * count + 3).to(getattr(lib, dtype))
    return whole[1 : 2 * count + 1 : 2].reshape(list(shape)) if count == 0 else _every_second(lib, whole, shape)


def _every_second(lib, whole, shape):
    strides, step = [], 2
    for size in reversed(shape):
        strides.append(step)
        step *= size
    return whole.as_strided(list(shape), strides[::-1], 1)


def spoken(lib, words):
    """An index of one library."""
    if words[0] == "tensor" and len(words) == 3:
        return lib.from_numpy(words[2].copy()).to(getattr(lib, words[1]))
    if words[0] == "tensor":
        return lib.from_numpy(words[1].copy())
    if words[0] == "as it is" and len(words) == 2:
        return words[1]
    return tuple(spoken(lib, part) for part in words)


def index_of(lib, words):
    return () if words == () else spoken(lib, words)


def told(lib, value, of):
    shares = value.numel() > 0 and value.untyped_storage().data_ptr() == of.untyped_storage().data_ptr()
    # Where there is one element or none in a dimension, no stride is ever used.
    strides = (
        [step for step, size in zip(value.stride(), value.shape, strict=True) if size > 1] if value.numel() else []
    )
    return {
        "values": np.asarray(value.resolve_conj().tolist()).tolist(),
        "shape": list(value.shape),
        "dtype": str(value.dtype).rpartition(".")[2],
        "strides": strides,
        "offset": value.storage_offset() if shares else 0,
        "shares": shares,
        "version": value._version if shares else 0,
    }


def outcome(run):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return run()
    except Exception as error:  # noqa: BLE001 - whatever it is, the other side must raise it too
        return type(error).__name__


def taken(lib, names, words):
    shape, dtype, layout, index = words
    x = made(lib, shape, dtype, layout)
    index = index_of(lib, index)

    def run():
        with names() as seen:
            result = x[index]
        return told(lib, result, x), seen.names

    return outcome(run)


@enough
@given(indices())
@example(((2, 3, 4), "float32", "rows", (("as it is", slice(None)), ("as it is", slice(0, 100)))))
@example(((2, 3), "float32", "rows", ("as it is", slice(0, 2))))
@example(((), "float32", "rows", ("as it is", 0)))
@example(((), "float32", "rows", ("as it is", slice(None))))
def test_an_index_takes_the_same_by_the_same_operators(words):
    assert taken(wye, WyeNames, words) == taken(torch, TorchNames, words)


VALUES = st.one_of(
    st.sampled_from([1, 2.5, True, -1, 1j, np.float64(3.5), np.int64(2), "a", [1, 2], None]),
    st.tuples(
        st.sampled_from([(), (1,), (3,), (2, 3), (1, 3), (1, 1, 2, 3), (4,), (0,), (2, 1)]),
        st.sampled_from(["float32", "int64"]),
    ),
)


def value_of(lib, words):
    if isinstance(words, tuple):
        shape, dtype = words
        return (lib.arange(int(np.prod(shape))) + 50).reshape(list(shape)).to(getattr(lib, dtype))
    return words


def stored(lib, names, words, value):
    shape, dtype, layout, index = words
    x = made(lib, shape, dtype, layout)
    index, value = index_of(lib, index), value_of(lib, value)

    def run():
        with names() as seen:
            x[index] = value
        return told(lib, x, x), seen.names

    return outcome(run)


def repeats(words):
    """Does an index name an element twice?  Then the order of writes decides, and no library promises one."""
    parts = [words] if words and isinstance(words[0], str) else words
    return any(not isinstance(part[-1], (slice, int, type(None), type(...), bool)) for part in parts)


@enough
@given(indices(), VALUES)
def test_an_index_stores_the_same_by_the_same_operators(words, value):
    ours, theirs = stored(wye, WyeNames, words, value), stored(torch, TorchNames, words, value)
    if repeats(words[3]) and isinstance(ours, tuple) and isinstance(theirs, tuple):
        ours[0].pop("values")
        theirs[0].pop("values")
    assert ours == theirs


@pytest.mark.parametrize("shape", SHAPES)
def test_tensors_are_sequences_of_their_first_dimension(shape):
    def seen(lib):
        x = made(lib, shape, "float32", "turned")
        return [
            outcome(lambda: len(x)),
            outcome(lambda: [told(lib, item, x) for item in x]),
            outcome(lambda: [told(lib, item, x) for item in x.unbind()]),
            outcome(lambda: [told(lib, item, x) for item in x.unbind(-1)]),
            outcome(lambda: [told(lib, item, x) for item in reversed(x)]),
            outcome(lambda: 1 in x),
            outcome(lambda: 100.0 in x),
            outcome(lambda: "a" in x),
            outcome(x.tolist),
            outcome(lambda: [item.tolist() for item in (lambda first, second: (first, second))(*x)]),
        ]

    assert seen(wye) == seen(torch)
