"""Batch norm, losses, convolutions and gradients of pooling in C: as the Python rules, up to the order of sums."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

import wye
from wye._engine import engine
from wye.aten.kernels import nn_conv, nn_loss, nn_loss_backward, nn_norm, nn_pool

TOLERANCE = {"float32": 1e-5, "float64": 1e-13}


def numbers(rng: random.Random, shape: tuple[int, ...], dtype: str) -> np.ndarray:
    return np.random.default_rng(rng.randrange(1 << 30)).normal(size=shape).astype(dtype)


def check(found: object, expected: object, dtype: str) -> None:
    """The same shapes, strides and dtypes, and nearly the same numbers."""
    several = isinstance(expected, tuple)
    for one, other in zip(found if several else (found,), expected if several else (expected,), strict=True):  # type: ignore[arg-type, var-annotated]
        array = one.numpy()
        assert (array.dtype, array.shape, array.strides) == (other.dtype, other.shape, other.strides)
        np.testing.assert_allclose(array, other, rtol=20 * TOLERANCE[dtype], atol=20 * TOLERANCE[dtype])


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Rules compute without NumPy's warnings, as operators do: which flags a BLAS sets depends on the machine."""
    with np.errstate(all="ignore"):
        yield


def tensor(value: object) -> object:
    return wye.from_numpy(value) if isinstance(value, np.ndarray) else value


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("shape", [(3, 4), (2, 3, 5), (4, 2, 3, 3), (2, 1), (1, 2, 2)])
@pytest.mark.parametrize("has", [(True, True), (False, True), (True, False)])
def test_batch_norm_and_its_gradients(shape: tuple[int, ...], dtype: str, has: tuple[bool, bool]) -> None:
    rng = random.Random(f"{shape}{has}")
    x, by_channel = numbers(rng, shape, dtype), shape[1:2]
    weight, bias = (numbers(rng, by_channel, dtype) if has[0] else None for _ in range(2))
    mean, var = (numbers(rng, by_channel, dtype) if has[1] else None for _ in range(2))
    kept = [None if one is None else one.copy() for one in (mean, var)]
    rule = nn_norm.KERNELS["native_batch_norm"](x, weight, bias, mean, var, True, 0.1, 1e-5)
    given = [tensor(one) for one in (x, weight, bias, *kept)]
    check(wye.ops.aten.native_batch_norm.default(*given, True, 0.1, 1e-5), rule, dtype)
    if has[1]:
        check(tuple(given[3:]), (mean, var), dtype)
    grad = numbers(rng, shape, dtype)
    args = (grad, x, weight, mean, var, rule[1], rule[2])
    back = nn_norm.KERNELS["native_batch_norm_backward"](*args, True, 1e-5, [True] * 3)
    check(wye.ops.aten.native_batch_norm_backward.default(*map(tensor, args), True, 1e-5, [True] * 3), back, dtype)


