"""Vector spaces of values: zeros, ones, sums and inner products of arrays and of trees of them.

HIPS autograd's `VSpace` classes; a tree of any form that `wye.pytree` knows has one class here.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, ClassVar, Final

import numpy as np

from wye.compat.autograd import numpy as anp
from wye.compat.autograd.tracer import isbox
from wye.numpy import Array
from wye.pytree import tree_flatten, tree_leaves, tree_unflatten

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["ArrayVSpace", "ComplexArrayVSpace", "ContainerVSpace", "VSpace", "vspace"]


class VSpace:
    """The vector space that a value belongs to; see `vspace`."""

    mappings: ClassVar[dict[type, Callable[[Any], Any]]] = {}  # classes of one's own -> what makes their space
    iscomplex = False

    def __init__(self, value: Any) -> None:
        """The space of a value."""

    def add(self, x_prev: Any, x_new: Any) -> Any:
        """The sum of two of its vectors."""
        return self._add(x_prev, x_new)

    def mut_add(self, x_prev: Any, x_new: Any) -> Any:
        """The same; ``x_prev`` may be None, for zero."""
        return x_new if x_prev is None else self._add(x_prev, x_new)

    def scalar_mul(self, x: Any, a: Any) -> Any:
        """A vector times a number."""
        return self._scalar_mul(x, a)

    def inner_prod(self, x: Any, y: Any) -> Any:
        """The inner product of two vectors, a real number."""
        return self._inner_prod(x, y)

    def covector(self, x: Any) -> Any:
        """A vector as a gradient, and back: its complex conjugate."""
        return self._covector(x)

    def _add(self, x: Any, y: Any) -> Any:
        return x + y

    _mut_add = _add

    def _scalar_mul(self, x: Any, a: Any) -> Any:
        return x * a

    def _inner_prod(self, x: Any, y: Any) -> Any:
        return anp.dot(anp.ravel(x), anp.ravel(y))

    def _covector(self, x: Any) -> Any:
        return x

    def __eq__(self, other: object) -> bool:
        """Are these the same space?"""
        return type(self) is type(other) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Its class and form."""
        return f"{type(self).__name__}_{self.__dict__}"

    @classmethod
    def register(cls, value_type: type, vspace_maker: Callable[[Any], Any] | None = None) -> None:
        """Values of a class belong to this space, or to the one that ``vspace_maker`` makes."""
        VSpace.mappings[value_type] = cls if vspace_maker is None else vspace_maker


class ArrayVSpace(VSpace):
    """The arrays of one shape and dtype."""

    def __init__(self, value: Any) -> None:
        """The space of an array or a number."""
        known: Any = value if isinstance(value, (Array, np.ndarray, np.generic)) else np.asarray(value)
        self.shape, self.dtype = tuple(known.shape), known.dtype

    @property
    def size(self) -> int:
        """Its dimension over the real numbers."""
        return int(prod(self.shape))

    @property
    def ndim(self) -> int:
        """How many dimensions the arrays have."""
        return len(self.shape)

    def zeros(self) -> Any:
        """Its zero."""
        return np.zeros(self.shape, self.dtype)

    def ones(self) -> Any:
        """The sum of the basis."""
        return np.ones(self.shape, self.dtype)

    def standard_basis(self) -> Iterator[Any]:
        """Its basis: arrays with one 1."""
        for place in np.ndindex(*self.shape):
            vector = np.zeros(self.shape, self.dtype)
            vector[place] = 1
            yield vector

    def randn(self) -> Any:
        """A random vector, of NumPy's generator."""
        return np.array(np.random.randn(*self.shape)).astype(self.dtype)


class ComplexArrayVSpace(ArrayVSpace):
    """The complex arrays of one shape and dtype, over the real numbers."""

    iscomplex = True

    @property
    def size(self) -> int:
        """Its dimension over the real numbers: two for each element."""
        return 2 * super().size

    def ones(self) -> Any:
        """The sum of the basis."""
        return np.full(self.shape, 1 + 1j, self.dtype)

    def standard_basis(self) -> Iterator[Any]:
        """Its basis: arrays with one 1 or one 1j."""
        for vector in super().standard_basis():
            yield vector
            yield 1j * vector

    def randn(self) -> Any:
        """A random vector, of NumPy's generator."""
        return super().randn() + 1j * super().randn()

    def _inner_prod(self, x: Any, y: Any) -> Any:
        return anp.real(anp.dot(anp.conj(anp.ravel(x)), anp.ravel(y)))

    def _covector(self, x: Any) -> Any:
        return anp.conj(x)


class ContainerVSpace(VSpace):
    """The trees of one form; its spaces are at the leaves of ``shape``."""

    def __init__(self, value: Any) -> None:
        """The space of a list, tuple, dict or another container."""
        leaves, self._spec = tree_flatten(value, is_leaf=isbox)
        self._spaces = [vspace(leaf) for leaf in leaves]

    @property
    def shape(self) -> Any:
        """The spaces of the parts."""
        return tree_unflatten(self._spaces, self._spec)

    @property
    def size(self) -> int:
        """Its dimension over the real numbers."""
        return sum(space.size for space in self._spaces)

    def _map(self, function: Callable[..., Any], *trees: Any) -> Any:
        leaves = [tree_flatten(tree, is_leaf=isbox)[0] for tree in trees]
        return tree_unflatten([function(*parts) for parts in zip(self._spaces, *leaves, strict=True)], self._spec)

    def zeros(self) -> Any:
        """Its zero."""
        return self._map(lambda space: space.zeros())

    def ones(self) -> Any:
        """The sum of the basis."""
        return self._map(lambda space: space.ones())

    def randn(self) -> Any:
        """A random vector, of NumPy's generator."""
        return self._map(lambda space: space.randn())

    def standard_basis(self) -> Iterator[Any]:
        """Its basis."""
        for place, space in enumerate(self._spaces):
            for vector in space.standard_basis():
                parts = [one.zeros() for one in self._spaces]
                parts[place] = vector
                yield tree_unflatten(parts, self._spec)

    def _add(self, x: Any, y: Any) -> Any:
        return self._map(lambda space, one, other: space.add(one, other), x, y)

    def _scalar_mul(self, x: Any, a: Any) -> Any:
        return self._map(lambda space, one: space.scalar_mul(one, a), x)

    def _inner_prod(self, x: Any, y: Any) -> Any:
        parts = self._map(lambda space, one, other: space.inner_prod(one, other), x, y)
        return sum(tree_flatten(parts, is_leaf=isbox)[0])

    def _covector(self, x: Any) -> Any:
        return self._map(lambda space, one: space.covector(one), x)


_NUMBERS: Final = (float, complex, np.ndarray, np.inexact, Array)


def vspace(value: Any) -> Any:
    """The vector space of an array, a number, or a tree of them.

    Raises:
        TypeError: there is none, for an int or a text.
    """
    made = VSpace.mappings.get(type(value))
    if made is not None:
        return made(value)
    if isinstance(value, _NUMBERS):
        kind = value.dtype.kind if hasattr(value, "dtype") else type(value).__name__[0]
        if kind in "biufc":
            return ComplexArrayVSpace(value) if kind == "c" else ArrayVSpace(value)
    elif not any(leaf is value for leaf in tree_leaves(value)):
        return ContainerVSpace(value)
    raise TypeError(
        f"Can't find vector space for value {value} of type {type(value)}: it has no derivatives. Give floats, arrays "
        "of them, or lists, tuples and dicts of those"
    )
