"""Arrays filled with random numbers, as PyTorch's CPU kernels fill them: the same draws in the same order.

Each function writes to an array of any layout, in the order of its memory.  In: the generator, whose lock is held here.
"""

from __future__ import annotations

import math
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye._engine import engine
from wye.aten.arrays.normals import box_float32
from wye.aten.outputs import check_no_overlap
from wye.tensors.generator import default_generator

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wye.tensors.generator import Generator

__all__ = [
    "fill_bernoulli", "fill_counts", "fill_doubles", "fill_each", "fill_exponential", "fill_integers",
    "fill_log_normal", "fill_normal", "fill_permutation", "fill_uniform", "generator_or_default", "one_by_one",
    "uniform_like",
]  # fmt: skip

_CHUNK: Final = 1 << 16  # draws at a time: they stay in the cache
_SHORT: Final = 256  # numbers for which a loop in Python is quick enough
_BLOCK: Final = 16  # normals that are made together
_WIDE: Final = 1 << 28  # ranges from here on take 64 bits a draw
# What `engine.draw_into` fills an array with.
_UNIFORM, _BERNOULLI, _EXPONENTIAL, _INTEGERS, _WIDE_INTEGERS, _PERMUTATION, _EACH, _COUNTS = range(8)
_MASK24, _MASK53 = np.uint64((1 << 24) - 1), np.uint64((1 << 53) - 1)
_FLOAT32: Final = np.dtype("float32")
_FLOAT64: Final = np.dtype("float64")


def generator_or_default(generator: Any) -> Generator:
    """The generator to draw from."""
    return default_generator if generator is None else generator


def _in_memory_order(array: Any) -> Any:
    """The same elements with the dimensions from the slowest to the fastest."""
    check_no_overlap(array)
    if array.ndim < 2 or array.flags.c_contiguous:
        return array
    return array.transpose(sorted(range(array.ndim), key=lambda dim: -array.strides[dim]))


@contextmanager
def one_by_one(generator: Generator) -> Iterator[Callable[[], float]]:
    """A function that draws a number from [0, 1) with 53 bits, for samplers that do not know how many they need.

    Numbers are drawn in pieces; the stream continues after those that were used.
    """
    used = 0
    with generator.lock:
        start = generator.position()

        def numbers() -> Iterator[float]:
            nonlocal used
            piece = _BLOCK
            while True:
                for value in _doubles(generator, piece).tolist():
                    used += 1
                    yield value
                piece = min(2 * piece, _CHUNK)

        try:
            yield numbers().__next__
        finally:
            generator.return_to(start)
            generator.draw(2 * used)


def _chunks(array: Any) -> Iterator[Any]:
    """Flat pieces of an array in the order of its memory, to be written to."""
    ordered = _in_memory_order(array)
    if not ordered.flags.c_contiguous:
        flat = np.empty(array.size, array.dtype)
        yield from _chunks(flat)
        ordered[...] = flat.reshape(ordered.shape)
        return
    flat = ordered.reshape(-1)
    for start in range(0, flat.size, _CHUNK):
        yield flat[start : start + _CHUNK]


def _floats(generator: Generator, count: int) -> Any:
    """Numbers from [0, 1) with 24 bits, exact in float32."""
    draws = generator.draw(count)
    np.bitwise_and(draws, _MASK24, out=draws)
    return draws * 2.0**-24


def _doubles(generator: Generator, count: int) -> Any:
    """Numbers from [0, 1) with 53 bits."""
    return (generator.draw64(count) & _MASK53) * 2.0**-53


def uniform_like(array: Any, generator: Generator) -> Any:
    """Numbers from [0, 1), with as many bits as the array's dtype needs, in an array of its layout."""
    made = np.empty_like(array, _FLOAT64)
    with generator.lock:
        for chunk in _chunks(made):
            chunk[...] = (_doubles if array.dtype == _FLOAT64 else _floats)(generator, chunk.size)
    return made


