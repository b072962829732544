"""Samples of elementwise functions: usual, small and large numbers, infinities and NaN; broadcast, strided, scalars.

Cold path.  In: an operator (`UnaryUfuncInfo`, `BinaryUfuncInfo`), a device and a dtype.  Out: samples.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, Final

from wye.aten.functions import function
from wye.tensors import tensor
from wye.testing.make_tensor import make_tensor
from wye.testing.op_info import SampleInput

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = [
    "binary_broadcasting",
    "binary_extremal",
    "binary_large",
    "binary_small",
    "binary_usual",
    "binary_with_promoted_scalars",
    "binary_with_scalars",
    "unary_extremal",
    "unary_large",
    "unary_small",
    "unary_usual",
]

_SHAPES: Final = ((), (0,), (1,), (20,), (64, 3), (1, 0, 3), (5, 1, 4))
_INF, _NAN = float("inf"), float("nan")
_SMALL_INTEGERS: Final = (0, 1, -1, 2, -2, 7, -7, 42, -42)
_SMALL_FLOATS: Final = (0.0, -0.0, 0.001, -0.001, 0.25, -0.25, 0.99, -0.99, 1.0, -1.0, 1.5, -1.5, 3.14, -3.14)
_LARGE_INTEGERS: Final = (113, -113, 1113, -1113, 10701, -10701)
_LARGE_FLOATS: Final = (113.0, -113.0, 501.25, -501.25, 813.5, -813.5, 1113.5, -1113.5, 19700.5, -19700.5)
_BEYOND_HALVES: Final = (4788429.5, -4788429.5, 1e20, -1e20)
_EXTREMAL: Final = (_INF, -_INF, _NAN)


def _fits(number: float, dtype: Any) -> bool:
    if dtype.is_floating_point or dtype.is_complex:
        return True
    return not (number < 0 and dtype.name == "uint8") and not (abs(number) > 127 and dtype.name in ("uint8", "int8"))


def _numbers(dtype: Any, integers: Iterable[int], floats: Iterable[float]) -> list[Any]:
    if dtype.is_complex:
        real = list(floats)
        return [complex(*pair) for pair in itertools.product(real, real)]
    return list(floats) if dtype.is_floating_point else [each for each in integers if _fits(each, dtype)]


def _small(dtype: Any) -> list[Any]:
    return [False, True] if dtype.name == "bool" else _numbers(dtype, _SMALL_INTEGERS, _SMALL_FLOATS)


def _large(dtype: Any) -> list[Any]:
    wide = () if dtype.name in ("float16", "complex32") else _BEYOND_HALVES
    return _numbers(dtype, _LARGE_INTEGERS, (*_LARGE_FLOATS, *wide))


def _extremal(dtype: Any) -> list[Any]:
    if dtype.is_complex:
        return _numbers(dtype, (), (*_EXTREMAL, 0.0, 1.0, -1.0))
    return list(_EXTREMAL)


# ---- one number


def _within(op: Any, numbers: list[Any], dtype: Any) -> list[Any]:
    """Those that the function takes."""
    low, high = op.domain
    if dtype.is_complex or dtype.name == "bool":
        return numbers
    return [each for each in numbers if (low is None or each >= low) and (high is None or each <= high)]


def _of_one(op: Any, values: Any, device: Any, dtype: Any, requires_grad: bool) -> SampleInput:
    if op.reference_numerics_filter is not None:
        condition, instead = op.reference_numerics_filter
        values = function("where")(condition(values), tensor(instead, dtype=dtype, device=device), values)
    made = values.detach().requires_grad_(requires_grad)
    return SampleInput(made, kwargs=op.sample_kwargs(device, dtype, made)[0])


def unary_usual(
    op: Any, *, device: Any, dtype: Any, requires_grad: bool = False, **options: Any
) -> Iterator[SampleInput]:
    """Tensors of many shapes, some not contiguous."""
    low, high = op.domain
    for shape in _SHAPES:
        made = make_tensor(shape, dtype=dtype, device=device, low=low, high=high)
        yield _of_one(op, made, device, dtype, requires_grad)
    wide = make_tensor((6, 8), dtype=dtype, device=device, low=low, high=high)
    for strided in (wide.t(), wide[::2], wide[:, 1::3]):
        yield _of_one(op, strided, device, dtype, requires_grad)


def _unary(op: Any, numbers: list[Any], device: Any, dtype: Any, requires_grad: bool) -> Iterator[SampleInput]:
    yield _of_one(op, tensor(numbers, dtype=dtype, device=device), device, dtype, requires_grad)


def unary_small(op: Any, *, device: Any, dtype: Any, requires_grad: bool = False) -> Iterator[SampleInput]:
    """Numbers around 0 and 1."""
    yield from _unary(op, _within(op, _small(dtype), dtype), device, dtype, requires_grad)


def unary_large(op: Any, *, device: Any, dtype: Any, requires_grad: bool = False) -> Iterator[SampleInput]:
    """Large numbers."""
    numbers = _large(dtype)
    if not op.handles_large_floats:
        numbers = [each for each in numbers if abs(each) < 1000]
    yield from _unary(op, _within(op, numbers, dtype), device, dtype, requires_grad)


def unary_extremal(op: Any, *, device: Any, dtype: Any, requires_grad: bool = False) -> Iterator[SampleInput]:
    """Infinities and NaN."""
    yield from _unary(op, _extremal(dtype), device, dtype, requires_grad)


# ---- two numbers


def _makers(op: Any, device: Any, dtype: Any, exclude_zero: bool) -> tuple[Any, Any]:
    def maker(options: dict[str, Any], **usual: Any) -> Any:
        given = {**usual, **options}
        return lambda shape: make_tensor(shape, dtype=dtype, device=device, **given)

    return maker(op.lhs_make_tensor_kwargs), maker(op.rhs_make_tensor_kwargs, exclude_zero=exclude_zero)


def _of_two(first: Any, second: Any, requires_grad: bool, **facts: Any) -> SampleInput:
    first, second = (each.detach().requires_grad_(requires_grad) for each in (first, second))
    return SampleInput(first, args=(second,), **facts)


def binary_usual(
    op: Any, *, device: Any, dtype: Any, requires_grad: bool = False, exclude_zero: bool = False
) -> Iterator[SampleInput]:
    """Pairs of tensors of one shape, some not contiguous."""
    first, second = _makers(op, device, dtype, exclude_zero)
    for shape in _SHAPES:
        yield _of_two(first(shape), second(shape), requires_grad)
    yield _of_two(first((6, 8)).t(), second((6, 8)).t(), requires_grad)
    yield _of_two(first((40,))[::2], second((40,))[1::2], requires_grad)


def _pairs(op: Any, numbers: list[Any], device: Any, dtype: Any, requires_grad: bool) -> Iterator[SampleInput]:
    """Every number with every other, as far as the arguments may be these numbers."""

    def allowed(options: dict[str, Any]) -> list[Any]:
        low, high = options.get("low"), options.get("high")
        real = [(each, each.real if isinstance(each, complex) else each) for each in numbers]
        kept = [each for each, part in real if (low is None or not part < low) and (high is None or not part > high)]
        return [each for each in kept if each != 0] if options.get("exclude_zero") else kept

    pairs = list(itertools.product(allowed(op.lhs_make_tensor_kwargs), allowed(op.rhs_make_tensor_kwargs)))
    if pairs:
        first, second = (tensor(list(side), dtype=dtype, device=device) for side in zip(*pairs, strict=True))
        yield _of_two(first, second, requires_grad)


def binary_small(op: Any, *, device: Any, dtype: Any, requires_grad: bool = False) -> Iterator[SampleInput]:
    """Numbers around 0 and 1, each with each."""
    yield from _pairs(op, _small(dtype), device, dtype, requires_grad)


def binary_large(op: Any, *, device: Any, dtype: Any, requires_grad: bool = False) -> Iterator[SampleInput]:
    """Large numbers, each with each."""
    yield from _pairs(op, _large(dtype), device, dtype, requires_grad)


def binary_extremal(op: Any, *, device: Any, dtype: Any, requires_grad: bool = False) -> Iterator[SampleInput]:
    """Infinities and NaN, each with each."""
    yield from _pairs(op, _extremal(dtype), device, dtype, requires_grad)


_BROADCAST: Final = (
    ((1,), ()), ((2,), ()), ((1,), (2,)), ((2, 1), (2,)), ((1, 2), (2, 1)), ((3, 1, 2), (1, 3, 2)), ((1, 3), (0, 3)),
)  # fmt: skip


def binary_broadcasting(
    op: Any, *, device: Any, dtype: Any, requires_grad: bool = False, exclude_zero: bool = False
) -> Iterator[SampleInput]:
    """Pairs of tensors whose shapes are not the same, contiguous or not."""
    first, second = _makers(op, device, dtype, exclude_zero)
    for shapes in _BROADCAST:
        one, other = first(shapes[0]), second(shapes[1])
        yield _of_two(one, other, requires_grad, broadcasts_input=shapes[0] != shapes[1])
        if one.dim() == other.dim() == 2:
            yield _of_two(one.t(), other.t(), requires_grad, broadcasts_input=True)


def binary_with_scalars(op: Any, *, device: Any, dtype: Any, requires_grad: bool = False) -> Iterator[SampleInput]:
    """Tensors with numbers, on the sides on which the function takes numbers."""
    first, second = _makers(op, device, dtype, False)
    if op.supports_rhs_python_scalar:
        for shape in ((), (3,), (5, 3)):
            yield SampleInput(first(shape).requires_grad_(requires_grad), args=(second(()).item(),))
    if op.supports_one_python_scalar:
        for shape in ((), (3,), (5, 3)):
            yield SampleInput(first(()).item(), args=(second(shape).requires_grad_(requires_grad),))
    if op.supports_two_python_scalars:
        yield SampleInput(first(()).item(), args=(second(()).item(),))


def binary_with_promoted_scalars(
    op: Any, *, device: Any, dtype: Any, requires_grad: bool = False
) -> Iterator[SampleInput]:
    """Tensors with numbers of another kind than their dtype: comparisons, and what promotes the kinds."""
    if op.name not in ("eq", "ne", "gt", "ge", "lt", "le", "logical_and", "logical_or", "logical_xor"):
        return
    if not op.supports_rhs_python_scalar:
        return
    first, _ = _makers(op, device, dtype, False)
    numbers: list[Any] = [_INF, -_INF, _NAN, 1.5] if dtype.name in ("int64", "float32", "float64") else []
    for number in numbers:
        yield SampleInput(first((5,)).requires_grad_(requires_grad), args=(number,))
