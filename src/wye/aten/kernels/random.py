"""NumPy kernels that draw random numbers: factories, distributions, dropout, sampling."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from wye.aten.arrays.allocation import check_pinning
from wye.aten.arrays.sampling import (
    fill_bernoulli,
    fill_doubles,
    fill_each,
    fill_exponential,
    fill_integers,
    fill_log_normal,
    fill_normal,
    fill_permutation,
    fill_uniform,
    generator_or_default,
    uniform_like,
)
from wye.aten.declare import Rules
from wye.aten.kernels.elementwise import KERNELS as ELEMENTWISE
from wye.aten.outputs import check_no_overlap
from wye.aten.randomness import (
    check_countable,
    check_dropout,
    check_float,
    check_multinomial,
    check_normal,
    check_positive,
    check_probability,
    check_uniform,
    integer_range,
    like_strides,
    new_dtype,
    new_shape,
)
from wye.tensors.dtypes import not_implemented
from wye.tensors.layout import broadcast_shapes, pointwise_strides
from wye.tensors.meta_array import restride

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["KERNELS"]

KERNELS = Rules()

_multiply = ELEMENTWISE["mul.Tensor"]

_INT64 = np.dtype("int64")
_FLOAT64 = np.dtype("float64")
_FLOAT32 = np.dtype("float32")
_BOOL = np.dtype("bool")


def _parts(array: Any) -> Any:
    """Complex numbers as pairs of real ones, in the same memory."""
    if array.dtype.kind != "c":
        return array
    real = array.real
    return restride(real, (*real.shape, 2), (*real.strides, real.dtype.itemsize))


def _like(array: Any, dtype: Any = None, memory_format: Any = None, options: Any = None) -> Any:
    """A new array with the layout that a copy of another one gets."""
    check_pinning(options.get("pin_memory") if options else None)
    if dtype is None and memory_format is None and array.flags.c_contiguous and array.size and 1 not in array.shape:
        return np.empty(array.shape, array.dtype)
    element = array.dtype if dtype is None else dtype
    return _strided(array.shape, element, like_strides(array, element.itemsize, memory_format))


def _strided(shape: tuple[int, ...], dtype: Any, strides: tuple[int, ...]) -> Any:
    made = np.empty(shape, dtype)
    return made if made.strides == strides or made.size == 0 else np.ndarray(shape, dtype, made, 0, strides)


def _uniform(array: Any, generator: Any) -> Any:
    check_float("check_uniform_bounds", array.dtype, complex_too=True)
    fill_uniform(_parts(array), 0.0, 1.0, generator_or_default(generator))
    return array


def _normal(array: Any, generator: Any) -> Any:
    check_normal(array, 1.0)
    std = 1 / math.sqrt(2) if array.dtype.kind == "c" else 1.0
    fill_normal(_parts(array), 0.0, std, generator_or_default(generator))
    return array


def _integers(array: Any, low: Any, high: Any, generator: Any) -> Any:
    first, span = integer_range(array.dtype, int(low), int(high))
    fill_integers(array, first, span, generator_or_default(generator))
    return array


@KERNELS("rand", "rand.generator")
def rand(size: Sequence[int], *, generator: Any = None, dtype: Any = None, **_: Any) -> Any:
    """Random numbers, uniform in [0, 1)."""
    return _uniform(np.empty(new_shape(size), new_dtype(dtype)), generator)


@KERNELS("randn", "randn.generator")
def randn(size: Sequence[int], *, generator: Any = None, dtype: Any = None, **_: Any) -> Any:
    """Random numbers, normally distributed."""
    return _normal(np.empty(new_shape(size), new_dtype(dtype)), generator)


@KERNELS("randint", "randint.generator")
def randint(high: int, size: Sequence[int], *, generator: Any = None, dtype: Any = "int64", **_: Any) -> Any:
    """Random integers from [0, high)."""
    return _integers(np.empty(new_shape(size), new_dtype(dtype)), 0, high, generator)


@KERNELS("randint.low", "randint.low_generator")
def randint_low(
    low: int, high: int, size: Sequence[int], *, generator: Any = None, dtype: Any = "int64", **_: Any
) -> Any:
    """Random integers from [low, high)."""
    return _integers(np.empty(new_shape(size), new_dtype(dtype)), low, high, generator)


@KERNELS("randperm", "randperm.generator")
def randperm(n: int, *, generator: Any = None, dtype: Any = "int64", **_: Any) -> Any:
    """The integers from [0, n) in random order."""
    if n < 0:
        raise RuntimeError(f"Trying to create tensor with negative dimension {n}: [{n}]")
    of = new_dtype(dtype)
    if of.kind in "bc":
        raise not_implemented("randperm", of)
    check_countable(n, of)
    order = np.empty(n, of)
    fill_permutation(order, generator_or_default(generator))
    return order


@KERNELS("rand_like", "rand_like.generator")
def rand_like(self: Any, *, generator: Any = None, dtype: Any = None, memory_format: Any = None, **options: Any) -> Any:
    """Random numbers, uniform in [0, 1), in the shape of another tensor."""
    return _uniform(_like(self, dtype and new_dtype(dtype), memory_format, options), generator)


@KERNELS("randn_like", "randn_like.generator")
def randn_like(
    self: Any, *, generator: Any = None, dtype: Any = None, memory_format: Any = None, **options: Any
) -> Any:
    """Random numbers, normally distributed in the shape of another tensor."""
    return _normal(_like(self, dtype and new_dtype(dtype), memory_format, options), generator)


@KERNELS("randint_like", "randint_like.generator", "randint_like.Tensor", "randint_like.Tensor_generator")
def randint_like(
    self: Any,
    high: Any,
    *,
    generator: Any = None,
    dtype: Any = None,
    memory_format: Any = None,
    **options: Any,
) -> Any:
    """Random integers from [0, high) in the shape of another tensor."""
    return _integers(_like(self, dtype and new_dtype(dtype), memory_format, options), 0, high, generator)


@KERNELS("randint_like.low_dtype", "randint_like.low_generator_dtype")
def randint_like_low(
    self: Any,
    low: int,
    high: int,
    *,
    generator: Any = None,
    dtype: Any = None,
    memory_format: Any = None,
    **options: Any,
) -> Any:
    """Random integers from [low, high) in the shape of another tensor."""
    return _integers(_like(self, dtype and new_dtype(dtype), memory_format, options), low, high, generator)


@KERNELS("uniform_")
def uniform_(self: Any, from_: float = 0.0, to: float = 1.0, *, generator: Any = None) -> Any:
    """Fill with random numbers, uniform in [from, to)."""
    check_uniform(self.dtype, from_, to)
    fill_uniform(_parts(self), from_, to, generator_or_default(generator))
    return self


@KERNELS("normal_")
def normal_(self: Any, mean: float = 0.0, std: float = 1.0, *, generator: Any = None) -> Any:
    """Fill with normally distributed numbers."""
    check_normal(self, std)
    if self.dtype.kind == "c":
        fill_normal(_parts(self), 0.0, std / math.sqrt(2), generator_or_default(generator))
        self += mean
    else:
        fill_normal(self, mean, std, generator_or_default(generator))
    return self


@KERNELS("exponential_")
def exponential_(self: Any, lambd: float = 1.0, *, generator: Any = None) -> Any:
    """Fill with exponentially distributed numbers."""
    check_float("exponential_cpu", self.dtype)
    check_positive("exponential_", "lambda", lambd)
    fill_exponential(self, lambd, generator_or_default(generator))
    return self


@KERNELS("geometric_")
def geometric_(self: Any, p: float, *, generator: Any = None) -> Any:
    """Fill with how many trials the first success takes."""
    if not 0 < p < 1:
        raise RuntimeError(f"geometric_ expects p to be in (0, 1), but got p={p:g}")
    if self.dtype.kind in "bc":
        raise not_implemented("geometric_cpu", self.dtype)
    fill_doubles(self, generator_or_default(generator), lambda u: np.ceil(np.log(u) / math.log1p(-p)))
    return self


@KERNELS("cauchy_")
def cauchy_(self: Any, median: float = 0.0, sigma: float = 1.0, *, generator: Any = None) -> Any:
    """Fill with numbers of a Cauchy distribution."""
    if self.dtype.kind in "biuc":
        raise RuntimeError(
            f"Cauchy distribution is a continuous probability distribution. dtype must be a floating "
            f"point but you specified {self.dtype.name}"
        )
    check_positive("cauchy_", "sigma", sigma)
    fill_doubles(self, generator_or_default(generator), lambda u: median + sigma * np.tan(math.pi * (u - 0.5)))
    return self


@KERNELS("log_normal_")
def log_normal_(self: Any, mean: float = 1.0, std: float = 2.0, *, generator: Any = None) -> Any:
    """Fill with numbers whose logarithm is normally distributed."""
    check_float("log_normal_cpu", self.dtype)
    check_positive("log_normal_", "std", std)
    fill_log_normal(self, mean, std, generator_or_default(generator))
    return self


@KERNELS("random_")
def random_(self: Any, *, generator: Any = None) -> Any:
    """Fill with any of the integers that the dtype has exactly."""
    first, span = integer_range(self.dtype, 0, None)
    fill_integers(self, first, span, generator_or_default(generator), self.dtype.itemsize == 8)
    return self


@KERNELS("random_.to")
def random_to_(self: Any, to: int, *, generator: Any = None) -> Any:
    """Fill with random integers from [0, to)."""
    return random_from_(self, 0, to, generator=generator)


@KERNELS("random_.from")
def random_from_(self: Any, from_: int, to: int | None, *, generator: Any = None) -> Any:
    """Fill with random integers from [from, to)."""
    first, span = integer_range(self.dtype, from_, to)
    fill_integers(self, first, span, generator_or_default(generator))
    return self


@KERNELS("bernoulli_.float")
def bernoulli_(self: Any, p: float = 0.5, *, generator: Any = None) -> Any:
    """Fill with ones with probability ``p``, else zeros."""
    check_probability(p)
    if self.dtype.kind == "c":
        raise not_implemented("bernoulli_scalar_cpu_", self.dtype)
    fill_bernoulli(self, p, generator_or_default(generator))
    return self


@KERNELS("bernoulli_.Tensor")
def bernoulli_of_(self: Any, p: Any, *, generator: Any = None) -> Any:
    """Fill with ones, each with its probability, else zeros."""
    check_no_overlap(self)
    if fill_each(self, p, generator_or_default(generator)):
        return self
    if self.size:
        check_float("bernoulli_tensor_cpu_p_", p.dtype)
        if self.dtype.kind == "c":
            raise not_implemented("bernoulli_tensor_cpu_self_", self.dtype)
    check_probability(p)
    dtype = _FLOAT64 if p.dtype == _FLOAT64 else _FLOAT32
    if self.flags.c_contiguous:
        drawn = np.empty(self.shape, dtype)
        fill_uniform(drawn, 0.0, 1.0, generator_or_default(generator))
    else:
        drawn = uniform_like(np.empty_like(self, dtype), generator_or_default(generator))
    return np.less(drawn, p, self, casting="unsafe")


@KERNELS("bernoulli")
def bernoulli(self: Any, *, generator: Any = None) -> Any:
    """Ones, each with the probability at its position, else zeros."""
    return bernoulli_of_(np.empty(self.shape, self.dtype), self, generator=generator)


@KERNELS("bernoulli.p")
def bernoulli_p(self: Any, p: float, *, generator: Any = None) -> Any:
    """Ones with probability ``p``, else zeros, in the shape of a tensor."""
    return bernoulli_(np.empty(self.shape, self.dtype), p, generator=generator)


@KERNELS("bernoulli.Tensor")
def bernoulli_tensor(self: Any, p: Any, *, generator: Any = None) -> Any:
    """Ones, each with its probability, else zeros, in the shape of a tensor."""
    return bernoulli_of_(_like(self), p, generator=generator)


@KERNELS("uniform")
def uniform(self: Any, from_: float = 0.0, to: float = 1.0, *, generator: Any = None) -> Any:
    """Random numbers, uniform in [from, to), in the shape of a tensor."""
    return uniform_(_like(self), from_, to, generator=generator)


@KERNELS("normal_functional")
def normal_functional(self: Any, mean: float = 0.0, std: float = 1.0, *, generator: Any = None) -> Any:
    """Random numbers, normally distributed in the shape of a tensor."""
    return normal_(_like(self), mean, std, generator=generator)


@KERNELS("exponential")
def exponential(self: Any, lambd: float = 1.0, *, generator: Any = None) -> Any:
    """Exponentially distributed numbers in the shape of a tensor."""
    return exponential_(_like(self), lambd, generator=generator)


@KERNELS("geometric")
def geometric(self: Any, p: float, *, generator: Any = None) -> Any:
    """How many trials the first success takes, in the shape of a tensor."""
    return geometric_(_like(self), p, generator=generator)


@KERNELS("cauchy")
def cauchy(self: Any, median: float = 0.0, sigma: float = 1.0, *, generator: Any = None) -> Any:
    """Numbers of a Cauchy distribution in the shape of a tensor."""
    return cauchy_(_like(self), median, sigma, generator=generator)


@KERNELS("log_normal")
def log_normal(self: Any, mean: float = 1.0, std: float = 2.0, *, generator: Any = None) -> Any:
    """Numbers whose logarithm is normally distributed, in the shape of a tensor."""
    return log_normal_(_like(self), mean, std, generator=generator)


@KERNELS("random")
def random(self: Any, *, generator: Any = None) -> Any:
    """Integers in the shape of a tensor."""
    return random_(_like(self), generator=generator)


@KERNELS("random.to")
def random_to(self: Any, to: int, *, generator: Any = None) -> Any:
    """Random integers from [0, to) in the shape of a tensor."""
    return random_from_(_like(self), 0, to, generator=generator)


@KERNELS("random.from")
def random_from(self: Any, from_: int, to: int | None, *, generator: Any = None) -> Any:
    """Random integers from [from, to) in the shape of a tensor."""
    return random_from_(_like(self), from_, to, generator=generator)


@KERNELS("normal.float_float")
def normal_sized(
    mean: float, std: float, size: Sequence[int], *, generator: Any = None, dtype: Any = None, **_: Any
) -> Any:
    """Random numbers, normally distributed."""
    return normal_(np.empty(new_shape(size), new_dtype(dtype)), mean, std, generator=generator)


@KERNELS("normal.Tensor_float")
def normal_mean(mean: Any, std: float = 1.0, *, generator: Any = None) -> Any:
    """Random numbers, normally distributed, each with its mean."""
    made = normal_(np.empty(mean.shape, mean.dtype), 0.0, std, generator=generator)
    return np.add(made, mean, out=made, casting="unsafe")


def _check_stds(std: Any) -> None:
    if std.dtype.kind == "c":
        raise RuntimeError("normal expects standard deviation to be non-complex")
    if std.size and not std.min() >= 0:
        raise RuntimeError("normal expects all elements of std >= 0.0")


@KERNELS("normal.float_Tensor")
def normal_std(mean: float, std: Any, *, generator: Any = None) -> Any:
    """Random numbers, normally distributed, each with its deviation."""
    _check_stds(std)
    made = normal_(np.empty(std.shape, std.dtype), 0.0, 1.0, generator=generator)
    np.multiply(made, std, out=made, casting="unsafe")
    return np.add(made, np.array(mean, made.dtype), out=made, casting="unsafe")


@KERNELS("normal.Tensor_Tensor")
def normal_mean_std(mean: Any, std: Any, *, generator: Any = None) -> Any:
    """Random numbers, normally distributed, each with its mean and deviation."""
    _check_stds(std)
    shape = broadcast_shapes(mean.shape, std.shape)
    made = normal_(np.empty(shape, mean.dtype), 0.0, 1.0, generator=generator)
    np.multiply(made, std, out=made, casting="unsafe")
    return np.add(made, mean, out=made, casting="unsafe")


@KERNELS("multinomial")
def multinomial(self: Any, num_samples: int, replacement: bool = False, *, generator: Any = None) -> Any:
    """Indices drawn at random, with probabilities in proportion to the weights."""
    check_multinomial(self, num_samples, replacement)
    weights = self.astype(_FLOAT64)
    if self.size and not (np.isfinite(weights).all() and weights.min() >= 0):
        raise RuntimeError("probability tensor contains either `inf`, `nan` or element < 0")
    if self.size and not (np.add.reduce(weights, -1) > 0).all():
        raise RuntimeError("invalid multinomial distribution (sum of probabilities <= 0)")
    shape = (*self.shape[:-1], num_samples)
    if 0 in shape:
        return np.empty(shape, _INT64)
    if replacement and num_samples > 1:
        return _with_replacement(weights, shape, generator)
    race = np.divide(self, exponential_(_like(self), generator=generator), dtype=None)
    if num_samples == 1:
        return np.argmax(race, -1, keepdims=True)
    return np.ascontiguousarray(np.argsort(-race.astype(_FLOAT64), -1, kind="stable")[..., :num_samples])


def _with_replacement(weights: Any, shape: tuple[int, ...], generator: Any) -> Any:
    found = np.empty(shape, _INT64)
    source = generator_or_default(generator)
    with source.lock:
        for row in np.ndindex(shape[:-1]):
            steps = np.add.accumulate(weights[row])
            steps /= steps[-1]
            draws = np.empty(shape[-1])
            fill_uniform(draws, 0.0, 1.0, source)
            found[row] = np.minimum(np.searchsorted(steps, draws, "left"), steps.size - 1)
    return found


@KERNELS("native_dropout")
def native_dropout(input: Any, p: float, train: bool | None) -> tuple[Any, Any]:
    """Dropout: set random elements to zero and scale the others up; also the mask of those kept."""
    if input.size == 0:
        return _like(input), _like(input)
    made = _strided(input.shape, input.dtype, pointwise_strides(input.shape, input.dtype.itemsize, [input]))
    mask = _like(input, _BOOL)
    if train is False:
        mask[...] = True
        made[...] = input
        return made, mask
    check_dropout(input)
    bernoulli_(mask, 1 - p)
    if p == 1:
        made[...] = 0
        return made, mask
    scale = input.dtype.type(1.0 / (1.0 - p))
    np.multiply(input, mask, out=made, casting="unsafe")
    return np.multiply(made, scale, out=made, casting="unsafe"), mask


@KERNELS("native_dropout_backward")
def native_dropout_backward(grad_output: Any, mask: Any, scale: float) -> Any:
    """The gradient of dropout's input."""
    return _multiply(np.asarray(_multiply(grad_output, mask)), scale)
