"""Fake kernels of random operators: shapes and dtypes only, nothing is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from wye.aten.arrays.allocation import check_pinning
from wye.aten.declare import Rules
from wye.aten.fake.elementwise import FAKES as ELEMENTWISE
from wye.aten.randomness import check_dropout, check_multinomial, check_normal, like_strides, new_dtype, new_shape
from wye.schema.symbolic import expected
from wye.tensors.layout import broadcast_shapes, pointwise_strides
from wye.tensors.meta_array import MetaArray

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["FAKES"]

FAKES = Rules()

_multiply = ELEMENTWISE["mul.Tensor"]

_INT64 = np.dtype("int64")
_BOOL = np.dtype("bool")


def _like(array: Any, dtype: Any = None, memory_format: Any = None, options: Any = None) -> MetaArray:
    check_pinning(options.get("pin_memory") if options else None)
    element = array.dtype if dtype is None else dtype
    return MetaArray(array.shape, element, like_strides(array, 1, memory_format))


@FAKES("rand", "rand.generator", "randn", "randn.generator")
def sized(size: Sequence[int], *, generator: Any = None, dtype: Any = None, **_: Any) -> MetaArray:
    """A new tensor of floats."""
    return MetaArray(new_shape(size), new_dtype(dtype))


@FAKES("randint", "randint.generator")
def randint(high: int, size: Sequence[int], *, generator: Any = None, dtype: Any = "int64", **_: Any) -> MetaArray:
    """A new tensor of integers."""
    return MetaArray(new_shape(size), new_dtype(dtype))


@FAKES("randint.low", "randint.low_generator")
def randint_low(
    low: int, high: int, size: Sequence[int], *, generator: Any = None, dtype: Any = "int64", **_: Any
) -> MetaArray:
    """A new tensor of integers."""
    return MetaArray(new_shape(size), new_dtype(dtype))


@FAKES("randperm", "randperm.generator")
def randperm(n: int, *, generator: Any = None, dtype: Any = "int64", **_: Any) -> MetaArray:
    """The integers from [0, n) in random order."""
    if not expected(n >= 0):
        raise RuntimeError(f"n must be non-negative, got {n}")
    return MetaArray((n,), new_dtype(dtype))


@FAKES("rand_like", "rand_like.generator", "randn_like", "randn_like.generator")
def like(
    self: Any, *, generator: Any = None, dtype: Any = None, memory_format: Any = None, **options: Any
) -> MetaArray:
    """A new tensor in the shape of another one."""
    return _like(self, dtype and new_dtype(dtype), memory_format, options)


@FAKES("randint_like", "randint_like.generator", "randint_like.Tensor", "randint_like.Tensor_generator")
def randint_like(
    self: Any,
    high: Any,
    *,
    generator: Any = None,
    dtype: Any = None,
    memory_format: Any = None,
    **options: Any,
) -> MetaArray:
    """A new tensor of integers in the shape of another one."""
    return _like(self, dtype and new_dtype(dtype), memory_format, options)


@FAKES("randint_like.low_dtype", "randint_like.low_generator_dtype")
def randint_like_low(
    self: Any,
    low: int,
    high: int,
    *,
    generator: Any = None,
    dtype: Any = None,
    memory_format: Any = None,
    **options: Any,
) -> MetaArray:
    """A new tensor of integers in the shape of another one."""
    return _like(self, dtype and new_dtype(dtype), memory_format, options)


@FAKES(
    "uniform_", "normal_", "exponential_", "geometric_", "cauchy_", "log_normal_", "random_", "random_.to",
    "random_.from", "bernoulli_.float", "bernoulli_.Tensor",
)  # fmt: skip
def filled(self: Any, *_: Any, **__: Any) -> Any:
    """The tensor itself, filled."""
    return self


@FAKES(
    "uniform", "normal_functional", "exponential", "geometric", "cauchy", "log_normal", "random", "random.to",
    "random.from", "bernoulli.Tensor",
)  # fmt: skip
def filled_copy(self: Any, *_: Any, **__: Any) -> MetaArray:
    """A new tensor of the same kind, filled."""
    return _like(self)


@FAKES("bernoulli", "bernoulli.p")
def bernoulli(self: Any, *_: Any, **__: Any) -> MetaArray:
    """Ones and zeros in row-major order."""
    return MetaArray(self.shape, self.dtype)


@FAKES("normal.float_float")
def normal_sized(
    mean: float, std: float, size: Sequence[int], *, generator: Any = None, dtype: Any = None, **_: Any
) -> MetaArray:
    """Random numbers, normally distributed."""
    made = MetaArray(new_shape(size), new_dtype(dtype))
    check_normal(made, std)
    return made


@FAKES("normal.Tensor_float")
def normal_mean(mean: Any, std: float = 1.0, *, generator: Any = None) -> MetaArray:
    """Random numbers, normally distributed, each with its mean."""
    check_normal(mean, std)
    return MetaArray(mean.shape, mean.dtype)


@FAKES("normal.float_Tensor")
def normal_std(mean: float, std: Any, *, generator: Any = None) -> MetaArray:
    """Random numbers, normally distributed, each with its deviation."""
    return MetaArray(std.shape, std.dtype)


@FAKES("normal.Tensor_Tensor")
def normal_mean_std(mean: Any, std: Any, *, generator: Any = None) -> MetaArray:
    """Random numbers, normally distributed, each with its mean and deviation."""
    return MetaArray(broadcast_shapes(mean.shape, std.shape), mean.dtype)


@FAKES("multinomial")
def multinomial(self: Any, num_samples: int, replacement: bool = False, *, generator: Any = None) -> MetaArray:
    """Indices drawn at random, with probabilities in proportion to the weights."""
    check_multinomial(self, num_samples, replacement)
    return MetaArray((*self.shape[:-1], num_samples), _INT64)


@FAKES("native_dropout")
def native_dropout(input: Any, p: float, train: bool | None) -> tuple[MetaArray, MetaArray]:
    """Dropout: the result and the mask of the elements kept."""
    if input.size == 0:
        return _like(input), _like(input)
    if train is not False:
        check_dropout(input)
    strides = pointwise_strides(input.shape, 1, [input])
    return MetaArray(input.shape, input.dtype, strides), _like(input, _BOOL)


@FAKES("native_dropout_backward")
def native_dropout_backward(grad_output: Any, mask: Any, scale: float) -> MetaArray:
    """The gradient of dropout's input."""
    return _multiply(_multiply(grad_output, mask), scale)  # type: ignore[no-any-return]  # Any by nature
