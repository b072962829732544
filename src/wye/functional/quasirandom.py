"""Sobol sequences (`torch.quasirandom`): points that fill a cube more evenly than random ones.

Their direction numbers are those of Joe and Kuo (criterion D(6)), which SciPy has: an engine needs it installed.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye.functional.operators import of
from wye.tensors import tensor
from wye.tensors.dtypes import get_default_dtype, to_numpy_dtype
from wye.tensors.generator import Generator

if TYPE_CHECKING:
    from wye.schema.values import dtype as dtype_type
    from wye.tensors import Tensor

__all__ = ["SobolEngine"]

_BITS: Final = 30


def _directions(dimension: int) -> Any:
    """Of each dimension the direction numbers, the one for the highest bit first."""
    try:
        qmc = import_module("scipy.stats.qmc")
    except ImportError:
        raise RuntimeError(
            "SobolEngine takes its direction numbers from SciPy, which is not installed: pip install scipy"
        ) from None
    return qmc.Sobol(dimension, scramble=False, bits=_BITS)._sv.astype(np.int64)


def _bits_of(numbers: Any) -> Any:
    """The bits of integers along a new last dimension, the highest first."""
    return (numbers[..., None] >> np.arange(_BITS - 1, -1, -1)) & 1


def _lowest_zeros(first: int, n: int) -> Any:
    """Of ``n`` integers from ``first`` on, the place of the lowest bit that is 0."""
    after = np.arange(first + 1, first + n + 1)
    return np.log2(after & -after).astype(np.int64)


class SobolEngine:
    """Draws points of a Sobol sequence, one after the other.

    Args:
        dimension: Of the cube; at most 21201.
        scramble: Multiply by random triangular matrices of bits and shift, by Owen's method.
        seed: Where the random numbers for that start; by default they are from the default generator.

    Raises:
        ValueError: there are no direction numbers for the dimension.
        RuntimeError: SciPy is not installed.
    """

    MAXBIT = _BITS
    MAXDIM = 21201

    def __init__(self, dimension: int, scramble: bool = False, seed: int | None = None) -> None:
        if not 1 <= dimension <= self.MAXDIM:
            raise ValueError(f"Supported range of dimensionality for SobolEngine is [1, {self.MAXDIM}]")
        self.dimension, self.scramble, self.seed = dimension, scramble, seed
        state = _directions(dimension)
        shift = np.zeros(dimension, np.int64)
        if scramble:
            state, shift = self._scrambled(state)
        self.sobolstate, self.shift = tensor(state), tensor(shift)
        self.reset()

    def _scrambled(self, state: Any) -> tuple[Any, Any]:
        source = None if self.seed is None else Generator()
        if source is not None and self.seed is not None:
            source.manual_seed(self.seed)
        bits = of.randint(2, (self.dimension, _BITS), generator=source).numpy()
        lower = np.tril(of.randint(2, (self.dimension, _BITS, _BITS), generator=source).numpy())
        lower[:, range(_BITS), range(_BITS)] = 1
        powers = 1 << np.arange(_BITS)
        mixed = (_bits_of(state) @ lower.swapaxes(1, 2)) & 1
        return mixed @ powers[::-1], bits @ powers

    def reset(self) -> SobolEngine:
        """Start again at the first point."""
        self.quasi = self.shift.clone()
        self.num_generated = 0
        return self

    def _next(self, n: int) -> Any:
        """The next points as integers; their last one is where the next call goes on."""
        points = np.empty((n, self.dimension), np.int64)
        place, first = self.quasi.numpy(), self.num_generated == 0
        if n and first:
            points[0] = place
        if n > first:
            state = self.sobolstate.numpy()
            steps = state[:, _lowest_zeros(max(self.num_generated - 1, 0), n - first)].T.copy()
            steps[0] ^= place
            np.bitwise_xor.accumulate(steps, axis=0, out=points[int(first) :])
        if n:
            self.quasi.copy_(tensor(points[-1]))
        self.num_generated += n
        return points

    def draw(self, n: int = 1, out: Tensor | None = None, dtype: dtype_type | None = None) -> Tensor:
        """The next ``n`` points.

        Args:
            n: How many.
            out: Where they are stored.
            dtype: A floating-point dtype; by default the default one.

        Returns:
            The points, of shape ``(n, dimension)``.
        """
        kind = to_numpy_dtype(get_default_dtype() if dtype is None else dtype)
        drawn = tensor(self._next(n).astype(kind) * kind.type(2.0**-_BITS))
        return drawn if out is None else out.resize_as_(drawn).copy_(drawn)

    def draw_base2(self, m: int, out: Tensor | None = None, dtype: dtype_type | None = None) -> Tensor:
        """The next ``2**m`` points.

        Raises:
            ValueError: with those before they would not be a power of two, which balanced sets of points are.
        """
        total = self.num_generated + 2**m
        if total & (total - 1):
            raise ValueError(
                "The balance properties of Sobol' points require n to be a power of 2. "
                f"{self.num_generated} points have been previously generated, then: "
                f"n={self.num_generated}+2**{m}={total}. If you still want to do this, please use "
                "'SobolEngine.draw()' instead."
            )
        return self.draw(2**m, out=out, dtype=dtype)

    def fast_forward(self, n: int) -> SobolEngine:
        """Leave out ``n`` points."""
        self._next(n)
        return self

    def __repr__(self) -> str:
        parts = [f"dimension={self.dimension}"]
        parts += ["scramble=True"] * self.scramble + [f"seed={self.seed}"] * (self.seed is not None)
        return f"{type(self).__name__}({', '.join(parts)})"