def _multiply_add(a: Any, factor: float, term: float) -> Any:
    """A * factor + term, rounded once: the parts that the product and the sum lose are added at the end."""
    split = 134217729.0  # 2**27 + 1
    product = a * factor
    a_high = a * split - (a * split - a)
    factor_high = factor * split - (factor * split - factor)
    a_low, factor_low = a - a_high, factor - factor_high
    lost = ((a_high * factor_high - product) + a_high * factor_low + a_low * factor_high) + a_low * factor_low
    total = product + term
    kept = total - product
    return total + (((product - (total - kept)) + (term - kept)) + lost)


def fill_uniform(array: Any, low: float, high: float, generator: Generator) -> None:
    """Numbers from [low, high)."""
    plain = low == 0.0 and high == 1.0
    with generator.lock:
        if engine.draw_into(_UNIFORM, array, generator.bits, low, high):
            return
        for chunk in _chunks(array):
            if array.dtype == _FLOAT64:
                made = _doubles(generator, chunk.size)
                chunk[...] = made if plain else _multiply_add(made, high - low, low)
                continue
            made = _floats(generator, chunk.size)
            if not plain:
                bottom = np.float32(low)
                made = made * np.float64(np.float32(high) - bottom) + np.float64(bottom)
            np.copyto(chunk, made.astype(_FLOAT32), casting="unsafe")
            if array.dtype != _FLOAT32:  # values that round up to the end are set to the start
                chunk[chunk == np.array(high, array.dtype)] = low


