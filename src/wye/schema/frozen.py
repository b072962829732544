"""Values that do not change after they are built.

Cold path: schemas are built at registration and only read afterwards.
In: nothing.  Out: `Frozen`, the base of the types and of the model.
Pure.
"""

from __future__ import annotations

__all__ = ["Frozen", "fill"]

# Note [Frozen without dataclasses]
# `dataclasses` imports `inspect` and compiles source for every class, which costs more than all
# the rest of this package's import. The few values here are small enough to write out: slots, an
# `__init__` that goes through `fill`, and one shared refusal to be changed.
# Broken by: assigning to `self.x` in `__init__`; it raises at once.
# Guarded by: tests/unit/schema/test_model.py::test_a_schema_and_its_parts_cannot_be_changed

fill = object.__setattr__


class Frozen:
    """Refuses assignment and deletion; subclasses set their slots with `fill`."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable: cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable: cannot delete {name!r}")
