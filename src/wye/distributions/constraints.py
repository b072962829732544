"""Where the values of a distribution, and its parameters, may be.

In: a tensor.  Out: a tensor of bools, one for each value; a value may have several dimensions (``event_dim``).
"""

from __future__ import annotations

from typing import Any

from wye.functional.operators import of, parts
from wye.tensors.limits import finfo

__all__ = [
    "Constraint",
    "MixtureSameFamilyConstraint",
    "boolean",
    "cat",
    "corr_cholesky",
    "dependent",
    "dependent_property",
    "greater_than",
    "greater_than_eq",
    "half_open_interval",
    "independent",
    "integer_interval",
    "interval",
    "is_dependent",
    "less_than",
    "lower_cholesky",
    "lower_triangular",
    "multinomial",
    "nonnegative",
    "nonnegative_integer",
    "one_hot",
    "positive",
    "positive_definite",
    "positive_integer",
    "positive_semidefinite",
    "real",
    "real_vector",
    "simplex",
    "square",
    "stack",
    "symmetric",
    "unit_interval",
]


class Constraint:
    """A region of values.

    ``is_discrete`` says whether it has gaps, ``event_dim`` how many dimensions a value has.
    """

    is_discrete: Any = False
    event_dim: Any = 0

    def check(self, value: Any) -> Any:
        """For each value: does it fulfil the constraint?"""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"{type(self).__name__.removeprefix('_')}()"


class _Dependent(Constraint):
    """A region that other values decide."""

    def __init__(self, *, is_discrete: Any = NotImplemented, event_dim: Any = NotImplemented) -> None:
        self._is_discrete, self._event_dim = is_discrete, event_dim
        super().__init__()

    @property
    def is_discrete(self) -> bool:
        """Are the values discrete?"""
        if self._is_discrete is NotImplemented:
            raise NotImplementedError(".is_discrete cannot be determined statically")
        return bool(self._is_discrete)

    @property
    def event_dim(self) -> int:
        """How many dimensions a value has."""
        if self._event_dim is NotImplemented:
            raise NotImplementedError(".event_dim cannot be determined statically")
        return int(self._event_dim)

    def __call__(self, *, is_discrete: Any = NotImplemented, event_dim: Any = NotImplemented) -> Any:
        """The constraint, with more known of it."""
        known = self._is_discrete if is_discrete is NotImplemented else is_discrete
        dims = self._event_dim if event_dim is NotImplemented else event_dim
        return _Dependent(is_discrete=known, event_dim=dims)

    def check(self, value: Any) -> Any:
        """Refused: nothing is known of the others."""
        raise ValueError("Cannot determine validity of dependent constraint")


def is_dependent(constraint: Any) -> bool:
    """Whether other values decide the region."""
    return isinstance(constraint, _Dependent)


class _DependentProperty(property, _Dependent):
    """A property of instances that is a region; of the class it is a region that depends."""

    def __init__(self, fn: Any = None, *, is_discrete: Any = NotImplemented, event_dim: Any = NotImplemented) -> None:
        property.__init__(self, fn)
        self._is_discrete, self._event_dim = is_discrete, event_dim

    def __call__(self, fn: Any) -> Any:  # type: ignore[override]  # used as a decorator with arguments
        """The property of a function, with what is known of it."""
        return _DependentProperty(fn, is_discrete=self._is_discrete, event_dim=self._event_dim)


