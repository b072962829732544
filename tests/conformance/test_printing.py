"""Tensors print what PyTorch prints, character for character, and exchange memory with it."""

from __future__ import annotations

import hypothesis.extra.numpy as arrays
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import wye
import wye.shown

torch = pytest.importorskip("torch")

REAL = ["float16", "bfloat16", "float32", "float64", "float8_e4m3fn", "float8_e5m2"]
COMPLEX = ["complex64", "complex128"]
WHOLE = ["bool", "uint8", "int8", "int16", "int32", "int64", "uint16", "uint32", "uint64"]
SHAPES = st.one_of(
    arrays.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=6),
    st.sampled_from([(20,), (41,), (1000,), (1001,), (7, 200), (2, 9, 60), (300, 1, 4)]),
)


@pytest.fixture(autouse=True)
def torchs_names(monkeypatch):
    """Dtypes say torch, so that nothing in the text is replaced: the length of a name decides where a line breaks."""
    monkeypatch.setattr(wye.shown, "package", "torch")
    yield
    wye.set_printoptions(profile="default")
    torch.set_printoptions(profile="default")


@st.composite
def contents(draw):
    """An array of ordinary and odd numbers of one magnitude or several, and the dtype to show it in."""
    shape, name = draw(SHAPES), draw(st.sampled_from(REAL + COMPLEX + WHOLE))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    if name in WHOLE:
        low = 0 if name.startswith(("u", "b")) else -(10 ** draw(st.integers(0, 2)))
        return rng.integers(low, 10 ** draw(st.integers(0, 2)) + 1, shape), name
    values = rng.standard_normal(shape) * 10.0 ** draw(st.integers(-9, 11))
    if name in COMPLEX:
        values = values + 1j * rng.standard_normal(shape) * 10.0 ** draw(st.integers(-6, 6))
    if draw(st.booleans()):
        values = np.round(values)
    odd = draw(st.sampled_from([0.0, 0.2, 1.0]))
    return np.where(rng.random(shape) < odd, rng.choice([0.0, -0.0, np.nan, np.inf, -np.inf, 1.0], shape), values), name


def pair(values, name):
    theirs = torch.from_numpy(np.array(values)).to(getattr(torch, name))
    return wye.from_dlpack(theirs), theirs


@given(contents())
def test_a_tensor_prints_the_same(case):
    ours, theirs = pair(*case)
    assert repr(ours) == repr(theirs)


OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "precision": st.integers(0, 7),
        "threshold": st.integers(0, 30),
        "edgeitems": st.integers(0, 4),
        "linewidth": st.integers(10, 120),
        "profile": st.sampled_from(["default", "short", "full"]),
        "sci_mode": st.sampled_from([None, True, False]),
    },
)


@given(contents(), OPTIONS)
def test_options_mean_the_same(case, options):
    ours, theirs = pair(*case)
    if ours.numel() > 1500:
        ours, theirs = ours[:3], theirs[:3]
    for library in (wye, torch):
        library.set_printoptions(profile="default")
        library.set_printoptions(**options)
    assert repr(ours) == repr(theirs)


@pytest.mark.parametrize(
    "make",
    [
        lambda lib: lib.empty(2, 3, device="meta"),
        lambda lib: lib.empty(2, 3, device="meta", dtype=lib.int64),
        lambda lib: lib.empty(0, device="meta"),
        lambda lib: lib.empty(0, 3),
        lambda lib: lib.empty(0, 3, dtype=lib.bool),
        lambda lib: lib.ones(2, requires_grad=True),
        lambda lib: lib.tensor([1.5] * 30, dtype=lib.float64, requires_grad=True),
        lambda lib: lib.tensor([1 + 2j]).conj(),
        lambda lib: lib.tensor([1 + 2j]).conj().imag,
        lambda lib: lib.zeros(4, 50, 60).transpose(0, 2),
        lambda lib: lib.arange(10000).reshape(100, 100),
        lambda lib: lib.Size([1, 2]),
        lambda lib: lib.finfo(lib.bfloat16),
        lambda lib: lib.finfo(lib.float64),
        lambda lib: lib.finfo(lib.float8_e5m2),
        lambda lib: lib.iinfo(lib.int16),
        lambda lib: f"{lib.tensor(2.5):8.2f}|{lib.tensor(3)}|{lib.tensor([1.0])}",
    ],
)
def test_what_has_no_plain_data_prints_the_same(make):
    assert repr(make(wye)) == repr(make(torch))


@pytest.mark.parametrize("name", REAL + COMPLEX + WHOLE)
def test_dlpack_shares_memory_both_ways(name):
    theirs = torch.ones(2, 3).to(getattr(torch, name)).t()
    ours = wye.from_dlpack(theirs)
    back = torch.from_dlpack(ours)
    assert ours.data_ptr() == theirs.data_ptr() == back.data_ptr()
    assert (ours.dtype.name, ours.stride()) == (name, theirs.stride())
    assert (back.dtype, back.stride()) == (theirs.dtype, theirs.stride())


@pytest.mark.parametrize("name", sorted({*REAL, *COMPLEX, *WHOLE, "complex32", "float8_e8m0fnu"}))
def test_dtypes_have_torchs_attributes(name):
    ours, theirs = getattr(wye, name), getattr(torch, name)
    for look in ("is_floating_point", "is_complex", "is_signed", "itemsize"):
        assert getattr(ours, look) == getattr(theirs, look), look
    assert ours.to_real().name == str(theirs.to_real()).removeprefix("torch.")
    try:
        expected = str(theirs.to_complex()).removeprefix("torch.")
    except RuntimeError:
        with pytest.raises(RuntimeError):
            ours.to_complex()
    else:
        assert ours.to_complex().name == expected
