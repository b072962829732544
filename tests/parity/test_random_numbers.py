"""Random numbers that are made in C are, bit by bit, those that are made in Python, and leave the same state."""

from types import SimpleNamespace

import numpy as np
import pytest

import wye
from wye.aten.arrays import sampling

SIZES = (0, 1, 2, 3, 15, 16, 17, 37, 300)
CALLS = {
    "uniform": lambda a, g: sampling.fill_uniform(a, 0.0, 1.0, g),
    "range": lambda a, g: sampling.fill_uniform(a, -2.5, 0.3, g),
    "bernoulli": lambda a, g: sampling.fill_bernoulli(a, 0.3, g),
    "exponential": lambda a, g: sampling.fill_exponential(a, 1.7, g),
    "normal": lambda a, g: sampling.fill_normal(a, 0.0, 1.0, g),
    "moved": lambda a, g: sampling.fill_normal(a, 3.0, 0.7, g),
    "integers": lambda a, g: sampling.fill_integers(a, -5, 100, g),
    "wide": lambda a, g: sampling.fill_integers(a, 2, 1 << 40, g),
    "wider": lambda a, g: sampling.fill_integers(a, 0, 1 << 20, g, True),
}


def nothing_in_c() -> SimpleNamespace:
    return SimpleNamespace(draw_into=lambda *_: False, draw_normals=lambda *_: False)


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "int64", "int32", "uint8", "bool"])
@pytest.mark.parametrize("name", sorted(CALLS))
def test_both_engines_draw_the_same_numbers(name: str, dtype: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if np.dtype(dtype).kind in "iub" and name not in ("bernoulli", "integers", "wide", "wider"):
        return  # of floats only
    found = []
    for in_c in (True, False):
        generator = wye.Generator().manual_seed(11)
        arrays = [np.zeros(size, dtype) for size in SIZES] + [np.zeros((3, 5), dtype).T, np.zeros((2, 20), dtype)]
        with monkeypatch.context() as patch, np.errstate(all="ignore"):
            if not in_c:
                patch.setattr(sampling, "engine", nothing_in_c())
            for array in arrays:
                CALLS[name](array, generator)
        found.append([array.tobytes() for array in arrays] + [generator.get_state().numpy().tobytes()])
    assert found[0] == found[1]


@pytest.mark.parametrize("n", [0, 1, 2, 5, 1000])
def test_both_engines_shuffle_alike(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    wye.manual_seed(3)
    first = wye.randperm(n).tolist()
    state = wye.get_rng_state()
    monkeypatch.setattr(sampling, "engine", nothing_in_c())
    wye.manual_seed(3)
    assert wye.randperm(n).tolist() == first
    assert wye.equal(wye.get_rng_state(), state)


@pytest.mark.parametrize("dtype", [wye.float32, wye.float64])
def test_each_probability_is_met_alike(dtype: wye.dtype, monkeypatch: pytest.MonkeyPatch) -> None:
    p = wye.linspace(0, 1, 200, dtype=dtype)
    wye.manual_seed(4)
    first = wye.bernoulli(p)
    monkeypatch.setattr(sampling, "engine", nothing_in_c())
    wye.manual_seed(4)
    assert wye.equal(wye.bernoulli(p), first)
    with pytest.raises(RuntimeError, match="expects p to be in"):
        wye.bernoulli(p + 1)
