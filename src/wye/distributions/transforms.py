"""Transforms of values between regions, with the logarithm of how they change volumes.

Here are what all have, and those made of others; `number_transforms` has those of numbers, `vector_transforms` those
of vectors and matrices.
"""

from __future__ import annotations

import math
import weakref
from typing import Any

from wye.distributions import constraints
from wye.distributions.parameters import sum_rightmost
from wye.functional.operators import of

__all__ = [
    "ComposeTransform",
    "IndependentTransform",
    "ReshapeTransform",
    "Transform",
    "identity_transform",
]


class Transform:
    """A transform from values of ``domain`` to values of ``codomain``.

    ``bijective`` says whether it has an inverse; else `inv` gives one of the values that lead to another.

    Args:
        cache_size: 1 to keep the last value and its result, so that the inverse of the result is that value.
    """

    bijective = False
    domain: Any
    codomain: Any

    def __init__(self, cache_size: int = 0) -> None:
        self._cache_size = cache_size
        self._inv: Any = None
        if cache_size == 1:
            self._cached_x_y: Any = (None, None)
        elif cache_size != 0:
            raise ValueError("cache_size must be 0 or 1")

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_inv": None}

    @property
    def event_dim(self) -> int:
        """How many dimensions a value has, on both sides.

        Raises:
            ValueError: they differ.
        """
        if self.domain.event_dim == self.codomain.event_dim:
            return int(self.domain.event_dim)
        raise ValueError("Please use either .domain.event_dim or .codomain.event_dim")

    @property
    def inv(self) -> Any:
        """The inverse, whose inverse is this transform."""
        found = None if self._inv is None else self._inv()
        if found is None:
            found = InverseTransform(self)
            self._inv = weakref.ref(found)
        return found

    @property
    def sign(self) -> Any:
        """1 where it grows, -1 where it falls."""
        raise NotImplementedError

    def with_cache(self, cache_size: int = 1) -> Any:
        """This transform with a cache, or without one."""
        if self._cache_size == cache_size:
            return self
        if type(self).__init__ is Transform.__init__:
            return type(self)(cache_size=cache_size)
        raise NotImplementedError(f"{type(self)}.with_cache is not implemented")

    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None  # type: ignore[assignment]  # equal ones need not be one

    def __call__(self, x: Any) -> Any:
        """The result of a value."""
        if self._cache_size == 0:
            return self._call(x)
        known, result = self._cached_x_y
        if x is known:
            return result
        y = self._call(x)
        self._cached_x_y = x, y
        return y

    def _inv_call(self, y: Any) -> Any:
        if self._cache_size == 0:
            return self._inverse(y)
        value, known = self._cached_x_y
        if y is known:
            return value
        x = self._inverse(y)
        self._cached_x_y = x, y
        return x

    def _call(self, x: Any) -> Any:
        raise NotImplementedError

    def _inverse(self, y: Any) -> Any:
        raise NotImplementedError

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """The logarithm of the absolute determinant of the derivative, of a value and its result."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    def forward_shape(self, shape: Any) -> Any:
        """The shape of the results of values of a shape."""
        return shape

    def inverse_shape(self, shape: Any) -> Any:
        """The shape of the values of results of a shape."""
        return shape


class InverseTransform(Transform):
    """The inverse of a transform."""

    def __init__(self, transform: Transform) -> None:
        super().__init__(cache_size=transform._cache_size)
        self._inv: Transform = transform

    def __getstate__(self) -> dict[str, Any]:
        return dict(self.__dict__)

    @property
    def domain(self) -> Any:
        """Where its values are."""
        return self._inv.codomain

    @property
    def codomain(self) -> Any:
        """Where its results are."""
        return self._inv.domain

    @property
    def bijective(self) -> bool:  # type: ignore[override]  # as the other one
        """Is it one-to-one?"""
        return bool(self._inv.bijective)

    @property
    def sign(self) -> Any:
        """1 where it grows, -1 where it falls, as the transform it is made of."""
        return self._inv.sign

    @property
    def inv(self) -> Any:
        """The other one."""
        return self._inv

    def with_cache(self, cache_size: int = 1) -> Any:
        """This transform with a cache, or without one."""
        return self._inv.with_cache(cache_size).inv

    def __eq__(self, other: object) -> bool:
        return isinstance(other, InverseTransform) and self._inv == other._inv

    __hash__ = None

    def __repr__(self) -> str:
        return f"_InverseTransform({self._inv!r})"

    def __call__(self, x: Any) -> Any:
        """The value that leads to a result."""
        return self._inv._inv_call(x)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """The negative logarithm that the inverse has."""
        return -self._inv.log_abs_det_jacobian(y, x)

    def forward_shape(self, shape: Any) -> Any:
        """The shape of the results of values of a shape."""
        return self._inv.inverse_shape(shape)

    def inverse_shape(self, shape: Any) -> Any:
        """The shape of the values of results of a shape."""
        return self._inv.forward_shape(shape)


class ComposeTransform(Transform):
    """Transforms one after another.

    Args:
        parts: The transforms, the first one first.
        cache_size: 1 for a cache in every part.
    """

    def __init__(self, parts: Any, cache_size: int = 0) -> None:
        if cache_size:
            parts = [part.with_cache(cache_size) for part in parts]
        super().__init__(cache_size=cache_size)
        self.parts = list(parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ComposeTransform) and self.parts == other.parts

    __hash__ = None

    def _end(self, parts: Any, first: Any, this: str, that: str) -> Any:
        """The region at one end, with as many dimensions as the parts need there."""
        dims = first.event_dim
        for part in parts:
            dims += getattr(part, this).event_dim - getattr(part, that).event_dim
            dims = max(dims, getattr(part, this).event_dim)
        return dims

    @property
    def domain(self) -> Any:
        """Where values are."""
        if not self.parts:
            return constraints.real
        region = self.parts[0].domain
        dims = self._end(reversed(self.parts), self.parts[-1].codomain, "domain", "codomain")
        return region if dims == region.event_dim else constraints.independent(region, dims - region.event_dim)

    @property
    def codomain(self) -> Any:
        """Where results are."""
        if not self.parts:
            return constraints.real
        region = self.parts[-1].codomain
        dims = self._end(self.parts, self.parts[0].domain, "codomain", "domain")
        return region if dims == region.event_dim else constraints.independent(region, dims - region.event_dim)

    @property
    def bijective(self) -> bool:  # type: ignore[override]  # as all parts
        """Is it one-to-one?"""
        return all(part.bijective for part in self.parts)

    @property
    def sign(self) -> Any:
        """1 where it grows, -1 where it falls."""
        sign = 1
        for part in self.parts:
            sign = sign * part.sign
        return sign

    @property
    def inv(self) -> Any:
        """The inverses of the parts, the last one first."""
        found = None if self._inv is None else self._inv()
        if found is None:
            found = ComposeTransform([part.inv for part in reversed(self.parts)])
            self._inv, found._inv = weakref.ref(found), weakref.ref(self)
        return found

    def with_cache(self, cache_size: int = 1) -> Any:
        """This transform with a cache, or without one."""
        return self if self._cache_size == cache_size else ComposeTransform(self.parts, cache_size=cache_size)

    def __call__(self, x: Any) -> Any:
        """The result of a value."""
        for part in self.parts:
            x = part(x)
        return x

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """The sum of those of the parts."""
        if not self.parts:
            return of.zeros_like(x)
        passed = [x]
        for part in self.parts[:-1]:
            passed.append(part(passed[-1]))
        passed.append(y)
        dims, terms = self.domain.event_dim, []
        for part, before, after in zip(self.parts, passed, passed[1:], strict=False):
            terms.append(sum_rightmost(part.log_abs_det_jacobian(before, after), dims - part.domain.event_dim))
            dims += part.codomain.event_dim - part.domain.event_dim
        total = terms[0]
        for term in terms[1:]:
            total = total + term
        return total

    def forward_shape(self, shape: Any) -> Any:
        """The shape of the results of values of a shape."""
        for part in self.parts:
            shape = part.forward_shape(shape)
        return shape

    def inverse_shape(self, shape: Any) -> Any:
        """The shape of the values of results of a shape."""
        for part in reversed(self.parts):
            shape = part.inverse_shape(shape)
        return shape

    def __repr__(self) -> str:
        return "ComposeTransform(\n    " + ",\n    ".join(repr(part) for part in self.parts) + "\n)"


identity_transform = ComposeTransform([])


class IndependentTransform(Transform):
    """A transform of which several values, along the last dimensions, count as one.

    Args:
        base_transform: The transform.
        reinterpreted_batch_ndims: How many dimensions.
        cache_size: 1 for a cache.
    """

    def __init__(self, base_transform: Transform, reinterpreted_batch_ndims: int, cache_size: int = 0) -> None:
        super().__init__(cache_size=cache_size)
        self.base_transform = base_transform.with_cache(cache_size)
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims

    def with_cache(self, cache_size: int = 1) -> Any:
        """This transform with a cache, or without one."""
        if self._cache_size == cache_size:
            return self
        return IndependentTransform(self.base_transform, self.reinterpreted_batch_ndims, cache_size=cache_size)

    @property
    def domain(self) -> Any:
        """Where values are."""
        return constraints.independent(self.base_transform.domain, self.reinterpreted_batch_ndims)

    @property
    def codomain(self) -> Any:
        """Where results are."""
        return constraints.independent(self.base_transform.codomain, self.reinterpreted_batch_ndims)

    @property
    def bijective(self) -> bool:  # type: ignore[override]  # as the other one
        """Is it one-to-one?"""
        return bool(self.base_transform.bijective)

    @property
    def sign(self) -> Any:
        """1 where it grows, -1 where it falls, as the transform it is made of."""
        return self.base_transform.sign

    def _call(self, x: Any) -> Any:
        if x.dim() < self.domain.event_dim:
            raise ValueError("Too few dimensions on input")
        return self.base_transform(x)

    def _inverse(self, y: Any) -> Any:
        if y.dim() < self.codomain.event_dim:
            raise ValueError("Too few dimensions on input")
        return self.base_transform.inv(y)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """The sum of those of the values that count as one."""
        return sum_rightmost(self.base_transform.log_abs_det_jacobian(x, y), self.reinterpreted_batch_ndims)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.base_transform!r}, {self.reinterpreted_batch_ndims})"

    def forward_shape(self, shape: Any) -> Any:
        """The shape of the results of values of a shape."""
        return self.base_transform.forward_shape(shape)

    def inverse_shape(self, shape: Any) -> Any:
        """The shape of the values of results of a shape."""
        return self.base_transform.inverse_shape(shape)


class ReshapeTransform(Transform):
    """Another shape of the last dimensions.

    Args:
        in_shape: The shape of values.
        out_shape: The shape of results.
        cache_size: 1 for a cache.
    """

    bijective = True

    def __init__(self, in_shape: Any, out_shape: Any, cache_size: int = 0) -> None:
        self.in_shape, self.out_shape = tuple(in_shape), tuple(out_shape)
        if math.prod(self.in_shape) != math.prod(self.out_shape):
            raise ValueError("in_shape, out_shape have different numbers of elements")
        super().__init__(cache_size=cache_size)

    @property
    def domain(self) -> Any:
        """Where values are."""
        return constraints.independent(constraints.real, len(self.in_shape))

    @property
    def codomain(self) -> Any:
        """Where results are."""
        return constraints.independent(constraints.real, len(self.out_shape))

    def with_cache(self, cache_size: int = 1) -> Any:
        """This transform with a cache, or without one."""
        if self._cache_size == cache_size:
            return self
        return ReshapeTransform(self.in_shape, self.out_shape, cache_size=cache_size)

    def _call(self, x: Any) -> Any:
        return x.reshape((*x.shape[: x.dim() - len(self.in_shape)], *self.out_shape))

    def _inverse(self, y: Any) -> Any:
        return y.reshape((*y.shape[: y.dim() - len(self.out_shape)], *self.in_shape))

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Zeros: volumes stay."""
        return x.new_zeros(x.shape[: x.dim() - len(self.in_shape)])

    def _reshaped(self, shape: Any, before: Any, after: Any) -> Any:
        if len(shape) < len(before):
            raise ValueError("Too few dimensions on input")
        cut = len(shape) - len(before)
        if tuple(shape[cut:]) != before:
            raise ValueError(f"Shape mismatch: expected {tuple(shape[cut:])} but got {before}")
        return (*shape[:cut], *after)

    def forward_shape(self, shape: Any) -> Any:
        """The shape of the results of values of a shape."""
        return self._reshaped(shape, self.in_shape, self.out_shape)

    def inverse_shape(self, shape: Any) -> Any:
        """The shape of the values of results of a shape."""
        return self._reshaped(shape, self.out_shape, self.in_shape)