class _Independent(Constraint):
    """Values of which several, along the last dimensions, count as one."""

    def __init__(self, base_constraint: Constraint, reinterpreted_batch_ndims: int) -> None:
        if not isinstance(reinterpreted_batch_ndims, int) or reinterpreted_batch_ndims < 0:
            raise AssertionError(
                f"reinterpreted_batch_ndims must be a number of 0 and more: {reinterpreted_batch_ndims}"
            )
        self.base_constraint, self.reinterpreted_batch_ndims = base_constraint, reinterpreted_batch_ndims
        super().__init__()

    @property
    def is_discrete(self) -> bool:
        """Are the values discrete?"""
        return bool(self.base_constraint.is_discrete)

    @property
    def event_dim(self) -> int:
        """How many dimensions a value has."""
        return int(self.base_constraint.event_dim) + self.reinterpreted_batch_ndims

    def check(self, value: Any) -> Any:
        """For each value: do all its parts fulfil the constraint?"""
        result = self.base_constraint.check(value)
        if result.dim() < self.reinterpreted_batch_ndims:
            expected = self.base_constraint.event_dim + self.reinterpreted_batch_ndims
            raise ValueError(f"Expected value.dim() >= {expected} but got {value.dim()}")
        kept = result.dim() - self.reinterpreted_batch_ndims
        return result.reshape((*result.shape[:kept], -1)).all(-1)

    def __repr__(self) -> str:
        return f"{type(self).__name__[1:]}({self.base_constraint!r}, {self.reinterpreted_batch_ndims})"


class MixtureSameFamilyConstraint(Constraint):
    """Values that each component of a mixture has."""

    def __init__(self, base_constraint: Constraint) -> None:
        if not isinstance(base_constraint, Constraint):
            raise AssertionError(f"base_constraint must be a Constraint: {base_constraint}")
        self.base_constraint = base_constraint
        super().__init__()

    @property
    def is_discrete(self) -> bool:
        """Are the values discrete?"""
        return bool(self.base_constraint.is_discrete)

    @property
    def event_dim(self) -> int:
        """How many dimensions a value has."""
        return int(self.base_constraint.event_dim)

    def check(self, value: Any) -> Any:
        """For each value: do all components of the mixture have it?"""
        # The components lie along the last dimension of the batch.
        found = self.base_constraint.check(value.unsqueeze(-1 - self.event_dim))
        if value.dim() < self.event_dim:
            raise ValueError(f"Expected value.dim() >= {self.event_dim} but got {value.dim()}")
        kept = value.dim() - self.event_dim
        return found.reshape((*found.shape[:kept], -1)).all(-1)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.base_constraint!r})"


class _Boolean(Constraint):
    """0 and 1."""

    is_discrete = True

    def check(self, value: Any) -> Any:
        """For each value: does it fulfil the constraint?"""
        return (value == 0) | (value == 1)


class _OneHot(Constraint):
    """Vectors with one 1 and zeros."""

    is_discrete = True
    event_dim = 1

    def check(self, value: Any) -> Any:
        """For each value: does it fulfil the constraint?"""
        return ((value == 0) | (value == 1)).all(-1) & value.sum(-1).eq(1)


class _Bounds(Constraint):
    """Numbers between two bounds, of which one may be missing; ``_rule`` says how it prints."""

    lower_bound: Any
    upper_bound: Any
    _names: tuple[str, ...] = ()

    def __init__(self, *bounds: Any, **named: Any) -> None:
        given = dict(zip(self._names, bounds, strict=False)) | named
        if set(given) != set(self._names) or len(bounds) + len(named) != len(self._names):
            raise TypeError(f"{type(self).__name__}() takes {' and '.join(self._names)}")
        for name, bound in given.items():
            setattr(self, name, bound)
        super().__init__()

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)}" for name in self._names)
        return f"{type(self).__name__[1:]}({shown})"


class _IntegerInterval(_Bounds):
    """Whole numbers between two, both inside."""

    is_discrete = True
    _names = ("lower_bound", "upper_bound")

    def check(self, value: Any) -> Any:
        """For each value: does it fulfil the constraint?"""
        return (value % 1 == 0) & (self.lower_bound <= value) & (value <= self.upper_bound)


class _IntegerLessThan(_Bounds):
    """Whole numbers up to a bound."""

    is_discrete = True
    _names = ("upper_bound",)

    def check(self, value: Any) -> Any:
        """For each value: does it fulfil the constraint?"""
        return (value % 1 == 0) & (value <= self.upper_bound)


