"""Which sizes of a tensor get symbols, and what is known of them: `DimDynamic`, constraints, symbolic contexts."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wye.symbolic.ranges import ValueRanges
    from wye.symbolic.sources import Source

__all__ = [
    "Constraint",
    "DimDynamic",
    "EqualityConstraint",
    "RelaxedUnspecConstraint",
    "StatefulSymbolicContext",
    "StatelessSymbolicContext",
    "StrictMinMaxConstraint",
    "SubclassSymbolicContext",
    "SymIntSymbolicContext",
    "SymbolicContext",
    "mark_dynamic",
    "mark_static",
    "mark_unbacked",
    "maybe_mark_dynamic",
]


class DimDynamic(enum.Enum):
    """How a dimension gets its symbol."""

    DYNAMIC = 0  # a symbol of its own
    DUCK = 1  # one symbol for all sizes that are equal in the example
    STATIC = 2  # the number
    UNBACKED = 3  # a symbol without an example value
    INFER_STRIDE = 4  # strides: from the sizes, where they fit


@dataclass(frozen=True)
class Constraint:
    """What a program promises about a size; ``warn_only``: breaking it is no error."""

    warn_only: bool


@dataclass(frozen=True)
class StrictMinMaxConstraint(Constraint):
    """The size is in a range, and no guard narrows it."""

    vr: ValueRanges

    def render(self, source: Source) -> str:
        """The promise as text."""
        return f"{self.vr.lower} <= {source.name} <= {self.vr.upper}"


@dataclass(frozen=True)
class RelaxedUnspecConstraint(Constraint):
    """The size does not become a number."""

    def render(self, source: Source) -> str:
        """The promise as text."""
        return f"RelaxedUnspecConstraint({source.name})"


@dataclass(frozen=True)
class EqualityConstraint(Constraint):
    """Sizes that are equal."""

    source_pairs: list[tuple[Source, Source]] = field(default_factory=list)
    derived_equalities: list[Any] = field(default_factory=list)
    phantom_symbols: list[Any] = field(default_factory=list)
    relaxed_sources: set[Source] = field(default_factory=set)


@dataclass(frozen=True)
class SymbolicContext:
    """How the numbers of one input become symbols."""


@dataclass(frozen=True)
class SymIntSymbolicContext(SymbolicContext):
    """The constraint on an integer."""

    constraint: Constraint | None


@dataclass(frozen=True)
class StatelessSymbolicContext(SymbolicContext):
    """How the sizes and strides of one tensor become symbols.

    Attributes:
        dynamic_sizes: One `DimDynamic` for each size.
        dynamic_strides: For each stride; from the sizes, if None.
        constraint_sizes: What is promised of each size.
        constraint_strides: What is promised of each stride.
        view_base_context: For the tensor that this one is a view of.
    """

    dynamic_sizes: Sequence[DimDynamic]
    dynamic_strides: Sequence[DimDynamic] | None = None
    constraint_sizes: Sequence[Any] | None = None
    constraint_strides: Sequence[Any] | None = None
    specialize_on: list[list[Any]] | None = None
    view_base_context: SymbolicContext | None = None
    shape_ids: dict[int, str | None] | None = None
    unbacked_bounds: dict[int, tuple[int | None, int | None]] | None = None

    def __post_init__(self) -> None:
        count = len(self.dynamic_sizes)
        if self.dynamic_strides is None:
            object.__setattr__(self, "dynamic_strides", [DimDynamic.INFER_STRIDE] * count)
        for name in ("constraint_sizes", "constraint_strides"):
            if getattr(self, name) is None:
                object.__setattr__(self, name, [None] * count)


@dataclass(frozen=True)
class StatefulSymbolicContext(StatelessSymbolicContext):
    """The same, which remembers the symbols that its sources have."""

    tensor_source: Any = None
    shape_env_to_source_to_symbol_cache: dict[int, dict[str, Any]] = field(default_factory=dict)
    excluded_sizes: tuple[int | None, ...] | None = None


@dataclass(frozen=True)
class SubclassSymbolicContext(StatefulSymbolicContext):
    """The same for a wrapper, with contexts for the tensors inside."""

    inner_contexts: dict[str, SymbolicContext] = field(default_factory=dict)
    track_outer_size_stride: bool = True


def _dimensions(tensor: Any, index: Any) -> list[int]:
    return [*range(tensor.ndim)] if index is None else [index] if isinstance(index, int) else list(index)


def _mark(tensor: Any, attribute: str, index: Any) -> None:
    marked = getattr(tensor, attribute, None)
    if marked is None:
        marked = set()
        setattr(tensor, attribute, marked)
    marked.update(_dimensions(tensor, index))


def mark_dynamic(
    t: Any, index: Any, *, hint_override: int | None = None, min: int | None = None, max: int | None = None
) -> None:
    """Give a dimension of a tensor (or several) a symbol of its own.

    Args:
        t: The tensor.
        index: The dimension, or a list of them.
        hint_override: Accepted.
        min: The least size that is expected.
        max: The greatest one.
    """
    _mark(t, "_dynamo_dynamic_indices", index)
    ranges = getattr(t, "_dynamo_dynamic_range", None)
    if ranges is None:
        t._dynamo_dynamic_range = ranges = {}
    if min is not None or max is not None:
        ranges.update(dict.fromkeys(_dimensions(t, index), (min, max)))


def maybe_mark_dynamic(t: Any, index: Any) -> None:
    """Give a dimension a symbol; it may become a number later."""
    _mark(t, "_dynamo_weak_dynamic_indices", index)


def mark_unbacked(t: Any, index: Any, hint_override: int | None = None, strict: bool = False) -> None:
    """Give a dimension a symbol without an example value."""
    _mark(t, "_dynamo_unbacked_indices", index)


def mark_static(t: Any, index: Any = None) -> None:
    """Keep a dimension a number; all of them if ``index`` is None."""
    _mark(t, "_dynamo_static_indices", index)