@pytest.mark.parametrize("dtype", TOLERANCE)
def test_gradients_of_pooling(dtype: str) -> None:
    rng = random.Random(7)
    for _ in range(60):
        shape = (rng.choice([1, 2]), rng.choice([1, 3]), rng.randint(2, 6), rng.randint(2, 6))
        x = numbers(rng, shape[rng.choice([0, 1]) :], dtype)
        kernel, stride = [rng.randint(1, 2), rng.randint(1, 2)], [rng.randint(1, 2)]
        rest = [kernel, stride, [0]]
        out, where = nn_pool.KERNELS["max_pool2d_with_indices"](x, *rest, [1], False)
        grad = numbers(rng, out.shape, dtype)
        args = (grad, x, *rest, [1], False, where)
        rule = nn_pool.KERNELS["max_pool2d_with_indices_backward"](*args)
        check(wye.ops.aten.max_pool2d_with_indices_backward.default(*map(tensor, args)), rule, dtype)
        args = (grad, x, *rest, False, True, None)
        rule = nn_pool.KERNELS["avg_pool2d_backward"](*args)
        check(wye.ops.aten.avg_pool2d_backward.default(*map(tensor, args)), rule, dtype)


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("dims", [1, 2, 3])
def test_convolutions_and_their_gradients(dims: int, dtype: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(dims)
    for _ in range(25):
        groups, each, features = rng.choice([1, 1, 2]), rng.choice([1, 2]), rng.choice([1, 2])
        kernel = tuple(rng.randint(1, 3) for _ in range(dims))
        x = numbers(rng, (rng.choice([1, 2]), groups * each, *(rng.randint(3, 6) for _ in range(dims))), dtype)
        transposed = rng.random() < 0.3
        lead = (groups * each, features) if transposed else (groups * features, each)
        weight, bias = numbers(rng, (*lead, *kernel), dtype), numbers(rng, (groups * features,), dtype)
        stride, padding = [rng.randint(1, 2)] * dims, [rng.randint(0, 1)] * dims
        how = (stride, padding, [1] * dims, transposed, [0] * dims, groups)
        quick = nn_conv.KERNELS["convolution"](x, weight, bias, *how)
        grad = numbers(rng, quick.shape, dtype)
        back = (grad, x, weight, [len(bias)], *how, [True, True, True])
        quick_back = nn_conv.KERNELS["convolution_backward"](*back)
        with monkeypatch.context() as patch:
            patch.setattr(engine, "convolve", lambda *_: False)
            expected = nn_conv.KERNELS["convolution"](x, weight, bias, *how)
            expected_back = nn_conv.KERNELS["convolution_backward"](*back)
        check(tuple(map(wye.from_numpy, (quick, *quick_back))), (expected, *expected_back), dtype)


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("name", ["mse_loss", "smooth_l1_loss", "huber_loss", "binary_cross_entropy"])
def test_means_of_losses_and_their_gradients(name: str, dtype: str) -> None:
    rng = random.Random(name)
    for shape in ((3,), (2, 4), (1, 3, 2)):
        x, y = numbers(rng, shape, dtype), numbers(rng, shape, dtype)
        if name == "binary_cross_entropy":
            x, y = 1 / (1 + np.exp(-x)), 1 / (1 + np.exp(-y))
        more: list[object] = {"mse_loss": [1], "binary_cross_entropy": [None, 1]}.get(name, [1, 0.7])
        rule = nn_loss.KERNELS[name](x, y, *more)
        check(getattr(wye.ops.aten, name).default(tensor(x), tensor(y), *more), np.asarray(rule), dtype)
        grad = numbers(rng, (), dtype).reshape(())
        back = nn_loss_backward.KERNELS[f"{name}_backward"](grad, x, y, *more)
        found = getattr(wye.ops.aten, f"{name}_backward").default(tensor(grad), tensor(x), tensor(y), *more)
        check(found, back, dtype)


@pytest.mark.parametrize("dtype", TOLERANCE)
def test_losses_of_classes_and_their_gradients(dtype: str) -> None:
    rng = random.Random(3)
    x, classes = numbers(rng, (4, 3), dtype), np.array([0, 2, 1, 1])
    for ignored in (-100, 1):
        rule = nn_loss.KERNELS["nll_loss_forward"](x, classes, None, 1, ignored)
        found = wye.ops.aten.nll_loss_forward.default(tensor(x), tensor(classes), None, 1, ignored)
        check(found, tuple(map(np.asarray, rule)), dtype)
        args = (numbers(rng, (), dtype).reshape(()), x, classes, None, 1, ignored, np.asarray(rule[1]))
        back = nn_loss.KERNELS["nll_loss_backward"](*args)
        check(wye.ops.aten.nll_loss_backward.default(*map(tensor, args)), back, dtype)
    with pytest.raises(IndexError):
        wye.ops.aten.nll_loss_forward.default(tensor(x), tensor(classes + 2), None, 1, -100)