class _IntegerGreaterThan(_Bounds):
    """Whole numbers from a bound on."""

    is_discrete = True
    _names = ("lower_bound",)

    def check(self, value: Any) -> Any:
        """For each value: does it fulfil the constraint?"""
        return (value % 1 == 0) & (value >= self.lower_bound)


class _Real(Constraint):
    """All numbers but NaN."""

    def check(self, value: Any) -> Any:
        """For each value: does it fulfil the constraint?"""
        return value == value


class _GreaterThan(_Bounds):
    """Numbers above a bound."""

    _names = ("lower_bound",)

    def check(self, value: Any) -> Any:
        """For each value: does it fulfil the constraint?"""
        return self.lower_bound < value


class _GreaterThanEq(_Bounds):
    """Numbers from a bound on."""

    _names = ("lower_bound",)

    def check(self, value: Any) -> Any:
        """For each value: does it fulfil the constraint?"""
        return self.lower_bound <= value


class _LessThan(_Bounds):
    """Numbers below a bound."""

    _names = ("upper_bound",)

    def check(self, value: Any) -> Any:
        """For each value: does it fulfil the constraint?"""
        return value < self.upper_bound


class _Interval(_Bounds):
    """Numbers between two, both inside."""

    _names = ("lower_bound", "upper_bound")

    def check(self, value: Any) -> Any:
        """For each value: does it fulfil the constraint?"""
        return (self.lower_bound <= value) & (value <= self.upper_bound)


class _HalfOpenInterval(_Bounds):
    """Numbers between two, the lower one inside."""

    _names = ("lower_bound", "upper_bound")

    def check(self, value: Any) -> Any:
        """For each value: does it fulfil the constraint?"""
        return (self.lower_bound <= value) & (value < self.upper_bound)


class _Simplex(Constraint):
    """Vectors of numbers that are not negative, with sum 1."""

    event_dim = 1

    def check(self, value: Any) -> Any:
        """For each value: does it fulfil the constraint?"""
        return (value >= 0).all(-1) & ((value.sum(-1) - 1).abs() < 1e-6)


class _Multinomial(Constraint):
    """Vectors of counts with at most a sum."""

    is_discrete = True
    event_dim = 1

    def __init__(self, upper_bound: Any) -> None:
        self.upper_bound = upper_bound

    def check(self, x: Any) -> Any:
        """For each value: does it fulfil the constraint?"""
        return (x >= 0).all(-1) & (x.sum(-1) <= self.upper_bound)


class _LowerTriangular(Constraint):
    """Lower triangular matrices."""

    event_dim = 2

    def check(self, value: Any) -> Any:
        """For each value: does it fulfil the constraint?"""
        return (value.tril() == value).flatten(-2).all(-1)


class _LowerCholesky(Constraint):
    """Lower triangular matrices with a positive diagonal."""

    event_dim = 2

    def check(self, value: Any) -> Any:
        """For each value: does it fulfil the constraint?"""
        return (value.tril() == value).flatten(-2).all(-1) & (value.diagonal(dim1=-2, dim2=-1) > 0).all(-1)


class _CorrCholesky(Constraint):
    """Lower triangular matrices with a positive diagonal and rows of length 1."""

    event_dim = 2

    def check(self, value: Any) -> Any:
        """For each value: does it fulfil the constraint?"""
        far = finfo(value.dtype).eps * value.size(-1) * 10  # what sums of squares may be rounded by
        lengths = of.linalg_norm(value.detach(), dim=-1)
        return _LowerCholesky().check(value) & ((lengths - 1).abs() <= far).all(-1)


class _Square(Constraint):
    """Square matrices."""

    event_dim = 2

    def check(self, value: Any) -> Any:
        """For each value: does it fulfil the constraint?"""
        return of.full(value.shape[:-2], value.shape[-2] == value.shape[-1], device=value.device).bool()


