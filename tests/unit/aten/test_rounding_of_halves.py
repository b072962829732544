"""In which steps sums and products of 16-bit floats are rounded."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import wye

ml_dtypes = pytest.importorskip("ml_dtypes")
KINDS = [(wye.float16, np.float16), (wye.bfloat16, ml_dtypes.bfloat16)]


def numbers(seed: int, *shape: int) -> Any:
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


def half(array: Any, kind: Any) -> Any:
    return array.astype(kind).astype(np.float32)


@pytest.mark.parametrize(("dtype", "kind"), KINDS)
def test_a_factor_is_rounded_and_the_product_is_not(dtype: Any, kind: Any) -> None:
    a, b = half(numbers(0, 200), kind), half(numbers(1, 200), kind)
    found = wye.add(wye.tensor(a).to(dtype), wye.tensor(b).to(dtype), alpha=0.3).float().numpy()
    factor = half(np.float32(0.3), kind)
    assert np.array_equal(found, half(a + factor * b, kind))


@pytest.mark.parametrize(("dtype", "kind"), KINDS)
def test_slices_are_added_one_after_the_other(dtype: Any, kind: Any) -> None:
    a, b = half(numbers(0, 3, 200, 2), kind), half(numbers(1, 3, 4, 2), kind)
    x, y, at = wye.tensor(a).to(dtype), wye.tensor(b).to(dtype), wye.tensor([1, 5, 1, 1])
    expected = a.copy()
    for i, place in enumerate([1, 5, 1, 1]):
        expected[:, place] = half(expected[:, place] + b[:, i], kind)
    assert np.array_equal(x.index_add(1, at, y).float().numpy(), expected)


@pytest.mark.parametrize(("dtype", "kind"), KINDS)
def test_products_of_slices_are_rounded_in_every_step(dtype: Any, kind: Any) -> None:
    a, b = half(numbers(0, 5, 20), kind), half(numbers(1, 4, 20), kind)
    x, y, at = wye.tensor(a).to(dtype), wye.tensor(b).to(dtype), wye.tensor([1, 2, 1, 1])
    expected = a.copy()
    for i, place in enumerate([1, 2, 1, 1]):
        expected[place] = half(expected[place] * b[i], kind)
    assert np.array_equal(x.index_reduce(0, at, y, "prod").float().numpy(), expected)


@pytest.mark.parametrize(("dtype", "kind"), KINDS)
def test_multiples_of_whole_slices_are_added_with_one_rounding(dtype: Any, kind: Any) -> None:
    a, b = half(numbers(0, 5, 20), kind), half(numbers(1, 2, 20), kind)
    x, y = wye.tensor(a).to(dtype), wye.tensor(b).to(dtype)
    expected, factor = a.copy(), half(np.float32(0.3), kind)
    for row in b:
        expected[2] = half(expected[2] + factor * row, kind)
    assert np.array_equal(x.index_add(0, wye.tensor([2, 2]), y, alpha=0.3).float().numpy(), expected)


@pytest.mark.parametrize(("dtype", "kind"), KINDS)
def test_numbers_are_rounded_before_they_are_added_but_not_before_they_are_multiplied(dtype: Any, kind: Any) -> None:
    a, number = half(numbers(0, 200), kind), half(np.float32(0.7), kind)
    x = wye.tensor(a).to(dtype)
    assert np.array_equal((x + 0.7).float().numpy(), half(a + number, kind))
    assert np.array_equal((0.7 - x).float().numpy(), half(number - a, kind))
    assert np.array_equal((x * 0.7).float().numpy(), half(a * np.float32(0.7), kind))
    assert np.array_equal((x.abs() ** 0.7).float().numpy(), half(np.abs(a) ** number, kind))


@pytest.mark.parametrize(("dtype", "kind"), KINDS)
def test_logarithms_are_rounded_before_they_are_multiplied(dtype: Any, kind: Any) -> None:
    a, b = half(numbers(0, 200), kind), half(np.abs(numbers(1, 200)) + 0.5, kind)
    found = wye.xlogy(wye.tensor(a).to(dtype), wye.tensor(b).to(dtype)).float().numpy()
    assert np.array_equal(found, half(a * half(np.log(b), kind), kind))


@pytest.mark.parametrize(("dtype", "kind"), KINDS)
def test_outer_products_are_rounded_in_every_step(dtype: Any, kind: Any) -> None:
    a, b, c = half(numbers(0, 9, 7), kind), half(numbers(1, 9), kind), half(numbers(2, 7), kind)
    x, y, z = (wye.tensor(one).to(dtype) for one in (a, b, c))
    beta, alpha = half(np.float32(0.7), kind), half(np.float32(0.3), kind)
    expected = half(half(beta * a, kind) + half(half(alpha * b, kind)[:, None] * c, kind), kind)
    assert np.array_equal(wye.addr(x, y, z, beta=0.7, alpha=0.3).float().numpy(), expected)
    assert not wye.addr(x * float("nan"), y, z, beta=0).isnan().any()
