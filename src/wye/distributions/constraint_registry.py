"""Which transform leads from all numbers to a region: `transform_to`, and `biject_to` where it must have an inverse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.distributions import constraints, number_transforms, transforms, vector_transforms

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["ConstraintRegistry", "biject_to", "transform_to"]


class ConstraintRegistry:
    """Kinds of regions, and what makes a transform to a region of each."""

    def __init__(self) -> None:
        self._registry: dict[type, Callable[[Any], Any]] = {}

    def register(self, constraint: Any, factory: Any = None) -> Callable[[Any], Any]:
        """Say what makes transforms to regions of a kind, also as a decorator.

        Args:
            constraint: A class of regions, or one of them.
            factory: What makes a transform to a region.

        Raises:
            TypeError: it is neither.
        """
        if factory is None:
            return lambda given: self.register(constraint, given)
        if isinstance(constraint, constraints.Constraint):
            constraint = type(constraint)
        if not isinstance(constraint, type) or not issubclass(constraint, constraints.Constraint):
            raise TypeError(f"Expected constraint to be either a Constraint subclass or instance, but got {constraint}")
        self._registry[constraint] = factory
        made: Callable[[Any], Any] = factory
        return made

    def __call__(self, constraint: Any) -> Any:
        """A transform to a region.

        Raises:
            NotImplementedError: nothing makes one.
        """
        factory = self._registry.get(type(constraint))
        if factory is None:
            raise NotImplementedError(f"Cannot transform {type(constraint).__name__} constraints")
        return factory(constraint)


biject_to = ConstraintRegistry()
transform_to = ConstraintRegistry()


def _both(*regions: Any) -> Callable[[Any], Any]:
    def register(factory: Any) -> Any:
        for region in regions:
            biject_to.register(region, factory)
            transform_to.register(region, factory)
        return factory

    return register


@_both(constraints.real)
def _to_real(constraint: Any) -> Any:
    return transforms.identity_transform


@biject_to.register(constraints.independent)
def _biject_to_independent(constraint: Any) -> Any:
    base = biject_to(constraint.base_constraint)
    return transforms.IndependentTransform(base, constraint.reinterpreted_batch_ndims)


@transform_to.register(constraints.independent)
def _transform_to_independent(constraint: Any) -> Any:
    base = transform_to(constraint.base_constraint)
    return transforms.IndependentTransform(base, constraint.reinterpreted_batch_ndims)


@_both(constraints.positive, constraints.nonnegative)
def _to_positive(constraint: Any) -> Any:
    bound = constraint.lower_bound
    if isinstance(bound, float | int) and bound == 0:
        return number_transforms.ExpTransform()
    return transforms.ComposeTransform([number_transforms.ExpTransform(), number_transforms.AffineTransform(bound, 1)])


@_both(constraints.less_than)
def _to_less_than(constraint: Any) -> Any:
    below = number_transforms.AffineTransform(constraint.upper_bound, -1)
    return transforms.ComposeTransform([number_transforms.ExpTransform(), below])


@_both(constraints.unit_interval, constraints.half_open_interval)
def _to_interval(constraint: Any) -> Any:
    low, high = constraint.lower_bound, constraint.upper_bound
    if isinstance(low, float | int) and isinstance(high, float | int) and (low, high) == (0, 1):
        return number_transforms.SigmoidTransform()
    return transforms.ComposeTransform(
        [number_transforms.SigmoidTransform(), number_transforms.AffineTransform(low, high - low)]
    )


@biject_to.register(constraints.simplex)
def _biject_to_simplex(constraint: Any) -> Any:
    return vector_transforms.StickBreakingTransform()


@transform_to.register(constraints.simplex)
def _transform_to_simplex(constraint: Any) -> Any:
    return vector_transforms.SoftmaxTransform()


@transform_to.register(constraints.lower_cholesky)
def _transform_to_lower_cholesky(constraint: Any) -> Any:
    return vector_transforms.LowerCholeskyTransform()


@transform_to.register(constraints.positive_semidefinite)
@transform_to.register(constraints.positive_definite)
def _transform_to_positive_definite(constraint: Any) -> Any:
    return vector_transforms.PositiveDefiniteTransform()


@_both(constraints.corr_cholesky)
def _to_corr_cholesky(constraint: Any) -> Any:
    return vector_transforms.CorrCholeskyTransform()


@biject_to.register(constraints.cat)
def _biject_to_cat(constraint: Any) -> Any:
    found = [biject_to(one) for one in constraint.cseq]
    return vector_transforms.CatTransform(found, constraint.dim, constraint.lengths)


@transform_to.register(constraints.cat)
def _transform_to_cat(constraint: Any) -> Any:
    found = [transform_to(one) for one in constraint.cseq]
    return vector_transforms.CatTransform(found, constraint.dim, constraint.lengths)


@biject_to.register(constraints.stack)
def _biject_to_stack(constraint: Any) -> Any:
    return vector_transforms.StackTransform([biject_to(one) for one in constraint.cseq], constraint.dim)


@transform_to.register(constraints.stack)
def _transform_to_stack(constraint: Any) -> Any:
    return vector_transforms.StackTransform([transform_to(one) for one in constraint.cseq], constraint.dim)
