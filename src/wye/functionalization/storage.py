"""FunctionalStorage: what a functional tensor and its views share, and the writes that have not been applied yet.

Hot path under functionalization.  In: new values of views.  Out: the value that the whole has now.
"""

# Note [Writes wait until they are read]
# No tensor is ever written to.  A write through a functional tensor is an *update*: its new value and the steps that
# lead from the base to it.  `add` queues it and raises the generation.  A functional tensor whose generation is lower
# than its storage's is out of date: `sync` first applies the waiting updates to the base (each goes back through its
# steps, by the table of views), then follows the tensor's own steps from the new base.  A view that nothing reads is
# never computed again.  A new view begins at generation 0, whatever its base is at: that may be out of date.
# Broken by: reading `inner` of a functional tensor without `sync`, except to make a view of it.
# Guarded by: tests/unit/functionalization/test_storage.py

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import ref

from wye.aten.view_chain import write_back

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wye.functionalization.steps import FunctionalStep

__all__ = ["FunctionalStorage"]


class FunctionalStorage:
    """What a functional tensor and all its views share.

    Attributes:
        base: The value of the whole, without the updates that wait.
        updates: The new values that wait, each with the steps from the base to where it belongs.
        generation: How many updates there have been.
        is_frozen: Are writes refused?
        mutations: How often a value was replaced.
        without_grad: How many of them happened while no gradients were recorded.
        hidden: How many of them autograd is not to see.
        first_nbytes: The bytes of the whole when it was wrapped.
    """

    __slots__ = (
        "_views", "base", "first_nbytes", "generation", "hidden", "is_frozen", "mutations", "updates", "without_grad",
    )  # fmt: skip

    def __init__(self, base: Any) -> None:
        self.base = base
        self.updates: list[tuple[Any, Sequence[FunctionalStep]]] = []
        self.generation = self.mutations = self.without_grad = self.hidden = 0
        self.is_frozen = False
        self.first_nbytes: int | None = None  # None: those of the base
        self._views: list[ref[Any]] = []  # arrays of views, those that are gone included

    @property
    def nbytes(self) -> Any:
        """The bytes of the whole; a symbolic number where sizes are."""
        return self.base.untyped_storage().nbytes()

    def remember(self, view: Any) -> None:
        """A view was made."""
        views = self._views
        views.append(ref(view))
        if len(views) > 32 and len(views) & (len(views) - 1) == 0:
            self._views = [one for one in views if one() is not None]

    def is_seen_by_others(self, array: Any) -> bool:
        """Is there a view besides this one?"""
        return any(one() not in (None, array) for one in self._views)

    def count(self, *, with_grad: bool) -> None:
        """Count a value that was replaced."""
        self.mutations += 1
        if not with_grad:
            self.without_grad += 1

    def add(self, value: Any, views: Sequence[FunctionalStep]) -> None:
        """Queue a new value of the view that these steps lead to.

        Raises:
            RuntimeError: the storage is frozen.
        """
        if self.is_frozen:
            raise RuntimeError("cannot mutate tensors with frozen storage")
        self.updates.append((value, views))
        self.generation += 1

    def apply(self) -> Any:
        """The value of the whole, with all updates."""
        if self.updates:
            waiting, self.updates = self.updates, []
            for value, views in waiting:
                self.base = write_back(self.base, value, views) if views else value
        return self.base
