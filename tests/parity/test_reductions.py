"""Small reductions, and gradients of reductions in one pass, are those of the rules and formulas."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wye
from wye._engine import engine
from wye.aten.kernels import reduce

DIMS: tuple[object, ...] = (0, 1, -1, [0, 1], [1, 2], [0, 2], [0, 1, 2])
CALLS: dict[str, Callable[..., wye.Tensor]] = {
    "mean": lambda x, dim, keep: x.mean(dim, keep),
    "amax": lambda x, dim, keep: x.amax(dim, keep),
    "amin": lambda x, dim, keep: x.amin(dim, keep),
    "var": lambda x, dim, keep: x.var(dim, keepdim=keep),
    "var of all there is": lambda x, dim, keep: x.var(dim, correction=0, keepdim=keep),
    "std": lambda x, dim, keep: x.std(dim, keepdim=keep),
    "var_mean": lambda x, dim, keep: sum(wye.var_mean(x, dim, keepdim=keep)),
    "norm": lambda x, dim, keep: wye.linalg.vector_norm(x, 2, dim, keep),
    "logsumexp": lambda x, dim, keep: x.logsumexp(dim, keep),
}


def gradient(call: Callable[[wye.Tensor], wye.Tensor], x: wye.Tensor) -> wye.Tensor:
    x = x.detach().requires_grad_()
    made = call(x)
    weights = wye.arange(made.numel(), dtype=x.dtype).reshape(made.shape) + 1
    return wye.autograd.grad((made * weights).sum(), x)[0]


def assert_same(call: Callable[[wye.Tensor], wye.Tensor], x: wye.Tensor, monkeypatch: pytest.MonkeyPatch) -> None:
    found = gradient(call, x)
    with monkeypatch.context() as patch:
        patch.setattr(engine, "reduction_gradient", lambda *_: None)
        expected = gradient(call, x)
    assert found.stride() == expected.stride()
    wye.testing.assert_close(found, expected, equal_nan=True)


@pytest.mark.parametrize("dtype", [wye.float32, wye.float64])
@pytest.mark.parametrize("name", CALLS)
def test_one_pass_gives_what_the_formula_gives(name: str, dtype: wye.dtype, monkeypatch: pytest.MonkeyPatch) -> None:
    wye.manual_seed(0)
    x = wye.randint(-3, 4, (2, 3, 4)).to(dtype)  # extremes that are there several times
    for dim in DIMS:
        for keep in (False, True):
            assert_same(lambda x, dim=dim, keep=keep: CALLS[name](x, dim, keep), x, monkeypatch)


@pytest.mark.parametrize("name", ["max", "min", "mean", "std", "norm"])
def test_of_all_elements(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for x in (wye.tensor([1.0, 3.0, 3.0]), wye.tensor([1.0, float("nan"), 2.0]), wye.zeros(3), wye.ones(1, 2)):
        assert_same(lambda x: getattr(x, name)(), x, monkeypatch)


def test_a_pass_that_is_recorded_uses_the_formula() -> None:
    x = wye.tensor([1.0, 2.0, 4.0], dtype=wye.float64, requires_grad=True)
    (first,) = wye.autograd.grad(x.var(), x, create_graph=True)
    (second,) = wye.autograd.grad(first.pow(2).sum(), x)
    assert second.abs().sum() > 0


@pytest.mark.parametrize("letter", ["f", "d"])
def test_small_sums_means_and_extremes_are_those_of_the_rules(letter: str) -> None:
    rng = np.random.default_rng(0)
    for _ in range(300):
        shape = tuple(map(int, rng.integers(1, 7, rng.integers(0, 4))))
        whole = (rng.normal(size=[2 * n for n in shape]) * 10.0 ** rng.integers(-3, 3)).astype(letter)
        array = np.asarray(whole)[(..., *[slice(None, None, 2)] * len(shape))]  # with gaps
        array = [array, array.copy(), array.copy("F"), array.T.copy().T][rng.integers(4)]
        if rng.random() < 0.2:
            array[(0,) * array.ndim] = np.nan
        if rng.random() < 0.3:  # 0 and -0 are equal: which of them is the greatest?
            array *= 0.0
        dim = [int(rng.integers(-array.ndim, array.ndim))] if array.ndim else []
        if rng.random() < 0.3:
            dim = rng.permutation(array.ndim).tolist()
        calls: dict[str, tuple[Any, ...]] = {"sum": (), "mean": (), "max": (), "min": ()}
        if dim:
            keep = bool(rng.integers(2))
            calls |= dict.fromkeys(("sum.dim_IntList", "mean.dim", "amax", "amin"), (dim, keep))
        for name, given in calls.items():
            packet, _, overload = name.partition(".")
            found = getattr(getattr(wye.ops.aten, packet), overload or "default")(wye.from_numpy(array), *given)
            with np.errstate(all="ignore"):
                wanted = np.asarray(reduce.KERNELS[name](array, *given))
            assert found.numpy().strides == wanted.strides
            assert found.numpy().tobytes() == wanted.tobytes(), (name, given, array.shape, array.strides)
