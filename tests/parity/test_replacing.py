"""Fills, copies and copies with a part replaced: the engine's shortcuts give what the Python rules give."""

import random

import numpy as np
import pytest

import wye
from wye.aten.composites import view_copy
from wye.aten.kernels import elementwise_copy

SHAPES = [(), (1,), (3,), (0,), (2, 3), (3, 3), (3, 1), (1, 4), (2, 0, 3), (2, 3, 4)]
DTYPES = ("float32", "float64", "float16", "int64", "uint8", "bool", "complex64")
NUMBERS = (0, 1, 2.5, -3, True, 1e30, 2**40, 1j, float("nan"))


def layouts(shape: tuple[int, ...], dtype: str, rng: np.random.Generator) -> list[np.ndarray]:
    """Arrays of a shape: in rows, permuted, with gaps, and expanded."""
    drawn = (rng.integers(0, 9, shape) if shape else np.array(rng.integers(0, 9))).astype(dtype)
    wide = np.repeat(drawn[..., None], 2, -1)[..., 0]
    made = [drawn, wide, np.broadcast_to(drawn.reshape(-1)[:1].reshape(()), shape).copy() if drawn.size else drawn]
    if len(shape) > 1:
        made += [np.asfortranarray(drawn), np.broadcast_to(drawn[:1], shape)]
    return made


def told(value: object) -> object:
    data = value._data if isinstance(value, wye.Tensor) else value
    assert isinstance(data, np.ndarray)
    strides = data.strides if data.size else ()  # of an array without elements, a tensor has strides of its own
    return data.shape, strides, data.dtype, data.tobytes()


def outcome(fn: object, *args: object) -> object:
    try:
        return told(fn(*args))  # type: ignore[operator]
    except Exception as error:  # noqa: BLE001 - errors are compared, too
        return type(error), str(error)


@pytest.mark.parametrize("dtype", DTYPES)
def test_new_arrays_that_are_filled_lie_as_the_rule_says(dtype: str) -> None:
    rng = np.random.default_rng(5)
    for shape in SHAPES:
        for array in layouts(shape, dtype, rng):
            tensor = wye.from_numpy(array) if array.flags.writeable else wye.tensor(array.copy())
            data = tensor._data
            assert outcome(wye.ops.aten.zero.default, tensor) == outcome(elementwise_copy.zero, data)
            for number in NUMBERS:
                expected = outcome(elementwise_copy.fill, data, number)
                assert outcome(wye.ops.aten.fill.Scalar, tensor, number) == expected, (shape, number)
            for other in (dtype, "float32", "int64"):
                one = wye.tensor(3).to(getattr(wye, other))
                expected = outcome(elementwise_copy.fill_tensor, data, one._data)
                assert outcome(wye.ops.aten.fill.Tensor, tensor, one) == expected


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_copy_into_a_new_array_lies_as_the_rule_says(dtype: str) -> None:
    rng = np.random.default_rng(6)
    for shape in SHAPES:
        for to in layouts(shape, dtype, rng):
            for source in (*layouts(shape, dtype, rng), np.array(7, dtype)):
                target, src = wye.from_numpy(to.copy() if not to.flags.writeable else to), wye.from_numpy(source.copy())
                expected = outcome(elementwise_copy.copy, target._data, src._data)
                assert outcome(wye.ops.aten.copy.default, target, src) == expected


def arguments_of(name: str, whole: wye.Tensor, rng: random.Random) -> list[object]:
    n = whole.dim()
    dim = rng.randint(-n - 1, n)
    if name == "select_scatter":
        return [dim, rng.randint(-4, 4)]
    if name == "slice_scatter":
        return [dim, rng.choice([None, 0, 1, -2, 9]), rng.choice([None, 2, -1, 9]), rng.choice([1, 2, 3])]
    return [rng.randint(-4, 4), dim, rng.randint(-n - 1, n)][: rng.randint(1, 3)]


RULES = {name: view_copy.EXPLICIT[name] for name in ("select_scatter", "slice_scatter", "diagonal_scatter")}
VIEWS = {"select_scatter": "select.int", "slice_scatter": "slice.Tensor", "diagonal_scatter": "diagonal.default"}


@pytest.mark.parametrize("name", sorted(RULES))
def test_a_part_is_replaced_as_the_rule_says(name: str) -> None:
    rng, numbers = random.Random(7), np.random.default_rng(7)
    packet, overload = VIEWS[name].split(".")
    view, op = getattr(getattr(wye.ops.aten, packet), overload), getattr(wye.ops.aten, name).default
    for _ in range(60):
        for shape in ((3,), (1,), (2, 3), (3, 3), (4, 1), (2, 3, 4)):
            array = rng.choice(layouts(shape, rng.choice(DTYPES), numbers))
            whole = wye.from_numpy(array.copy() if not array.flags.writeable else array)
            args = arguments_of(name, whole, rng)
            try:
                part = view(whole, *args).clone() * 2
            except Exception:  # noqa: BLE001 - whatever is wrong with the view, both say it
                part = whole
            part = part.to(whole.dtype) if rng.random() < 0.9 else part.to(wye.float64)
            expected = outcome(RULES[name], whole, part, *args)
            before = whole.clone()
            assert outcome(op, whole, part, *args) == expected, (shape, args)
            assert wye.equal(whole, before)


@pytest.mark.parametrize("name", sorted(RULES))
def test_a_part_of_an_array_with_many_dimensions_is_replaced(name: str) -> None:
    op, ones = getattr(wye.ops.aten, name).default, (1,) * 38
    whole = wye.arange(24.0).reshape(4, *ones, 2, 3).transpose(-1, -2)[1:3]  # neither in rows nor alone
    args = {"select_scatter": [-2, 1], "slice_scatter": [-2, 1, 2], "diagonal_scatter": [0, -1, -2]}[name]
    packet, overload = VIEWS[name].split(".")
    part = getattr(getattr(wye.ops.aten, packet), overload)(whole, *args).clone() * 2
    assert outcome(op, whole, part, *args) == outcome(RULES[name], whole, part, *args)


def test_metadata_of_functional_tensors_are_those_of_their_values() -> None:
    def program(x: wye.Tensor) -> wye.Tensor:
        for y in (x, x.t(), x[0], x[:, 1:], x.view(-1), x.diagonal()):
            y.mul_(2)
            value = y._data.inner
            assert tuple(y.shape) == tuple(value.shape) == tuple(y.size())
            assert y.stride() == value.stride()
            assert (y.dim(), y.ndim, y.dtype, y.numel()) == (value.dim(), value.ndim, value.dtype, value.numel())
        return x

    x = wye.arange(12.0).view(3, 4)
    wye.func.functionalize(program)(x)
