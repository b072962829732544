"""Choosing elements and placing gradients in the engine gives, bit by bit, what the Python rules give."""

import itertools
import random

import numpy as np
import pytest

import wye
from wye.aten.kernels import elementwise_copy, view_copy

SHAPES = [(), (1,), (3,), (2, 3), (4, 1), (2, 3, 4)]


def operands(shape: tuple[int, ...], dtype: str, seed: int) -> list[np.ndarray]:
    """An array in rows, one element that was expanded, one element, a transposed array, and one with gaps."""
    rng = np.random.default_rng(seed)
    plain = np.asarray(rng.normal(size=shape) * 3).astype(dtype)
    turned = np.asarray(rng.normal(size=shape[::-1]) * 3).astype(dtype).T
    apart = np.asarray(rng.normal(size=[2 * size for size in shape]) * 3).astype(dtype)
    apart = apart[(..., *[slice(None, None, 2)] * len(shape))]
    return [plain, np.broadcast_to(np.array(2).astype(dtype), shape), np.array(1).astype(dtype), turned, apart]


def tensor_of(array: np.ndarray) -> wye.Tensor:
    """A tensor with the strides of an array."""
    if 0 in array.strides and array.size > 1:
        return wye.from_numpy(np.array(array.reshape(-1)[0])).expand(array.shape)
    return wye.from_numpy(array)


def bits(array: object) -> object:
    found = np.asarray(array)
    return found.dtype, found.shape, found.strides, found.tobytes()


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dtype", ["float32", "float64", "int64", "complex64", "bool"])
def test_where_gives_what_its_rule_gives(shape: tuple[int, ...], dtype: str) -> None:
    masks = operands(shape, "bool", 1)
    for mask, yes, no in itertools.product(masks, operands(shape, dtype, 2), operands(shape, dtype, 3)):
        rule = elementwise_copy.KERNELS["where.self"](mask, yes, no)
        found = wye.ops.aten.where.self(*map(tensor_of, (mask, yes, no))).numpy()
        assert bits(found) == bits(rule)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dtype", ["float32", "float64", "int64"])
@pytest.mark.parametrize("value", [0, 1.5, -2, float("nan"), float("-inf"), True, 1 << 20])
def test_masked_fill_gives_what_its_rule_gives(shape: tuple[int, ...], dtype: str, value: float) -> None:
    if (dtype == "int64" and value != value) or value in (float("-inf"), 1.5):
        dtype = "float32"
    for mask, array in itertools.product(operands(shape, "bool", 1), operands(shape, dtype, 2)):
        rule = elementwise_copy.KERNELS["masked_fill.Scalar"](array, mask, value)
        assert bits(wye.masked_fill(tensor_of(array), tensor_of(mask), value).numpy()) == bits(rule)
    copies = [operands(shape, dtype, 2)[0].copy() for _ in range(2)]
    elementwise_copy.KERNELS["masked_fill_.Scalar"](copies[0], masks := operands(shape, "bool", 1)[0], value)
    wye.from_numpy(copies[1]).masked_fill_(wye.from_numpy(masks), value)
    assert bits(copies[0]) == bits(copies[1])


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("value", [0, 1.5, -2, 7])
def test_where_with_a_number_is_where_with_a_tensor(shape: tuple[int, ...], value: float) -> None:
    for mask, array in itertools.product(operands(shape, "bool", 1), operands(shape, "float32", 2)):
        condition, tensor, number = tensor_of(mask), tensor_of(array), wye.tensor(value, dtype=wye.float32)
        for _ in range(2):  # the second time the engine knows the kernel of `where`
            first = wye.where(condition, value, tensor)
            assert bits(first.numpy()) == bits(wye.where(condition, number, tensor).numpy())
            second = wye.where(condition, tensor, value)
            assert bits(second.numpy()) == bits(wye.where(condition, tensor, number).numpy())


def outcome(fn: object, *args: object) -> object:
    try:
        return bits(fn(*args))  # type: ignore[operator]
    except (RuntimeError, IndexError, ValueError) as error:
        return type(error)


@pytest.mark.parametrize("shape", [(3,), (2, 3), (4, 1), (2, 3, 4)])
def test_gradients_of_parts_lie_where_the_rules_place_them(shape: tuple[int, ...]) -> None:
    rng = random.Random(str(shape))
    for _ in range(60):
        dim, start, end = rng.randint(-len(shape) - 1, len(shape)), rng.randint(-4, 4), rng.choice([1, 3, -1, 1 << 62])
        step, index = rng.choice([1, 2]), rng.randint(-4, 4)
        at = dim % len(shape)
        part = np.zeros(shape)[tuple(slice(start, end, step) if i == at else slice(None) for i in range(len(shape)))]
        for name, grad, args in (
            ("slice_backward", rng.choice(operands(part.shape, "float32", 1)), (dim, start, end, step)),
            ("select_backward", rng.choice(operands((*shape[:at], *shape[at + 1 :]), "float64", 2)), (dim, index)),
        ):
            rule = outcome(view_copy.KERNELS[name], grad, list(shape), *args)
            op = getattr(wye.ops.aten, name).default
            assert outcome(lambda *given: op(*given).numpy(), tensor_of(grad), list(shape), *args) == rule  # noqa: B023