def _boxed(uniform: Any, mean: float, std: float) -> Any:
    """Blocks of 16 uniform numbers become normal: the first eight give the radius, the others the angle."""
    blocks = uniform.reshape(-1, 2, _BLOCK // 2)
    if uniform.dtype == _FLOAT32:
        return box_float32(blocks, mean, std).reshape(-1)
    radius = np.sqrt(-2 * np.log(1 - blocks[:, 0]))
    angle = 2 * math.pi * blocks[:, 1]
    blocks[:, 0] = radius * np.cos(angle)
    blocks[:, 1] = radius * np.sin(angle)
    if mean != 0.0 or std != 1.0:
        blocks[...] = _multiply_add(blocks, std, mean)
    return uniform


def _fill_blocks(flat: Any, mean: float, std: float, generator: Generator) -> None:
    size, compute = flat.size, _FLOAT64 if flat.dtype == _FLOAT64 else _FLOAT32
    draw = _doubles if compute is _FLOAT64 else _floats
    whole = size // _BLOCK * _BLOCK
    for start in range(0, whole, _CHUNK):
        piece = flat[start : min(start + _CHUNK, whole)]
        made = draw(generator, piece.size).astype(compute, copy=False)
        np.copyto(piece, _boxed(made, mean, std), casting="unsafe")
    if whole == size:
        return
    if flat.dtype.itemsize > 2:
        generator.draw((size - whole) * flat.dtype.itemsize // 4)  # made for the rest, but then drawn again
    made = draw(generator, _BLOCK).astype(compute, copy=False)
    np.copyto(flat[size - _BLOCK :], _boxed(made, mean, std), casting="unsafe")


def _next_normals(generator: Generator, count: int) -> Any:
    """Normal numbers in pairs, the second of which may have been left by an earlier call."""
    kept = [] if generator.normal is None or count == 0 else [generator.normal]
    if kept:
        generator.normal = None
    pairs = (count - len(kept) + 1) // 2
    if pairs == 0:
        return np.array(kept)
    draws = _doubles(generator, 2 * pairs)
    if pairs <= _BLOCK:  # Python's functions are the C library's, as PyTorch's are; NumPy's differ in the last bit
        made: Any = [part for u, v in draws.reshape(-1, 2).tolist() for part in _pair(u, v)]
    else:
        radius = np.sqrt(-2.0 * np.log1p(-draws[1::2]))
        angle = 2.0 * math.pi * draws[0::2]
        made = np.stack((radius * np.cos(angle), radius * np.sin(angle)), 1).reshape(-1)
    if len(kept) + len(made) > count:
        generator.normal = float(made[-1])
    return np.concatenate((kept, made))[:count]


def _pair(u: float, v: float) -> tuple[float, float]:
    radius = math.sqrt(-2.0 * math.log1p(-v))
    return radius * math.cos(2.0 * math.pi * u), radius * math.sin(2.0 * math.pi * u)


def fill_normal(array: Any, mean: float, std: float, generator: Generator) -> None:
    """Normally distributed numbers; long arrays without gaps are made in blocks."""
    with generator.lock:
        left = engine.draw_normals(array, generator.bits, mean, std, generator.normal)
        if left is not False:
            generator.normal = left
            return
        if array.size >= _BLOCK and array.flags.c_contiguous:
            _fill_blocks(_in_memory_order(array).reshape(-1), mean, std, generator)
            return
        for chunk in _chunks(array):
            made = _next_normals(generator, chunk.size)
            chunk[...] = made if mean == 0.0 and std == 1.0 else _multiply_add(made, std, mean)


def fill_log_normal(array: Any, mean: float, std: float, generator: Generator) -> None:
    """Numbers whose logarithm is normally distributed."""
    with generator.lock:
        for chunk in _chunks(array):
            np.copyto(chunk, np.exp(_next_normals(generator, chunk.size) * std + mean), casting="unsafe")


def fill_integers(array: Any, low: int, span: int, generator: Generator, wide: bool | None = None) -> None:
    """Integers from [low, low + span), from draws of 64 bits if ``wide`` or if there are many."""
    wide = span >= _WIDE if wide is None else wide
    with generator.lock:
        if engine.draw_into(_WIDE_INTEGERS if wide else _INTEGERS, array, generator.bits, low, span):
            return
        for chunk in _chunks(array):
            draws = generator.draw64(chunk.size) if wide else generator.draw(chunk.size)
            if span < 1 << 64:
                draws = draws % np.uint64(span)
            made = draws.view(np.int64) if draws.flags.c_contiguous else draws.astype(np.int64)
            np.copyto(chunk, made + np.int64(low) if low else made, casting="unsafe")


def _log1p(values: Any) -> Any:
    """The logarithm of 1 + x; of few values with the C library, as NumPy may differ in the last bit."""
    return np.log1p(values) if values.size > _SHORT else np.array([math.log1p(value) for value in values.tolist()])


def fill_bernoulli(array: Any, p: float, generator: Generator) -> None:
    """One with probability ``p``, else zero."""
    with generator.lock:
        if not engine.draw_into(_BERNOULLI, array, generator.bits, p, 0.0):
            fill_doubles(array, generator, lambda u: u < p)


def fill_each(array: Any, p: Any, generator: Generator) -> bool:
    """One with the probability in another array, else zero; False: nothing was done, as they are not alike."""
    with generator.lock:
        return engine.draw_into(_EACH, array, generator.bits, p, 0.0)


def fill_counts(array: Any, rates: Any, generator: Generator) -> bool:
    """How often events happen at small rates; False: nothing was done, as some are large or the arrays not alike."""
    with generator.lock:
        return engine.draw_into(_COUNTS, array, generator.bits, rates, 0.0)


def fill_exponential(array: Any, rate: float, generator: Generator) -> None:
    """Exponentially distributed numbers."""
    with generator.lock:
        if not engine.draw_into(_EXPONENTIAL, array, generator.bits, rate, 0.0):
            fill_doubles(array, generator, lambda u: -1.0 / rate * _log1p(-u))


def fill_permutation(array: Any, generator: Generator) -> None:
    """The integers from [0, n) in random order."""
    n = array.size
    with generator.lock:
        if engine.draw_into(_PERMUTATION, array, generator.bits, 0.0, 0.0):
            return
        draws = generator.draw(n - 1) if n > 1 else np.empty(0, np.uint64)
    swaps = (draws % np.arange(n, 1, -1, dtype=np.uint64)).tolist()
    order = list(range(n))
    for i, ahead in enumerate(swaps):
        order[i], order[i + ahead] = order[i + ahead], order[i]
    array[...] = order


def fill_doubles(array: Any, generator: Generator, make: Callable[[Any], Any]) -> None:
    """Fill with a function of uniform numbers with 53 bits."""
    with generator.lock:
        for chunk in _chunks(array):
            np.copyto(chunk, make(_doubles(generator, chunk.size)), casting="unsafe")
