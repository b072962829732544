"""Functions of rows in the engine give what the Python rules give, up to the order of sums."""

import numpy as np
import pytest

import wye
from wye._engine import engine
from wye.aten.kernels import nn_norm, reduce_scan

SHAPES = [(3,), (1,), (2, 3), (4, 1), (5, 7), (2, 3, 16), (3, 2, 65)]
TOLERANCE = {"float32": 2e-6, "float64": 1e-14}


def rows(shape: tuple[int, ...], dtype: str, seed: int) -> np.ndarray:
    """Rows of ordinary numbers."""
    return np.random.default_rng(seed).normal(scale=2, size=shape).astype(dtype)


def check(found: object, expected: object, dtype: str) -> None:
    """The same shapes, strides and dtypes, and nearly the same numbers."""
    several = isinstance(expected, tuple)
    for one, other in zip(found if several else (found,), expected if several else (expected,), strict=True):  # type: ignore[arg-type, var-annotated]
        array = one.numpy()
        assert (array.dtype, array.shape, array.strides) == (other.dtype, other.shape, other.strides)
        np.testing.assert_allclose(array, other, rtol=20 * TOLERANCE[dtype], atol=20 * TOLERANCE[dtype])


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", ["_softmax", "_log_softmax"])
def test_softmax_of_the_last_dimension(name: str, shape: tuple[int, ...], dtype: str) -> None:
    x = rows(shape, dtype, 1)
    x[..., 0] = -np.inf if shape[-1] > 1 else 0
    with np.errstate(all="ignore"):
        rule = reduce_scan.KERNELS[name](x, -1, False)
    check(getattr(wye.ops.aten, name).default(wye.from_numpy(x), -1, False), rule, dtype)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", ["_softmax", "_log_softmax"])
def test_gradients_of_softmax(name: str, shape: tuple[int, ...], dtype: str) -> None:
    made = reduce_scan.KERNELS[name](rows(shape, dtype, 1), -1, False)
    kind = getattr(wye, dtype)
    for grad in (rows(shape, dtype, 2), np.broadcast_to(rows((), dtype, 3), shape), rows(shape[::-1], dtype, 4).T):
        rule = reduce_scan.KERNELS[f"{name}_backward_data"](grad, made, -1, kind)
        found = getattr(wye.ops.aten, f"{name}_backward_data").default(
            wye.from_numpy(np.array(grad)).reshape(shape), wye.from_numpy(made), -1, kind
        )
        check(found, np.ascontiguousarray(rule), dtype)


def test_rows_with_nan_and_infinities_are_nan_where_the_rule_says_so() -> None:
    x = np.array([[1, np.nan, 2], [np.inf, 0, 1], [-np.inf] * 3, [1, 2, 3]], "float32")
    for name in ("_softmax", "_log_softmax"):
        with np.errstate(all="ignore"):
            rule = reduce_scan.KERNELS[name](x, 1, False)
        found = getattr(wye.ops.aten, name).default(wye.from_numpy(x), 1, False).numpy()
        assert (np.isnan(found) == np.isnan(rule)).all()


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("has", [(True, True), (True, False), (False, False)])
def test_layer_norm_and_its_gradients(shape: tuple[int, ...], dtype: str, has: tuple[bool, bool]) -> None:
    x, length = rows(shape, dtype, 1), shape[-1]
    weight, bias = (rows((length,), dtype, i) if there else None for i, there in enumerate(has, 2))
    given = [None if one is None else wye.from_numpy(one) for one in (weight, bias)]
    rule = nn_norm.KERNELS["native_layer_norm"](x, [length], weight, bias, 1e-5)
    check(wye.ops.aten.native_layer_norm.default(wye.from_numpy(x), [length], *given, 1e-5), rule, dtype)
    grad, mask = rows(shape, dtype, 5), [True, True, True]
    back = nn_norm.KERNELS["native_layer_norm_backward"](grad, x, [length], *rule[1:], weight, bias, mask)
    statistics = [wye.from_numpy(np.ascontiguousarray(one)) for one in rule[1:]]
    found = wye.ops.aten.native_layer_norm_backward.default(
        wye.from_numpy(grad), wye.from_numpy(x), [length], *statistics, *given, mask
    )
    if length > 1:
        check(found, back, dtype)


def test_weights_of_attention_are_made_in_place_or_not_at_all() -> None:
    scores, sums = np.array([[1, 2], [-np.inf, -np.inf]], "float32"), np.empty(2, "float32")
    if engine.weigh_rows(scores, sums):
        np.testing.assert_allclose(scores, [[0.26894143, 0.7310586], [0, 0]], rtol=1e-6)
        np.testing.assert_allclose(sums, [2.3132617, 0], rtol=1e-6)
    for wrong in (np.ones((2, 3), "int64"), np.ones((2, 3), "float32").T, np.ones((0, 3), "float32"), None):
        assert not engine.weigh_rows(wrong, sums)
    assert not engine.weigh_rows(np.ones((3, 2), "float32"), sums)
    with pytest.raises(TypeError):
        engine.weigh_rows(scores)  # type: ignore[call-arg]