class _Symmetric(_Square):
    """Symmetric matrices."""

    def check(self, value: Any) -> Any:
        """For each value: does it fulfil the constraint?"""
        square = super().check(value)
        if not square.all():
            return square
        return of.isclose(value, value.mT, atol=1e-6).all(-2).all(-1)


class _PositiveSemidefinite(_Symmetric):
    """Symmetric matrices without negative eigenvalues."""

    def check(self, value: Any) -> Any:
        """For each value: does it fulfil the constraint?"""
        symmetric = super().check(value)
        if not symmetric.all():
            return symmetric
        return of.linalg_eigvalsh(value).ge(0).all(-1)


class _PositiveDefinite(_Symmetric):
    """Symmetric matrices with positive eigenvalues."""

    def check(self, value: Any) -> Any:
        """For each value: does it fulfil the constraint?"""
        symmetric = super().check(value)
        if not symmetric.all():
            return symmetric
        return parts.linalg_cholesky_ex(value)[1].eq(0)


class _Joined(Constraint):
    """Regions of pieces of a tensor."""

    def __init__(self, cseq: Any, dim: int = 0) -> None:
        if not all(isinstance(one, Constraint) for one in cseq):
            raise AssertionError("All elements of cseq must be Constraint instances")
        self.cseq, self.dim = list(cseq), dim
        super().__init__()

    @property
    def is_discrete(self) -> bool:
        """Are the values discrete?"""
        return any(one.is_discrete for one in self.cseq)

    @property
    def event_dim(self) -> int:
        """How many dimensions a value has."""
        return max(int(one.event_dim) for one in self.cseq)

    def _check_dim(self, value: Any) -> None:
        if not -value.dim() <= self.dim < value.dim():
            raise AssertionError(f"dim {self.dim} out of range for value with {value.dim()} dimensions")


class _Cat(_Joined):
    """Pieces that lie behind each other along a dimension."""

    def __init__(self, cseq: Any, dim: int = 0, lengths: Any = None) -> None:
        super().__init__(cseq, dim)
        self.lengths = [1] * len(self.cseq) if lengths is None else list(lengths)
        if len(self.lengths) != len(self.cseq):
            raise AssertionError("lengths and cseq differ in length")

    def check(self, value: Any) -> Any:
        """For each value: does it fulfil the constraint?"""
        self._check_dim(value)
        checked, start = [], 0
        for one, length in zip(self.cseq, self.lengths, strict=True):
            checked.append(one.check(value.narrow(self.dim, start, length)))
            start += length
        return of.cat(checked, self.dim)


class _Stack(_Joined):
    """Pieces that are stacked along a dimension."""

    def check(self, value: Any) -> Any:
        """For each value: does it fulfil the constraint?"""
        self._check_dim(value)
        pieces = (value.select(self.dim, at) for at in range(value.size(self.dim)))
        return of.stack([one.check(piece) for piece, one in zip(pieces, self.cseq, strict=True)], self.dim)


dependent = _Dependent()
dependent_property = _DependentProperty
independent = _Independent
boolean = _Boolean()
one_hot = _OneHot()
nonnegative_integer = _IntegerGreaterThan(0)
positive_integer = _IntegerGreaterThan(1)
integer_interval = _IntegerInterval
real = _Real()
real_vector = independent(real, 1)
positive = _GreaterThan(0.0)
nonnegative = _GreaterThanEq(0.0)
greater_than = _GreaterThan
greater_than_eq = _GreaterThanEq
less_than = _LessThan
multinomial = _Multinomial
unit_interval = _Interval(0.0, 1.0)
interval = _Interval
half_open_interval = _HalfOpenInterval
simplex = _Simplex()
lower_triangular = _LowerTriangular()
lower_cholesky = _LowerCholesky()
corr_cholesky = _CorrCholesky()
square = _Square()
symmetric = _Symmetric()
positive_semidefinite = _PositiveSemidefinite()
positive_definite = _PositiveDefinite()
cat = _Cat
stack = _Stack
